/**
 * Opens a GGUF file with llama.cpp.
 *
 * @module
 */
import { checkOptions } from "../core/check_options.ts";
import { ModelError } from "../core/errors.ts";
import { type Llama, type LlamaModule, loadLlama } from "../deps/node_llama_cpp.ts";
import type { LlamaSession } from "./llama_session.ts";

/** A loaded file with all it takes to ask it. */
export interface Loaded extends LlamaSession {
  /** The native library. */
  readonly llama: Llama;
  /** The package, for its chat templates. */
  readonly library: LlamaModule;
}

/**
 * Loads a file: checked first, since llama.cpp may end the process over a foreign one.
 *
 * @throws {TypeError} for an unknown option
 * @throws {ModelError} `gguf_missing`, `gguf_bad_file`, `gguf_not_installed`
 */
export async function loadGguf(
  path: string,
  options: { readonly contextSize?: number; readonly adapterPath?: string },
): Promise<Loaded> {
  await checkOptions(options, { contextSize: true, chat: true, adapterPath: true }, "gguf");
  await checkFile(path);
  const { adapterPath } = options;
  if (adapterPath !== undefined) await checkFile(adapterPath);
  const library = await loadLlama();
  const llama = await library.getLlama({
    gpu: false,
    build: "never",
    progressLogs: false,
    // More threads spin at barriers and stall on a busy machine.
    maxThreads: 1,
    logLevel: "error",
    logger: () => {},
  });
  try {
    const model = await llama.loadModel({ modelPath: await Deno.realPath(path) });
    const contextSize = options.contextSize ?? Math.min(4096, model.trainContextSize);
    // A full cache, since models with sliding windows could not step back otherwise.
    const context = await model.createContext({
      contextSize,
      batchSize: 512,
      threads: 1,
      swaFullCache: true,
      ...(adapterPath === undefined
        ? {}
        : { lora: { adapters: [{ filePath: await Deno.realPath(adapterPath) }] } }),
    });
    return { llama, library, model, sequence: context.getSequence(), contextSize };
  } catch (cause) {
    await llama.dispose();
    throw new ModelError(
      `Cannot load "${path}"${
        adapterPath === undefined ? "" : ` with "${adapterPath}"`
      }: llama.cpp refused it`,
      {
        code: "gguf_bad_file",
        hint: "Check that the file is whole and that its architecture is known to llama.cpp",
        cause,
      },
    );
  }
}

async function checkFile(path: string): Promise<void> {
  const head = new Uint8Array(4);
  try {
    using file = await Deno.open(path);
    await file.read(head);
  } catch (cause) {
    throw new ModelError(`Cannot open "${path}": wanted a GGUF file, found none that can be read`, {
      code: "gguf_missing",
      cause,
    });
  }
  const magic = new TextDecoder().decode(head);
  if (magic === "GGUF") return;
  throw new ModelError(
    `Cannot load "${path}": wanted a file that begins with "GGUF", found ${JSON.stringify(magic)}`,
    {
      code: "gguf_bad_file",
    },
  );
}
