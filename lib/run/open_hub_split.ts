/** @module */
import { TaskError } from "../core/errors.ts";
import type { Dataset } from "../dataset/doc.ts";
import { fromHub, type FromHubOptions } from "../dataset/from_hub.ts";
import { openHub } from "../dataset/open_hub.ts";
import type { OpenSplit } from "./load_task_data.ts";

/**
 * Makes the opener of hub splits for a run: repository, config and pinned
 * revision come from the task, and all splits share one hub, so that each
 * repository is looked up once.
 *
 * @throws {TaskError} from the opener, `no_hub_data` for a task that names no repository
 *
 * @example
 * ```ts
 * import { hubSplits } from "./open_hub_split.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const error = await hubSplits({ endpoint: "http://127.0.0.1:9" })(task, "test").catch((error) => error);
 * assert(error.code === "no_hub_data");
 * ```
 */
export function hubSplits(options: FromHubOptions = {}): OpenSplit {
  const hub = options.hub ?? openHub(options);
  return async (task, split): Promise<Dataset> => {
    const { data } = task;
    if (data === undefined) {
      throw new TaskError(`Cannot load task "${task.name}" from the hub: it names no repository`, {
        code: "no_hub_data",
        hint: "Give the task data, or use --source local",
      });
    }
    const { path, config, revision, columns } = data;
    return await fromHub(
      { repo: path, split, ...(config === undefined ? {} : { config }), ...(revision ? { revision } : {}) },
      { ...options, hub, task: data.local ?? task.name, ...(columns === undefined ? {} : { columns }) },
    );
  };
}
