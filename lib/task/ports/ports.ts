/**
 * All ports that come along, by the key of the Python source they stand for.
 *
 * @module
 */
import { ARABIC_PORTS } from "./arabic.ts";
import { CHOICE_PORTS } from "./choices.ts";
import { LANGUAGE_PORTS } from "./languages.ts";
import type { Port } from "./port.ts";
import { SCORE_PORTS } from "./scores.ts";
import { spanF1 } from "./span_f1.ts";
import { SUBJECT_PORTS } from "./subjects.ts";

/** Key of the source to the port. */
export const PORTS: ReadonlyMap<string, Port> = new Map(
  [ARABIC_PORTS, CHOICE_PORTS, LANGUAGE_PORTS, SCORE_PORTS, SUBJECT_PORTS, {
    "5d942e1f6baf19e3": () => spanF1,
  }].flatMap((table) => Object.entries(table)),
);
