// deno-lint-ignore-file camelcase
/**
 * Executes notebooks on the real Deno kernel and compares their outputs with
 * the committed ones.
 *
 * @module
 */
import { basename } from "node:path";
import { join } from "./path.ts";
import { requirePart } from "./require.ts";
import { repoPath } from "./shared.ts";

/** One output of a cell, as nbformat 4 has it. */
export interface CellOutput {
  output_type: string;
  name?: string;
  text?: string | string[];
  data?: Record<string, string | string[] | unknown>;
  ename?: string;
  evalue?: string;
  traceback?: string[];
  execution_count?: number | null;
  metadata?: Record<string, unknown>;
}

/** A cell, as nbformat 4 has it. */
export interface Cell {
  cell_type: string;
  id?: string;
  source: string | string[];
  outputs?: CellOutput[];
  execution_count?: number | null;
  metadata?: Record<string, unknown>;
}

/** A notebook, as nbformat 4 has it. */
export interface Notebook {
  cells: Cell[];
  metadata: Record<string, unknown>;
  nbformat: number;
  nbformat_minor: number;
}

/** An executed notebook; `error` when a cell or the kernel failed. */
export interface Executed {
  readonly error: string | null;
  readonly notebook: Notebook;
}

/** Lines of nbformat as one text. */
export function textOf(value: unknown): string {
  return Array.isArray(value)
    ? value.join("")
    : typeof value === "string"
    ? value
    : JSON.stringify(value ?? "");
}

/**
 * Runs notebooks in their own folders, each from a clean kernel. The kernel
 * spec, the runtime files and the settings of Jupyter live in a temporary
 * folder; the user's are not touched.
 */
export async function executeNotebooks(paths: readonly string[]): Promise<Executed[]> {
  const python = requirePart("jupyter");
  const scratch = await Deno.makeTempDir({ prefix: "benchbook_jupyter_" });
  try {
    const kernel = join(scratch, "kernels", "deno");
    await Deno.mkdir(kernel, { recursive: true });
    await Deno.mkdir(join(scratch, "out"));
    const spec = {
      argv: [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"],
      display_name: "Deno",
      language: "typescript",
      // Values would be coloured otherwise.
      env: { NO_COLOR: "1" },
    };
    await Deno.writeTextFile(join(kernel, "kernel.json"), JSON.stringify(spec));
    const { code, stdout, stderr } = await new Deno.Command(python, {
      args: [repoPath("tests", "support", "run_notebooks.py"), join(scratch, "out"), ...paths],
      env: {
        JUPYTER_PATH: scratch,
        JUPYTER_RUNTIME_DIR: join(scratch, "runtime"),
        JUPYTER_CONFIG_DIR: join(scratch, "config"),
        JUPYTER_DATA_DIR: join(scratch, "data"),
        IPYTHONDIR: join(scratch, "ipython"),
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n").filter((line) => line.startsWith("{"));
    if (code !== 0 || lines.length !== paths.length) {
      throw new Error(
        `run_notebooks.py ended with ${code}: ${new TextDecoder().decode(stderr).slice(-3000)}`,
      );
    }
    return await Promise.all(paths.map(async (path, i) => ({
      error: JSON.parse(lines[i] ?? "{}").error as string | null,
      notebook: JSON.parse(await Deno.readTextFile(join(scratch, "out", basename(path)))) as Notebook,
    })));
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Run ids and times of day.
  [/(?<![0-9A-Za-z])\d{8}-\d{6}(-\d+)?\b/g, "<run id>"],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, "<time>"],
  // Durations.
  [/\b\d+(\.\d+)?(e-?\d+)? ?(µs|ms|s|min)\b/g, "<duration>"],
  [/(durationMs|latencyMs|elapsedMs): \d+(\.\d+)?(e-?\d+)?/g, "$1: <duration>"],
  // Ids of displays, then absolute paths up to the part that is ours.
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<id>"],
  [/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[/\\][\w.~-]+)+[/\\](?=(benchmarks|runs|ledger|notebooks)\b)/g, "<path>/"],
];

/** Replaces what differs between two runs of the same code: times, ids and paths, nothing else. */
export function maskText(text: string): string {
  return MASKS.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
}

/** Outputs of a cell as comparable text: streams joined, values by kind, masked. */
export function comparable(outputs: readonly CellOutput[] = []): string {
  return outputs.map((output) => {
    if (output.output_type === "stream") return `${output.name}: ${textOf(output.text)}`;
    if (output.output_type === "error") return `error: ${output.ename}: ${output.evalue}`;
    const kinds = Object.entries(output.data ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    return kinds.map(([kind, value]) => `${kind}: ${textOf(value)}`).join("\n");
  }).map(maskText).join("\n");
}

/** What is committed: no counters, no metadata of cells, masked outputs, stable cell ids. */
export function cleanNotebook(notebook: Notebook): Notebook {
  return {
    cells: notebook.cells.map((cell, i) => ({
      cell_type: cell.cell_type,
      ...(cell.cell_type === "code" ? { execution_count: null } : {}),
      id: `cell-${String(i).padStart(2, "0")}`,
      metadata: {},
      ...(cell.cell_type === "code" ? { outputs: (cell.outputs ?? []).map(cleanOutput) } : {}),
      source: lines(textOf(cell.source)),
    })),
    metadata: {
      kernelspec: { display_name: "Deno", language: "typescript", name: "deno" },
      language_info: { name: "typescript" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
}

function cleanOutput(output: CellOutput): CellOutput {
  if (output.output_type === "stream") {
    return { name: output.name ?? "stdout", output_type: "stream", text: lines(textOf(output.text)) };
  }
  if (output.output_type === "error") return { ...output, traceback: [] };
  const data = Object.entries(output.data ?? {}).map(([kind, value]) => [kind, lines(textOf(value))]);
  return {
    data: Object.fromEntries(data),
    ...(output.output_type === "execute_result" ? { execution_count: null } : {}),
    metadata: {},
    output_type: output.output_type,
  };
}

function lines(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

/** Differences between two runs of a notebook, one sentence a cell; empty when there are none. */
export function compareNotebooks(committed: Notebook, executed: Notebook): string[] {
  const found: string[] = [];
  if (committed.cells.length !== executed.cells.length) return ["the number of cells differs"];
  committed.cells.forEach((cell, i) => {
    if (cell.cell_type !== "code") return;
    const wanted = comparable(cell.outputs);
    const got = comparable(executed.cells[i]?.outputs);
    if (wanted !== got) {
      found.push(`cell ${i}: wanted\n${wanted.slice(0, 1500)}\nfound\n${got.slice(0, 1500)}`);
    }
  });
  return found;
}

/** Breaches of the rules for notebooks (CONTRIBUTING); empty when there are none. */
export function ruleBreaches(name: string, notebook: Notebook): string[] {
  const found: string[] = [];
  const { cells } = notebook;
  const source = (i: number) => textOf(cells[i]?.source);
  if (!/^\d\d_[a-z0-9]+(_[a-z0-9]+)*\.ipynb$/.test(name)) found.push(`"${name}" is not NN_verb_noun.ipynb`);
  if (!source(0).startsWith("# ")) found.push("the first cell has no title");
  if (!/\b(free|\$)/.test(source(0)) || !/\d+ (s|min)\b/.test(source(0))) {
    found.push("the first cell names no time and cost");
  }
  if (!source(1).includes('from "../mod.ts"') && !source(2).includes('from "../mod.ts"')) {
    found.push("the second cell does not import ../mod.ts");
  }
  cells.forEach((cell, i) => {
    if (cell.cell_type !== "code") return;
    const count = source(i).trimEnd().split("\n").length;
    if (count > 12) found.push(`cell ${i} has ${count} lines, 12 at most`);
    if (i > 1 && cells[i - 1]?.cell_type !== "markdown") found.push(`cell ${i} has no text before it`);
    if ((cell.outputs ?? []).some((output) => output.output_type === "error")) found.push(`cell ${i} failed`);
    if (comparable(cell.outputs).length > 20_000) found.push(`cell ${i} shows more than 20 kB`);
    if (/\b(sk|hf|gsk)[-_][A-Za-z0-9]{16,}/.test(source(i) + comparable(cell.outputs))) {
      found.push(`cell ${i} shows a key`);
    }
  });
  const last = textOf(cells.at(-1)?.source);
  if (!last.startsWith("## Next")) found.push('the last cell is not "## Next"');
  if ((last.match(/\]\(/g) ?? []).length < 2) found.push("the last cell has fewer than two links");
  return found;
}

/** Paths of the notebooks of the repository, in order. */
export async function repoNotebooks(): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(repoPath("notebooks"))) {
    if (entry.isFile && entry.name.endsWith(".ipynb")) names.push(entry.name);
  }
  return names.sort().map((name) => repoPath("notebooks", name));
}
