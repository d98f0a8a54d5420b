/**
 * Edit distance in a beam around the diagonal, with its alignment, as Tercom
 * and sacrebleu compute it for the translation edit rate.
 *
 * @module
 */

const BEAM = 25;
const FAR = 1e9;
const KEEP = 0;
const SWAP = 1;
const ADD = 2;
const DROP = 3;

/** How reply and reference lie on each other. */
export interface EditAlignment {
  /** Number of edits. */
  readonly cost: number;
  /** Position in the reply per word of the reference; -1 before its first word. */
  readonly aligned: Int32Array;
  /** 1 where a word of the reply is wrong. */
  readonly wrongReply: Uint8Array;
  /** 1 where a word of the reference is missed. */
  readonly wrongReference: Uint8Array;
}

/** Edit distances of many replies to one reference; rows of the last aligned reply are reused. */
export class EditTable {
  /** The reference, as word ids. */
  readonly reference: Int32Array;
  #width: number;
  #costs: Int32Array = new Int32Array();
  #steps: Uint8Array = new Uint8Array();
  #scratch: Int32Array = new Int32Array();

  /**
   * Keeps the reference.
   *
   * @param reference Word ids; at least one.
   */
  constructor(reference: Int32Array) {
    this.reference = reference;
    this.#width = reference.length + 1;
  }

  #fill(words: Int32Array, from: number, costs: Int32Array, steps: Uint8Array | null): number {
    const width = this.#width;
    const n = words.length;
    const ratio = n > 0 ? this.reference.length / n : 1;
    const beam = BEAM < ratio / 2 ? Math.ceil(ratio / 2 + BEAM) : BEAM;
    costs.fill(FAR, (from + 1) * width);
    if (from === 0) { for (let j = 0; j < width; j++) costs[j] = j; }
    for (let i = from + 1; i <= n; i++) {
      const middle = Math.floor(i * ratio);
      const low = Math.max(0, middle - beam);
      const high = i === n ? width : Math.min(width, middle + beam);
      const word = words[i - 1];
      const row = i * width;
      const above = row - width;
      for (let j = low; j < high; j++) {
        if (j === 0) {
          costs[row] = (costs[above] as number) + 1;
          if (steps) steps[row] = DROP;
          continue;
        }
        const same = word === this.reference[j - 1];
        let cost = (costs[above + j - 1] as number) + (same ? 0 : 1);
        let step = same ? KEEP : SWAP;
        const dropped = (costs[above + j] as number) + 1;
        if (cost > dropped) {
          cost = dropped;
          step = DROP;
        }
        const added = (costs[row + j - 1] as number) + 1;
        if (cost > added) {
          cost = added;
          step = ADD;
        }
        costs[row + j] = cost;
        if (steps) steps[row + j] = step;
      }
    }
    return costs[n * width + width - 1] as number;
  }

  /** Aligns a reply and keeps its rows for {@linkcode EditTable.distance}. */
  align(words: Int32Array): EditAlignment {
    const n = words.length;
    const size = (n + 1) * this.#width;
    this.#costs = new Int32Array(size);
    this.#scratch = new Int32Array(size);
    this.#steps = new Uint8Array(size).fill(ADD, 0, this.#width);
    const cost = this.#fill(words, 0, this.#costs, this.#steps);
    const path: number[] = [];
    let i = n;
    let j = this.reference.length;
    while (i > 0 || j > 0) {
      const step = this.#steps[i * this.#width + j] as number;
      path.push(step);
      if (step !== ADD) i--;
      if (step !== DROP) j--;
    }
    const aligned = new Int32Array(this.reference.length);
    const wrongReply = new Uint8Array(n);
    const wrongReference = new Uint8Array(this.reference.length);
    let inReply = -1;
    let inReference = -1;
    for (const step of path.reverse()) {
      if (step !== ADD) inReply++;
      if (step !== DROP) aligned[++inReference] = inReply;
      if (step === KEEP) continue;
      if (step !== ADD) wrongReply[inReply] = 1;
      if (step !== DROP) wrongReference[inReference] = 1;
    }
    return { cost, aligned, wrongReply, wrongReference };
  }

  /** Edits of a reply that equals the last aligned one in its first `same` words. */
  distance(words: Int32Array, same: number): number {
    this.#scratch.set(this.#costs.subarray(0, (same + 1) * this.#width));
    return this.#fill(words, same, this.#scratch, null);
  }
}
