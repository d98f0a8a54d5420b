/**
 * node-llama-cpp, loaded on demand and only when it was installed on purpose.
 *
 * An `npm:` import would fetch 700 MB of builds for graphics cards on the first
 * `gguf:` run, so `deno task gguf:install` puts the processor build alone
 * (about 40 MB) into a cache folder, its JavaScript bundled into one file that
 * Deno can import without a node_modules folder of its own.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";
import { ModelError } from "../core/errors.ts";

/** The package as npm knows it. */
export const LLAMA_PACKAGE = "node-llama-cpp@3.22.1";

/** Token id. */
export type LlamaToken = number;

/** What is read from one evaluated position. */
export interface LlamaPosition {
  /** What comes after the position. */
  readonly next: {
    readonly logits?: ReadonlyMap<LlamaToken, number>;
    /** Sum of `exp(logit - largest logit)` over the vocabulary. */
    readonly totalLogitWeight?: number;
  };
}

/** A token to evaluate, with what to read after it. */
export type LlamaInput = LlamaToken | [token: LlamaToken, options: Readonly<Record<string, unknown>>];

/** One sequence of a context. */
export interface LlamaSequence {
  /** Tokens it holds. */
  readonly nextTokenIndex: number;
  /** Keeps what the sequence shares with `tokens` from the start and drops the rest. */
  adaptStateToTokens(tokens: LlamaToken[], allowShift?: boolean): Promise<void>;
  /** Drops all tokens. */
  clearHistory(): Promise<void>;
  /** Adds tokens and generates from there. */
  evaluate(tokens: LlamaToken[], options?: Readonly<Record<string, unknown>>): AsyncGenerator<LlamaToken>;
  /** Adds tokens. */
  evaluateWithoutGeneratingNewTokens(tokens: LlamaToken[]): Promise<void>;
  /** Adds tokens and reads what was asked for after each. */
  controlledEvaluate(input: LlamaInput[]): Promise<(LlamaPosition | undefined)[]>;
}

/** A loaded model. */
export interface LlamaModel {
  /** Text to tokens. */
  tokenize(text: string, specialTokens?: boolean): LlamaToken[];
  /** Tokens to text. */
  detokenize(tokens: readonly LlamaToken[], specialTokens?: boolean): string;
  /** Whether the token ends a reply. */
  isEogToken(token: LlamaToken): boolean;
  /** Special tokens. */
  readonly tokens: {
    readonly bos: LlamaToken | null;
    readonly eos: LlamaToken | null;
    readonly shouldPrependBosToken: boolean;
  };
  /** Context length it was trained with, in tokens. */
  readonly trainContextSize: number;
  /** What the file says about itself. */
  readonly fileInfo: { readonly metadata?: { readonly general?: { readonly name?: string } } };
  /** Handle for chat templates. */
  readonly tokenizer: unknown;
  /** Makes a context. */
  createContext(options: Readonly<Record<string, unknown>>): Promise<{ getSequence(): LlamaSequence }>;
}

/** The library, opened. */
export interface Llama {
  /** Loads a file. */
  loadModel(options: Readonly<Record<string, unknown>>): Promise<LlamaModel>;
  /** Frees native memory. */
  dispose(): Promise<void>;
}

/** The part of the package that is used. */
export interface LlamaModule {
  /** Opens the native library. */
  getLlama(options: Readonly<Record<string, unknown>>): Promise<Llama>;
  /** Finds the chat template of a model. */
  resolveChatWrapper(model: LlamaModel): {
    generateContextState(state: Readonly<Record<string, unknown>>): {
      readonly contextText: { tokenize(tokenizer: unknown): LlamaToken[] };
    };
  };
}

/**
 * Folder the package is installed in: `BENCHBOOK_LLAMA_DIR`, else below the
 * user's cache folder.
 *
 * @throws {ModelError} `gguf_not_installed` when no variable names a cache folder.
 */
export function llamaFolder(): string {
  const asked = readEnv("BENCHBOOK_LLAMA_DIR");
  if (asked !== undefined) return asked;
  const home = readEnv("HOME");
  const cache = readEnv("XDG_CACHE_HOME") ?? readEnv("LOCALAPPDATA") ??
    (home === undefined ? undefined : `${home}/.cache`);
  if (cache === undefined) throw notInstalled("HOME is not set");
  return `${cache}/benchbook/${LLAMA_PACKAGE.replace("@", "-")}`;
}

/**
 * Loads the package.
 *
 * @throws {ModelError} `gguf_not_installed`, with the command that installs it.
 */
export async function loadLlama(): Promise<LlamaModule> {
  const folder = await Deno.realPath(llamaFolder()).catch(() => llamaFolder());
  // A computed specifier: the module graph (and `deno install`) must not see it.
  const path = `${folder}/dist/benchbook.mjs`.replaceAll("\\", "/");
  const url = `file://${path.startsWith("/") ? "" : "/"}${encodeURI(path)}`;
  try {
    await Deno.stat(path);
  } catch (cause) {
    throw notInstalled(`"${path}" is not there`, cause);
  }
  return await import(url) as LlamaModule;
}

function notInstalled(found: string, cause?: unknown): ModelError {
  return new ModelError(`Cannot run a GGUF file: wanted ${LLAMA_PACKAGE}, found none (${found})`, {
    code: "gguf_not_installed",
    hint: "Run `deno task gguf:install` once (npm, about 90 MB to fetch)",
    cause,
  });
}
