/**
 * Proof that a split is the one that was meant.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { checkPin, type Pin, type PinReport } from "./check_pin.ts";
import { deriveDataset } from "./derive_dataset.ts";
import type { Dataset, Fields } from "./doc.ts";

/**
 * A data set that refuses to give its first doc until all of it was found to be
 * as pinned. Reads the source twice, the first time for the check.
 *
 * @throws {DataError} while reading: `pin_mismatch` with the report in `details`.
 *
 * @example
 * ```ts
 * import { fromArray, pinDataset, toArray } from "../../mod.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => toArray(pinDataset(fromArray([{ a: 1 }]), { rows: 2 })), Error, "rows: wanted 2");
 * ```
 */
export function pinDataset<F extends Fields>(dataset: Dataset<F>, pin: Pin): Dataset<F> {
  let checked: Promise<PinReport> | undefined;
  return deriveDataset(dataset, "the pin", async function* (batches) {
    const report = await (checked ??= checkPin(dataset, pin));
    if (!report.ok) {
      throw new DataError(
        `Cannot use "${dataset.info.name}" as the pinned split: ${report.problems.join("; ")}`,
        {
          code: "pin_mismatch",
          hint: "Take the standard split, or run as diagnostic",
          details: { report },
        },
      );
    }
    yield* batches;
  });
}
