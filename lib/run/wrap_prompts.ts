/**
 * A specialist's prompt template around the prompts of a task.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { sha256 } from "../core/hash.ts";
import { hashTask } from "../task/hash_doc.ts";
import type { DocStub, PreparedTask } from "../task/prepared_task.ts";
import type { PreparedDoc } from "../task/prepared_doc.ts";
import { messagesJson } from "../task/render_prompt.ts";
import type { Request } from "../task/request.ts";

/** Stands for the prompt of the task. */
const PLACE = "{prompt}";

/**
 * The task with a template around each prompt: its `{prompt}` stands for the
 * prompt, in a chat for the last user message. Prompt hashes are those of what
 * is sent. Empty contexts (of mutual information) stay empty.
 *
 * @throws {UsageError} `bad_template` without `{prompt}`
 *
 * @example
 * ```ts
 * import { wrapPrompts } from "./wrap_prompts.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { prepareTask } from "../task/prepare_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const prepared = wrapPrompts(prepareTask(task, { test: [{ q: "1+1", a: "2" }] }), "Q: {prompt}\nA:");
 * assert([...prepared.docs()][0]?.requests[0]?.prompt === "Q: 1+1\nA:");
 * ```
 */
export function wrapPrompts(prepared: PreparedTask, template: string): PreparedTask {
  const parts = template.split(PLACE);
  if (parts.length < 2) {
    throw new UsageError(`Cannot use the prompt template: wanted "${PLACE}" in it, found none`, {
      code: "bad_template",
      hint: `Write ${PLACE} where the prompt of the task goes`,
    });
  }
  const around = (text: string): string => parts.join(text);
  const wrap = (doc: PreparedDoc): PreparedDoc => {
    const requests = doc.requests.map((request) => wrapRequest(request, around));
    return { ...doc, requests, hashes: { ...doc.hashes, prompt: sha256(requests[0]?.prompt ?? "") } };
  };
  function* stubs(): Iterable<DocStub> {
    for (const stub of prepared.stubs()) yield { ...stub, build: () => wrap(stub.build()) };
  }
  function* docs(): Iterable<PreparedDoc> {
    for (const doc of prepared.docs()) yield wrap(doc);
  }
  // The warnings grow while docs are built: read through, not copied.
  return Object.create(prepared, {
    stubs: { value: stubs },
    docs: { value: docs },
    hash: {
      value: () => hashTask([...docs()].map((doc) => doc.hashes), prepared.task.filters.length),
    },
  });
}

function wrapRequest(request: Request, around: (text: string) => string): Request {
  if (request.messages === undefined) {
    return request.prompt === "" ? request : { ...request, prompt: around(request.prompt) };
  }
  const last = request.messages.findLastIndex((message) => message.role === "user");
  const messages = request.messages.map((message, at) =>
    at === last ? { ...message, content: around(message.content) } : message
  );
  return { ...request, messages, prompt: messagesJson(messages) };
}
