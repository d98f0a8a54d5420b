/**
 * Memory and process limits by Linux control groups, version 1 or 2, where this
 * user may make groups. An extra: without it, limits per process still hold.
 *
 * @module
 */
import { runProcess } from "./run_process.ts";

/** A way to make groups on this machine. */
export interface CgroupMaker {
  /** 1 or 2. */
  readonly version: 1 | 2;
  /** Shell lines that make the group `$1` for the calling shell; `$2` is memory in bytes, `$3` processes (`max` for none). */
  readonly enter: string;
  /** Shell lines that print `oom` when group `$1` ran out of memory, then remove it. */
  readonly leave: string;
}

const V1: CgroupMaker = {
  version: 1,
  enter: `M=/sys/fs/cgroup/memory/$1 P=/sys/fs/cgroup/pids/$1
mkdir "$M" "$P" || exit 125
[ "$2" = max ] || { echo "$2" >"$M/memory.limit_in_bytes" || exit 125
  [ ! -e "$M/memory.memsw.limit_in_bytes" ] || echo "$2" >"$M/memory.memsw.limit_in_bytes" 2>/dev/null; }
[ "$3" = max ] || echo "$3" >"$P/pids.max" || exit 125
echo $$ >"$M/cgroup.procs" && echo $$ >"$P/cgroup.procs" || exit 125`,
  leave: `M=/sys/fs/cgroup/memory/$1 P=/sys/fs/cgroup/pids/$1
if [ -e "$M/memory.oom_control" ]; then
  while read -r key value; do [ "$key" = oom_kill ] && [ "$value" -gt 0 ] && echo oom; done <"$M/memory.oom_control"
fi
for try in 1 2 3 4 5 6 7 8 9 10; do
  rmdir "$M" "$P" 2>/dev/null; [ -e "$M" ] || [ -e "$P" ] || exit 0; sleep 0.05
done; exit 1`,
};

const V2: CgroupMaker = {
  version: 2,
  enter: `G=/sys/fs/cgroup/$1
mkdir "$G" || exit 125
[ "$2" = max ] || { echo "$2" >"$G/memory.max" || exit 125; echo 0 >"$G/memory.swap.max" 2>/dev/null; }
[ "$3" = max ] || echo "$3" >"$G/pids.max" || exit 125
echo $$ >"$G/cgroup.procs" || exit 125`,
  leave: `G=/sys/fs/cgroup/$1
if [ -e "$G/memory.events" ]; then
  while read -r key value; do [ "$key" = oom_kill ] && [ "$value" -gt 0 ] && echo oom; done <"$G/memory.events"
fi
for try in 1 2 3 4 5 6 7 8 9 10; do
  rmdir "$G" 2>/dev/null; [ -e "$G" ] || exit 0; sleep 0.05
done; exit 1`,
};

/** Runs shell lines with a clean environment; gives what they print, null when they fail. */
export async function runShell(script: string, args: readonly string[] = []): Promise<string | null> {
  try {
    const options = { wallMs: 5_000, outputBytes: 10_000, env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } };
    const result = await runProcess(["/bin/sh", "-c", script, "sh", ...args], options);
    return result.code === 0 ? result.stdout.text() : null;
  } catch {
    return null;
  }
}

/** Removes groups of processes that are dead. A group that is in use cannot be removed. */
const SWEEP =
  `for group in /sys/fs/cgroup/benchbook-* /sys/fs/cgroup/memory/benchbook-* /sys/fs/cgroup/pids/benchbook-*; do
  [ -d "$group" ] || continue
  pid=\${group##*/benchbook-}; pid=\${pid%%-*}
  kill -0 "$pid" 2>/dev/null || rmdir "$group" 2>/dev/null
done; true`;

/** Finds out by making one; null where groups cannot be made. */
export async function probeCgroup(): Promise<CgroupMaker | null> {
  if (Deno.build.os !== "linux") return null;
  await runShell(SWEEP);
  for (const maker of [V2, V1]) {
    const name = `benchbook-${Deno.pid}-probe-${crypto.randomUUID()}`;
    // The probing shell is itself a member, so another one removes the group.
    const made = await runShell(maker.enter, [name, String(64 << 20), "16"]);
    const left = await runShell(maker.leave, [name]);
    if (made !== null && left !== null) return maker;
  }
  return null;
}
