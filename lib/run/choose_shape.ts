/** @module */
import { UsageError } from "../core/errors.ts";
import type { Model } from "../model/model.ts";
import type { ChatShape } from "../task/build_doc.ts";
import type { Task } from "../task/task.ts";
import type { TaskJob } from "./task_job.ts";

/** How a task is put to a model. */
export interface TaskShape {
  /** Shape of the prompts. */
  readonly chat: ChatShape;
  /** How multiple choice is answered; null for plain generation. */
  readonly choiceProtocol: string | null;
  /** Asks by a choice protocol; absent for log-likelihoods and generations. */
  readonly ask?: TaskJob["ask"];
}

/** What the caller wants of the shape. */
export interface ShapeOptions {
  /** `completions` sends text, `chat` messages; `auto` what the model can. */
  readonly api?: "auto" | "completions" | "chat";
  /** How a model without log-likelihoods answers multiple choice. */
  readonly choices?: { readonly protocol: string; readonly ask: NonNullable<TaskJob["ask"]> } | null;
}

/**
 * Decides how a task is put to a model: as text where the model takes text
 * (the form of lm-eval), else as messages with the shots as turns; multiple
 * choice by log-likelihood where the model gives it, else by the choice
 * protocol that was found to work.
 *
 * @throws {UsageError} `no_choice_protocol` when a task needs log-likelihoods and there is neither
 *
 * @example
 * ```ts
 * import { chooseShape } from "./choose_shape.ts";
 * import { floorModel } from "../model/floor_model.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * assert(chooseShape(task, floorModel()).choiceProtocol === null);
 * ```
 */
export function chooseShape(task: Task, model: Model, options: ShapeOptions = {}): TaskShape {
  const { accepts, id } = model.info;
  const { api = "auto", choices = null } = options;
  const takesText = accepts.includes("completion") && api !== "chat";
  if (task.outputType === "generate_until") {
    return { chat: takesText ? false : { multiturn: true }, choiceProtocol: null };
  }
  const wanted = task.outputType === "loglikelihood_rolling" ? "loglikelihood_rolling" : "loglikelihood";
  const multiple = task.outputType === "multiple_choice";
  if (accepts.includes(wanted) && (choices === null || !multiple)) {
    return { chat: false, choiceProtocol: multiple ? "loglikelihood" : null };
  }
  if (multiple && choices !== null) {
    return {
      chat: takesText ? false : { multiturn: true },
      choiceProtocol: choices.protocol,
      ask: choices.ask,
    };
  }
  throw new UsageError(
    `Cannot run task "${task.name}" on "${id}": wanted a model that gives log-likelihoods`,
    {
      code: "no_choice_protocol",
      hint: multiple
        ? "Use a completions server with echo and logprobs, or allow a choice protocol"
        : "Use a completions server with echo and logprobs, or a model in process",
      details: { task: task.name, accepts },
    },
  );
}
