/**
 * The form of a task for models that only take messages.
 *
 * @module
 */
import type { Task } from "./task.ts";

/**
 * Gives the task as it is asked of a chat model: with its chat form laid over
 * it, or as it is when it has none. What makes the plain form diagnostic holds
 * here too unless the form says otherwise. The name stays; the filters, which the
 * result names, and `metadata.chat_form` say what was done.
 *
 * @example
 * ```ts
 * import { inChatForm } from "./chat_form.ts";
 * import { findTask } from "./registry.ts";
 * import { assertEquals } from "@std/assert";
 * const task = inChatForm(await findTask("humaneval"));
 * assertEquals(task.generation?.until, []);
 * assertEquals(inChatForm(await findTask("pubmedqa")).metadata, undefined);
 * ```
 */
export function inChatForm(task: Task): Task {
  const { chatForm } = task;
  if (chatForm === undefined) return task;
  const { name, canonical: _, diagnostic, ...form } = chatForm;
  const { genPrefix: __, description: ___, diagnostic: own, ...plain } = task;
  const why = diagnostic === undefined ? own : diagnostic;
  const stamp = why === undefined || why === null ? {} : { diagnostic: why };
  return Object.freeze({ ...plain, ...form, ...stamp, metadata: { ...task.metadata, "chat_form": name } });
}
