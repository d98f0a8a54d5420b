/**
 * The sandbox of a run whose tasks run code.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import type { CodeMode } from "../metric/code_verdict.ts";
import { type CodeGrader, openCodeGrader } from "../metric/open_code_grader.ts";
import type { BackendName, Sandbox } from "../sandbox/sandbox.ts";
import type { SandboxStamp } from "../result/entry.ts";
import { sampleGrader, withCodeMetrics } from "./sample_grader.ts";
import type { TaskJob } from "./task_job.ts";

/** How code is graded in a run. */
export interface CodeOptions {
  /** A sandbox, or which to open: `auto` (default) takes the strongest that works here; `none` leaves code ungraded. */
  readonly sandbox?: BackendName | "auto" | "none" | Sandbox;
  /** A mode beside the canonical one, under metric names of its own; default none. */
  readonly codeMode?: CodeMode;
}

/** An open place for the code of a run. */
export interface CodeSandbox extends AsyncDisposable {
  /** Jobs with their grader, where they run code. */
  readonly jobs: readonly TaskJob[];
  /** What the sandbox is; null when none of the tasks needs one, or there is none. */
  readonly stamp: SandboxStamp | null;
  /** Why there is none although one is needed; null otherwise. */
  readonly fault: string | null;
}

/**
 * Opens a sandbox once for all jobs that run code, if any do.
 *
 * @throws {SandboxError} when a sandbox was asked for by name and does not work. `auto` leaves the answers ungraded then.
 * @example No task runs code: nothing is opened
 * ```ts
 * import { openCodeSandbox } from "./open_code_sandbox.ts";
 * import { assertEquals } from "@std/assert";
 * await using code = await openCodeSandbox([], {});
 * assertEquals([code.stamp, code.fault], [null, null]);
 * ```
 */
export async function openCodeSandbox(jobs: readonly TaskJob[], options: CodeOptions): Promise<CodeSandbox> {
  const { sandbox: wanted = "auto", codeMode = "canonical" } = options;
  const dispose = async (): Promise<void> => {};
  if (wanted === "none" || !jobs.some((job) => job.prepared.task.unsafeCode === true)) {
    const fault = wanted === "none" ? "it was switched off" : null;
    return { jobs, stamp: null, fault, [Symbol.asyncDispose]: dispose };
  }
  let sandbox: Sandbox;
  if (typeof wanted === "string") {
    try {
      const { openSandbox } = await import("../sandbox/open_sandbox.ts");
      sandbox = await openSandbox({ backend: wanted, runs: "python", files: "fresh" });
    } catch (error) {
      if (!isBenchError(error) || error.code !== "no_backend") throw error;
      return { jobs, stamp: null, fault: error.message, [Symbol.asyncDispose]: dispose };
    }
  } else sandbox = wanted;
  const grader = openCodeGrader({ sandbox });
  return {
    jobs: jobs.map((job) => graded(job, grader, codeMode)),
    stamp: { ...sandbox.info, codeMode, workers: grader.workers },
    fault: null,
    [Symbol.asyncDispose]: typeof wanted === "string" ? () => sandbox.close() : dispose,
  };
}

function graded(job: TaskJob, grader: CodeGrader, mode: CodeMode): TaskJob {
  const grade = sampleGrader(job.prepared.task, grader, mode);
  if (grade === undefined) return job;
  const task = withCodeMetrics(job.prepared.task, mode);
  const warnings = grader.sandbox.info.backend === "unsafeLocal"
    ? grader.sandbox.info.warnings.map((message) => ({ code: "unsafe_sandbox", count: 1, message }))
    : [];
  const { prepared } = job;
  return {
    ...job,
    grade,
    codeMode: mode,
    prepared: { ...prepared, task, warnings: [...prepared.warnings, ...warnings] },
  };
}
