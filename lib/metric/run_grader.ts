/**
 * One run of the Python grader in a sandbox, and what it reported.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import type { PythonBatch } from "../sandbox/python_batch.ts";
import type { ExecResult, Sandbox } from "../sandbox/sandbox.ts";
import type { CodeMode, CodeOutcome, TestCode } from "./code_verdict.ts";
import type { CodeProblem } from "./code_problem.ts";
import child from "./python/grade_child.py" with { type: "text" };
import driver from "./python/grade_driver.py" with { type: "text" };
import server from "./python/grade_server.py" with { type: "text" };
import strict from "./python/grade_strict.py" with { type: "text" };

/** Where and how the grader runs. */
export interface GraderPlace {
  /** The sandbox; each piece of code gets a program of its own in it. */
  readonly sandbox: Sandbox;
  /** A warm Python of that sandbox instead, for code one trusts: pieces of code share it. */
  readonly batch?: PythonBatch;
  /** How it judges. */
  readonly mode: CodeMode;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** What the grader saw. */
export interface GraderReport {
  /** Outcome. */
  readonly verdict: CodeOutcome;
  /** Sentence; null for a pass. */
  readonly reason: string | null;
  /** Results in order. */
  readonly perTest: readonly TestCode[];
  /** The code does not compile. */
  readonly uncompilable: boolean;
  /** Something on the grader's own channel did not come from the grader. */
  readonly forged: boolean;
}

interface Event {
  readonly tag?: string;
  readonly code?: TestCode;
  readonly words?: string;
  readonly done?: boolean;
  readonly forged?: boolean;
}

/** How much longer than its processor time a test may take by the clock: for busy machines. */
const WALL_FACTOR = 4;

const OUTCOMES: Readonly<Record<string, CodeOutcome>> = { t: "timeout", m: "memory", d: "refused" };
const WORDS: Readonly<Record<string, string>> = {
  f: "a wrong result",
  x: "left early",
  w: "a failed assertion",
};

/**
 * Runs it.
 *
 * @throws {SandboxError} `grader_failed` when the grader itself did not work:
 * never a verdict on the code.
 */
export async function runGrader(
  code: string,
  problem: CodeProblem,
  place: GraderPlace,
): Promise<GraderReport> {
  const cases = "cases" in problem ? problem.cases : [];
  const total = "cases" in problem ? cases.length : 1;
  const { timeoutS = "cases" in problem ? 6 : 3 } = problem;
  const nonce = crypto.randomUUID();
  const job = JSON.stringify({
    nonce,
    code,
    total,
    kind: "cases" in problem ? "cases" : "check",
    mode: place.mode,
    inputs: cases.map((one) => one.input),
    outputs: cases.map((one) => one.output),
    prompt: "cases" in problem ? "" : problem.prompt ?? "",
    test: "cases" in problem ? "" : problem.tests,
    entry: ("cases" in problem ? problem.functionName : problem.entryPoint) ?? null,
    "timeout_s": timeoutS,
    "wall_factor": WALL_FACTOR,
    ...(place.mode === "strict" ? { server: `${child}${server}\nserve()\n` } : {}),
  });
  const program = place.mode === "strict" ? `${child}${server}${strict}${driver}` : `${child}${driver}`;
  // All tests together: as HumanEval and LiveCodeBench have it.
  const allS = "cases" in problem ? (timeoutS + 1) * total + 5 : timeoutS + 1;
  const result = await start(program, `${job}\n`, { ...place, allS });
  return read(result, { nonce, total, inBatch: place.batch !== undefined });
}

async function start(
  code: string,
  stdin: string,
  place: GraderPlace & { readonly allS: number },
): Promise<ExecResult> {
  const { sandbox, batch, signal, allS } = place;
  const wallMs = Math.ceil(allS * 1000 * WALL_FACTOR);
  if (batch !== undefined) return await batch.run({ code, stdin, wallMs });
  // Without forks the grader cannot hold the limit itself, and files would be handed on to the next.
  const inWasm = sandbox.info.backend === "python";
  return await sandbox.exec(["python3", "-I", "-S", "-c", code], {
    stdin,
    limits: { wallMs, lifetimeMs: null, ...(inWasm ? { cpuMs: allS * 1000, diskMb: 1e-6 } : {}) },
    ...(signal === undefined ? {} : { signal }),
  });
}

function read(
  result: ExecResult,
  { nonce, total, inBatch }: { readonly nonce: string; readonly total: number; readonly inBatch: boolean },
): GraderReport {
  const events = result.stdout.split(`\n${nonce}`).slice(1).map((text): Event => {
    return JSON.parse(text.slice(0, Math.max(0, text.indexOf("\n"))) || "{}");
  });
  // A batch that had to be ended tells nothing of what it wrote; that it was ready before is known.
  const lost = inBatch && (result.reason === "timeout" || result.signal === "SIGKILL");
  if (events.length === 0 && !lost) {
    const said = result.stderr.trim().slice(-400) || `exit code ${result.code}`;
    throw new SandboxError(`Cannot grade code: the grader did not start (${result.reason}: ${said})`, {
      code: "grader_failed",
      details: { reason: result.reason },
    });
  }
  const marks = events.filter((event) => event.tag !== undefined);
  const perTest = marks.map((event) => event.code as TestCode);
  const done = events.some((event) => event.done === true);
  const last = marks.at(-1);
  const forged = events.some((event) => event.forged === true);
  const report = (
    verdict: CodeOutcome,
    reason: string | null,
    more: readonly TestCode[] = [],
  ): GraderReport => ({
    verdict,
    reason,
    perTest: [...perTest, ...more],
    uncompilable: last?.tag === "c",
    forged,
  });
  if (last !== undefined && last.tag !== "y") {
    const tag = last.tag ?? "";
    return report(OUTCOMES[tag] ?? "failed", last.words || (WORDS[tag] ?? "an exception"));
  }
  if (done && perTest.length === total) return report("passed", null);
  if (result.reason === "timeout") return report("timeout", "over the time of all tests", [-3]);
  if (result.reason === "memory") return report("memory", "out of memory", [-1]);
  const how = result.reason === "output" ? "wrote far too much" : "left before the end of the tests";
  return report("failed", how, [-1]);
}
