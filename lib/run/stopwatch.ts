/** @module */
import type { BenchEvent } from "../core/context.ts";
import type { RunEvent } from "./events.ts";

/** Measures tasks by the events of their samples, and passes the events on. */
export interface Stopwatch {
  /** Takes an event and passes it on. */
  onEvent(event: RunEvent | BenchEvent): void;
  /** Wall time from the first start to the last end of a task's samples in this process. */
  durationMs(group: string): number;
}

/**
 * Starts a stopwatch in front of a listener.
 *
 * @example
 * ```ts
 * import { stopwatch } from "./stopwatch.ts";
 * import { assert } from "@std/assert";
 * assert(stopwatch().durationMs("no such task") === 0);
 * ```
 */
export function stopwatch(next?: (event: RunEvent | BenchEvent) => void): Stopwatch {
  const spans = new Map<string, { from: number; to: number }>();
  return {
    onEvent(event) {
      if ((event.kind === "unit.started" || event.kind === "unit.done") && typeof event.group === "string") {
        const span = spans.get(event.group);
        if (span === undefined) {
          const now = performance.now();
          spans.set(event.group, { from: now, to: now });
        } else if (event.kind === "unit.done") span.to = performance.now();
      }
      next?.(event);
    },
    durationMs: (group) => {
      const span = spans.get(group);
      return span === undefined ? 0 : Math.max(0, span.to - span.from);
    },
  };
}
