/** Stand-in for `jsr:@std/testing/time`: a clock that moves only when told. */

/** Misuse of this module. */
export class TimeError extends Error {
  /** Makes the error. */
  constructor(message: string) {
    super(message);
    this.name = "TimeError";
  }
}

interface Timer {
  id: number;
  due: number;
  repeatMs?: number;
  run: () => void;
}

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
};
let active: FakeTime | undefined;

/** Replaces `Date` and the timers until `restore` (or the end of a `using` block). */
export class FakeTime {
  #nowMs: number;
  readonly #startMs: number;
  #timers = new Map<number, Timer>();
  #nextId = 1;

  /** Starts at `start` (now by default). */
  constructor(start?: number | string | Date | null) {
    if (active) throw new TimeError("Cannot construct FakeTime: time is already faked");
    this.#nowMs = start === undefined || start === null ? real.Date.now() : new real.Date(start).getTime();
    if (Number.isNaN(this.#nowMs)) throw new TypeError("Cannot construct FakeTime: invalid start");
    this.#startMs = this.#nowMs;
    // deno-lint-ignore no-this-alias
    const self = this;
    const RealDate = real.Date;
    const FakeDate = function (this: unknown, ...args: unknown[]): unknown {
      if (!new.target) return new RealDate(self.#nowMs).toString();
      return args.length === 0 ? new RealDate(self.#nowMs) : new (RealDate as never as new (...a: unknown[]) => Date)(...args);
    };
    Object.setPrototypeOf(FakeDate, RealDate);
    FakeDate.prototype = RealDate.prototype;
    (FakeDate as never as { now: () => number }).now = () => self.#nowMs;
    const add = (repeat: boolean) => (fn: (...a: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
      const id = self.#nextId++;
      const wait = Math.max(0, Number(ms) || 0);
      self.#timers.set(id, {
        id,
        due: self.#nowMs + wait,
        ...(repeat ? { repeatMs: wait } : {}),
        run: () => fn(...args),
      });
      return id;
    };
    const clear = (id?: number): void => {
      if (id !== undefined) self.#timers.delete(id);
    };
    Object.assign(globalThis, {
      Date: FakeDate,
      setTimeout: add(false),
      setInterval: add(true),
      clearTimeout: clear,
      clearInterval: clear,
    });
    active = this;
  }

  /** Milliseconds of the faked clock; may be set forwards. */
  get now(): number {
    return this.#nowMs;
  }
  set now(value: number) {
    if (value < this.#nowMs) throw new RangeError("Cannot set current time in the past");
    for (let t = this.#due(value); t; t = this.#due(value)) this.#fire(t);
    this.#nowMs = value;
  }
  /** Where the clock started. */
  get start(): number {
    return this.#startMs;
  }

  #due(limit: number): Timer | undefined {
    let best: Timer | undefined;
    for (const t of this.#timers.values()) if (t.due <= limit && (!best || t.due < best.due)) best = t;
    return best;
  }
  #fire(t: Timer): void {
    this.#nowMs = Math.max(this.#nowMs, t.due);
    if (t.repeatMs === undefined) this.#timers.delete(t.id);
    else t.due = this.#nowMs + Math.max(1, t.repeatMs);
    t.run();
  }

  /** Lets pending promises go on. */
  async runMicrotasks(): Promise<void> {
    await new Promise<void>((resolve) => real.setTimeout(resolve, 0));
  }
  /** Moves forwards, firing what is due. */
  tick(ms = 0): void {
    this.now += ms;
  }
  /** Moves forwards, letting promises go on before each timer. */
  async tickAsync(ms = 0): Promise<void> {
    const end = this.#nowMs + ms;
    await this.runMicrotasks();
    for (let t = this.#due(end); t; t = this.#due(end)) {
      this.#fire(t);
      await this.runMicrotasks();
    }
    this.#nowMs = end;
  }
  /** Fires the next timer; false when there is none. */
  next(): boolean {
    const t = this.#due(Infinity);
    if (t) this.#fire(t);
    return t !== undefined;
  }
  /** Like {@linkcode FakeTime.next}, after pending promises. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }
  /** Fires timers until none is left. */
  runAll(): void {
    while (this.next());
  }
  /** Like {@linkcode FakeTime.runAll}, letting promises go on between. */
  async runAllAsync(): Promise<void> {
    while (await this.nextAsync());
  }
  /** Waits on the faked clock. */
  delay(ms: number): Promise<void> {
    return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
  }
  /** Puts the real clock back. */
  restore(): void {
    if (active !== this) throw new TimeError("Cannot restore time: already restored");
    Object.assign(globalThis, real);
    this.#timers.clear();
    active = undefined;
  }
  /** Puts the real clock back. */
  [Symbol.dispose](): void {
    if (active === this) this.restore();
  }
  /** Puts the real clock back, whoever faked it. */
  static restore(): void {
    if (!active) throw new TimeError("Cannot restore time: time is not faked");
    active.restore();
  }
}
