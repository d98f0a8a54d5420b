/**
 * Programs that try to get out, to see, to change or to use up what they must
 * not. Each runs in every place of its language, and once with nothing around
 * it: there it succeeds, or the attempt would show nothing.
 */
import { assert, assertEquals } from "@std/assert";
import type { Limits } from "../../lib/sandbox/limits.ts";
import { type Part, testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";
import { type Attack, BACKEND, type Kind, type Place, PLACES, SECRET, SECRET_NAME } from "./attack.ts";
import { BOMBS, LIMITS } from "./bomb_attacks.ts";
import { ESCAPES, NOT_STOPPED } from "./escape_attacks.ts";
import { NETWORK } from "./network_attacks.ts";
import { READING } from "./reading_attacks.ts";
import { attackLoosePyodide, attackNothingAll, attackPlace, openPlace, type Outcome } from "./run_attacks.ts";

const ATTACKS: readonly Attack[] = [...READING, ...NETWORK, ...BOMBS, ...ESCAPES];
const KINDS = [...new Set(ATTACKS.map(({ kind }) => kind))].sort() as Kind[];
const placesOf = (attack: Pick<Attack, "language" | "on">): readonly Place[] =>
  attack.on ?? PLACES[attack.language];
const ALL: readonly Place[] = ["bubblewrap", "deno in bubblewrap", "deno alone", "python"];
const NEEDS: readonly Part[] = ["bwrap", "git", "linux", "python"];
const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;

const BOMB_KINDS: ReadonlySet<Kind> = new Set(BOMBS.map(({ kind }) => kind));
const limitsOf = (kind: Kind): Partial<Limits> =>
  BOMB_KINDS.has(kind) ? LIMITS : { ...LIMITS, memoryMb: 1024 };

function list(outcomes: readonly Outcome[], wanted: boolean): string[] {
  return outcomes.filter(({ reached }) => reached !== wanted).map(({ attack, out }) =>
    `${attack.id} (${attack.language}); must: ${attack.goal.must}; it said: ${out.trim().slice(-600)}`
  );
}

/** The program without the names of what it is aimed at, and without its texts. */
function shape({ program, language, harvest, stage, goal, control }: Attack): string {
  const bare = program.replaceAll(/W\.\w+|\$[A-Z]+|(["'`])\/[^"'`]*\1/g, "PATH");
  return JSON.stringify([language, bare, harvest, stage, goal.must, control]);
}

Deno.test("attack: the table: 120 attempts or more, four or more a kind, none like another", () => {
  assert(ATTACKS.length >= 120, String(ATTACKS.length));
  assertEquals(KINDS.length, 24);
  for (const kind of KINDS) {
    const count = ATTACKS.filter((one) => one.kind === kind).length;
    assert(count >= 4, `${kind}: ${count}`);
  }
  const ids = ATTACKS.map(({ id, language }) => `${language} ${id}`);
  assertEquals(new Set(ids).size, ids.length, ids.filter((id, at) => ids.indexOf(id) !== at).join());
  const shapes = ATTACKS.map(shape);
  assertEquals(
    new Set(shapes).size,
    shapes.length,
    shapes.filter((one, at) => shapes.indexOf(one) !== at).join(),
  );
});

for (const place of ALL) {
  for (const kind of KINDS) {
    const attacks = ATTACKS.filter((one) => one.kind === kind && placesOf(one).includes(place));
    if (attacks.length === 0) continue;
    testWith(NEEDS, `attack: ${place}: ${kind}: ${attacks.length} attempts are stopped`, async () => {
      Deno.env.set(SECRET_NAME, SECRET);
      try {
        const outcomes = await attackPlace(place, attacks, limitsOf(kind));
        assertEquals(outcomes.length, attacks.length);
        assertEquals(list(outcomes, false), []);
      } finally {
        Deno.env.delete(SECRET_NAME);
      }
    });
  }
}

function hasFile(path: string): boolean {
  try {
    return Deno.statSync(path) !== null;
  } catch {
    return false;
  }
}

for (const kind of KINDS) {
  const attacks = ATTACKS.filter((one) =>
    one.kind === kind && one.control !== "pyodide" && (isRoot || one.rootControl !== true) &&
    (one.controlFile === undefined || hasFile(one.controlFile))
  );
  if (attacks.length === 0) continue;
  testWith(
    NEEDS,
    `attack: control: ${kind}: ${attacks.length} attempts succeed without a sandbox`,
    async () => {
      assertEquals(list(await attackNothingAll(attacks), true), []);
    },
  );
}

testWith(NEEDS, "attack: control in Pyodide: attempts succeed where Deno may do all", async () => {
  const attacks = ATTACKS.filter(({ control }) => control === "pyodide");
  assert(attacks.length > 4);
  assertEquals(list(await attackLoosePyodide(attacks), true), []);
});

for (const place of ALL) {
  testWith(NEEDS, `attack: ${place}: what is not stopped is said in the record and the docs`, async () => {
    const known = NOT_STOPPED.filter((one) => placesOf(one).includes(place));
    const file = { bubblewrap: "bubblewrap.ts", deno: "deno_child.ts", python: "python_wasm.ts" };
    const backend = BACKEND[place] as keyof typeof file;
    const source = await Deno.readTextFile(repoPath(`lib/sandbox/${file[backend]}`));
    const head = source.slice(0, source.indexOf("*/")).replaceAll(/\s+\*\s/g, " ");
    await using box = await openPlace(place, LIMITS);
    assert(known.length > 0);
    for (const { id, documented } of known) {
      assert(box.info.cannotStop.some((one) => documented.test(one)), `${id}: ${box.info.cannotStop}`);
      assert(documented.test(head), `${id}: ${head}`);
    }
    assertEquals(list(await attackPlace(place, known, LIMITS), true), []);
  });
}

testWith(NEEDS, "attack: all but Pyodide as an unprivileged user", async () => {
  if (!isRoot) return; // The tests above were that already.
  await using dir = await tempDir();
  await Deno.chmod(dir.path, 0o777);
  const wanted = "/attack: (bubblewrap|deno in bubblewrap|deno alone|control):/";
  const out = await new Deno.Command("setpriv", {
    args: [
      ...["--reuid=65534", "--regid=65534", "--clear-groups", Deno.execPath(), "test", "-A", "--no-check"],
      ...["--no-lock", "--filter", wanted, repoPath("tests/attack/attack_test.ts")],
    ],
    clearEnv: true,
    env: {
      PATH: "/usr/bin:/bin",
      HOME: dir.path,
      TMPDIR: dir.path,
      DENO_DIR: dir.join("deno"),
      NO_COLOR: "1",
    },
    cwd: repoPath("."),
  }).output();
  const text = new TextDecoder().decode(out.stdout) + new TextDecoder().decode(out.stderr);
  assertEquals(out.code, 0, text.slice(-8_000));
  assert(Number(/ok \| (\d+) passed \| 0 failed/.exec(text)?.[1]) > 70, text.slice(-1_000));
});
