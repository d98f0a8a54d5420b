/**
 * What `deno task bench --help` says beside its options.
 *
 * @module
 */
import type { CommandHelp } from "./help.ts";

/** Help of the command. */
export const BENCH_HELP: CommandHelp = {
  usage: "deno task bench",
  summary: "Runs the benchmarks of a niche against a model and writes one result file per task.",
  examples: [
    ["deno task bench --niche medical", "the floor model on the samples: what a run looks like, offline"],
    [
      "deno task bench --niche medical --model openai:NAME --base-url http://127.0.0.1:8000/v1",
      "a model behind an OpenAI-compatible server",
    ],
    ["deno task bench --niche medical --resume latest", "go on after an interruption"],
    ["deno task bench --tasks pubmedqa --limit 20 --fail-under 0.6", "a quick look with a gate"],
  ],
  notes: [
    "Environment: a variable in [brackets] stands in for its flag; a typed flag wins. The file .env in the root " +
    "folder is loaded first; what is already exported wins. HF_ENDPOINT, HF_TOKEN and HF_HOME are honoured for data " +
    "sets. HTTPS_PROXY, HTTP_PROXY and NO_PROXY are honoured for requests. Behind a proxy or server with its own " +
    "certificates set DENO_CERT=/path/to/ca.pem, or DENO_TLS_CA_STORE=system. NO_COLOR gives plain text.",
    "A run may reach only the hosts its flags and config name (for huggingface also *.huggingface.co and *.hf.co); " +
    "--allow-host adds others. Without a model the embedded floor model answers: a floor to compare with, not a model.",
    "Files: artifacts/benchmarks/NICHE_TASK_RUNID.json (results), artifacts/runs/RUNID/ (plan, ledger with every " +
    "prompt and reply, report). Config: config/specialists/NICHE.yaml, config/benchmarks/TASK.yaml. Local data: " +
    "data/benchmarks/TASK/SPLIT.jsonl (.json, .csv, .parquet).",
  ],
};
