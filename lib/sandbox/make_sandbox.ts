/**
 * What all backends share: the workspace, the queue at its door, the end.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { folderUsage } from "./facts.ts";
import { checkLimits, type Limits } from "./limits.ts";
import type { PythonBatch } from "./python_batch.ts";
import type { Room } from "./room.ts";
import type { ExecOptions, ExecResult, Sandbox, SandboxInfo } from "./sandbox.ts";

/** One program to run, checked. */
export interface Job {
  /** Program and arguments. */
  readonly argv: readonly string[];
  /** Its options. */
  readonly options: ExecOptions;
  /** Limits in force for it. */
  readonly limits: Limits;
  /** Folder to start in, below the workspace; empty for its root. */
  readonly cwd: string;
  /** Ends it: the caller's signal, or the end of the sandbox. */
  readonly signal: AbortSignal;
}

/** What a backend brings. */
export interface Backend {
  /** What it is. */
  readonly info: SandboxInfo;
  /** Its workspace. */
  readonly room: Room;
  /** Runs one program. */
  run(job: Job): Promise<ExecResult>;
  /** Opens a warm Python. */
  readonly openBatch?: () => Promise<PythonBatch>;
  /** Frees what the backend holds, before the workspace goes. */
  readonly close?: () => Promise<void>;
}

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function checkJob(argv: readonly string[], options: ExecOptions): void {
  if (!Array.isArray(argv) || argv.length === 0 || argv[0] === "") {
    throw new TypeError("Cannot run an empty argument list: name a program");
  }
  for (const one of argv) {
    if (typeof one !== "string" || one.includes("\0")) {
      throw new TypeError(`Argument: wanted text without NUL, found ${JSON.stringify(one)}`);
    }
  }
  for (const [name, value] of Object.entries(options.env ?? {})) {
    if (!ENV_NAME.test(name) || value.includes("\0")) {
      throw new TypeError(`Bad environment variable "${name}"`);
    }
  }
}

/**
 * Watches the size of a folder that is on the host's disk.
 *
 * @returns A function for the process runner: `disk` when the limit is passed.
 */
export function watchDisk(path: string, diskMb: number | null): (() => Promise<string | null>) | undefined {
  if (diskMb === null) return undefined;
  return async () => {
    const { bytes, entries } = await folderUsage(path);
    return bytes > diskMb * (1 << 20) || entries >= 20_000 ? "disk" : null;
  };
}

/** Makes a {@linkcode Sandbox} of a backend. Files are exchanged only while nothing runs. */
export function makeSandbox(backend: Backend): Sandbox {
  const { info, room } = backend;
  const running = new Set<Promise<unknown>>();
  const batches = new Set<PythonBatch>();
  const over = new AbortController();
  const { lifetimeMs } = info.limits;
  const lifetime = lifetimeMs === null
    ? undefined
    : setTimeout(() => over.abort(ended("its lifetime is over")), lifetimeMs);
  let closing: Promise<void> | undefined;

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled([...running]);
  };
  async function exclusive<T>(act: () => Promise<T>): Promise<T> {
    over.signal.throwIfAborted();
    await idle();
    return await act();
  }
  async function exec(argv: readonly string[], options: ExecOptions): Promise<ExecResult> {
    const limits = checkLimits(options.limits ?? {}, info.limits);
    const cwd = options.cwd === undefined ? "" : await room.folder(options.cwd);
    const signal = options.signal === undefined
      ? over.signal
      : AbortSignal.any([over.signal, options.signal]);
    signal.throwIfAborted();
    return await backend.run({ argv, options, limits, cwd, signal });
  }
  async function close(): Promise<void> {
    clearTimeout(lifetime);
    over.abort(ended("it was closed"));
    await Promise.allSettled([...batches].map((batch) => batch.close()));
    await idle();
    try {
      await backend.close?.();
    } finally {
      await room.remove();
    }
  }
  const openBatch = backend.openBatch;
  return {
    info,
    async exec(argv: readonly string[], options: ExecOptions = {}): Promise<ExecResult> {
      over.signal.throwIfAborted();
      checkJob(argv, options);
      const work = exec(argv, options);
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    read: (path) => exclusive(() => room.read(path)),
    write: (path, data) => exclusive(() => room.write(path, data)),
    upload: (hostPath, path) => exclusive(() => room.upload(hostPath, path)),
    snapshot: () => exclusive(() => room.snapshot()),
    ...(openBatch === undefined ? {} : {
      openBatch: async (): Promise<PythonBatch> => {
        over.signal.throwIfAborted();
        const batch = await openBatch();
        batches.add(batch);
        return batch;
      },
    }),
    close: () => closing ??= close(),
    [Symbol.asyncDispose]: () => closing ??= close(),
  };
}

function ended(why: string): SandboxError {
  return new SandboxError(`Cannot use the sandbox: ${why}`, { code: "sandbox_closed" });
}
