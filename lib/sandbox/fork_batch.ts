/**
 * A warm Python inside a bubblewrap box: each program is a fork.
 *
 * @module
 */
import type { BubblewrapBox } from "./bubblewrap.ts";
import { type Helper, helperBatch } from "./helper_batch.ts";
import { type Limits, OUTPUT_HARD_FACTOR } from "./limits.ts";
import { startLineProcess } from "./line_process.ts";
import type { PythonBatch } from "./python_batch.ts";
import server from "./python/fork_server.py" with { type: "text" };

/** MiB that the server itself may take beside the program, where a control group counts both. */
const SERVER_MB = 128;

/**
 * Opens one in a box. Programs run one after the other; each starts in an empty
 * temporary folder, and nothing of it is left when the next one starts. They
 * share the box: for programs that might attack each other's results use
 * `exec`, which gives each its own.
 */
export function forkBatch(box: BubblewrapBox, limits: Limits): PythonBatch {
  async function start(): Promise<Helper> {
    const setup = JSON.stringify({
      output_bytes: limits.outputBytes,
      hard_factor: OUTPUT_HARD_FACTOR,
      cpu_s: limits.cpuMs === null ? null : Math.ceil(limits.cpuMs / 1000),
    });
    const memoryMb = limits.memoryMb === null ? null : limits.memoryMb + SERVER_MB;
    const launch = await box.launch(["python3", "-I", "-S", "-c", server, setup], {
      limits: { ...limits, cpuMs: null, memoryMb },
    });
    const [program = "", ...args] = launch.argv;
    const process = startLineProcess([program, ...args], {
      env: { PATH: "/usr/bin:/bin" },
      maxLine: limits.outputBytes * 4 + 65_536,
    });
    return { process, finish: () => launch.finish() };
  }
  return helperBatch(start, limits);
}
