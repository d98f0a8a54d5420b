/** Compares our requests with those the lm-eval package made; see render_lm_eval.py. */
import { configReader, loadTaskYaml } from "../../lib/task/load_yaml.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";

/** One task rendered by the package. */
interface Render {
  readonly path: string;
  readonly shots: number;
  readonly splits: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly requests: readonly (readonly [string, string | null])[];
}

/** What came out of a comparison. */
export interface Comparison {
  /** Tasks compared. */
  readonly tasks: number;
  /** Tasks whose requests are equal byte for byte. */
  readonly equal: number;
  /** The others: path and first difference. */
  readonly misses: readonly { readonly path: string; readonly why: string }[];
}

/** Compares all tasks of a file written by render_lm_eval.py; relative paths are under `root`. */
export async function compareRenders(file: string, root = ""): Promise<Comparison> {
  const reader = await configReader();
  const misses: { path: string; why: string }[] = [];
  let tasks = 0;
  for (const line of (await Deno.readTextFile(file)).split("\n")) {
    if (line === "") continue;
    tasks++;
    const render: Render = JSON.parse(line);
    try {
      const task = await loadTaskYaml(root === "" ? render.path : `${root}/${render.path}`, { reader });
      const prepared = prepareTask(task, render.splits, { numFewshot: render.shots });
      const ours = [...prepared.docs()].slice(0, 3).flatMap((doc) =>
        doc.requests.filter((one) => one.repeat === 0).map((one) => [one.prompt, one.continuation ?? null])
      );
      const at = render.requests.findIndex((one, i) => JSON.stringify(one) !== JSON.stringify(ours[i]));
      if (at >= 0 || ours.length !== render.requests.length) {
        const why = `request ${at}: ${JSON.stringify(render.requests[at])} / ${JSON.stringify(ours[at])}`;
        misses.push({ path: render.path, why });
      }
    } catch (error) {
      misses.push({ path: render.path, why: (error as Error).message });
    }
  }
  return { tasks, equal: tasks - misses.length, misses };
}
