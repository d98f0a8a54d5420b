/**
 * A benchmark run that kills itself: `bench_child.ts OUT RESUME KILL_AT LOG`,
 * up to 19 ms after the KILL_ATth question.
 *
 * @module
 */
import { floorModel } from "../../lib/model/floor_model.ts";
import type { Model } from "../../lib/model/model.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";

/** The floor model, slowed down; `onAsk` gets the unit's id. */
export function slowFloor(onAsk: (unitId: string) => void, delayMs = 3): Model {
  const floor = floorModel();
  const model = async (...[request, context]: Parameters<Model>) => {
    onAsk(context?.unitId ?? "");
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return await floor(request, context);
  };
  return Object.assign(model, { info: floor.info });
}

if (import.meta.main) {
  const [out = "", resume = "", killAt = "0", log = ""] = Deno.args;
  const file = Deno.openSync(log, { create: true, append: true });
  let asked = 0;
  const model = slowFloor((id) => {
    file.writeSync(new TextEncoder().encode(`${id}\n`));
    if (++asked === Number(killAt)) setTimeout(() => Deno.kill(Deno.pid, "SIGKILL"), Math.random() * 19);
  }, 20);
  await runBenchmark({ niche: "medical", source: "sample", model, out, ...(resume ? { resume } : {}) });
}
