/**
 * Looking at processes of this machine.
 *
 * @module
 */

/** Whether a process runs. One that has ended but was not yet collected does not. */
export function isRunning(pid: number): boolean {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Ids of running processes whose command line holds `text`. */
export function processesWith(text: string): number[] {
  const found: number[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const line = Deno.readTextFileSync(`/proc/${name}/cmdline`);
      if (line.includes(text) && isRunning(Number(name))) found.push(Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** Asks until it is so, for at most so long; gives the last answer. */
export async function becomes(what: () => boolean, withinMs = 2_000): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!what()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
