/**
 * What a person writes down for a task.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";
import type { FewshotConfig, MetricConfig, MetricLike, Target, Task } from "./task.ts";

/** What is written down for a task; everything but name, prompt and target has a default. */
export interface TaskLiteral<F extends Fields = Fields> extends
  Partial<
    Omit<Task, "name" | "prompt" | "target" | "choices" | "metrics" | "fewshot" | "description" | "genPrefix">
  > {
  /** Unique name; letters, digits, `_ . : -`. */
  readonly name: string;
  /** Text of the question from the fields of a row. */
  readonly prompt: (doc: F) => string | number;
  /** Right answer: an index of the choices, the text of one, or a free text. */
  readonly target: (doc: F) => Target;
  /** The choices, the same for every row or made from it. */
  readonly choices?: readonly string[] | ((doc: F) => readonly string[]);
  /** Put before the first shot; brings its own line breaks. */
  readonly description?: string | ((doc: F) => string);
  /** Start of the answer that is put into the model's mouth. */
  readonly genPrefix?: string | ((doc: F) => string);
  /** Metrics by name, by configuration or by value; lm-eval's of the output type by default. */
  readonly metrics?: readonly (string | MetricConfig | MetricLike)[];
  /** How shots are drawn; the caller's number of them by default. */
  readonly fewshot?: Partial<FewshotConfig>;
}
