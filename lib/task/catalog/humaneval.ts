/**
 * # HumanEval: 164 Python functions from their docstrings
 *
 * | | |
 * |---|---|
 * | source | hub `openai/openai_humaneval`, split test, 164 rows; `humaneval_plus`: hub `evalplus/humanevalplus` |
 * | revision | pinned by the SHA-256 of the canonical rows |
 * | licence | MIT; HumanEval+ Apache-2.0 |
 * | prompt | the head of the function; `humaneval_instruct` asks for it in words and puts the head into the model's mouth |
 * | shots | none, whatever the caller asks |
 * | asked | up to 1,024 tokens, greedy, until a new top-level statement; `humaneval_64`: 64 draws at temperature 0.2, top-p 0.95 |
 * | metric | `pass@1` under the filter `create_test` (`humaneval_64`: pass@2, 8, 16, 32, 64) |
 *
 * A chat model does not continue a prompt, so on a chat endpoint `humaneval`
 * is asked in words, without stops, and the code block that defines the
 * function is taken; the run is then diagnostic and says so. The same form
 * under a name of its own is `humaneval_chat`. `humaneval_instruct` stays
 * lm-eval's, also in chat: a server that does not go on with the answer's
 * start scores 0 there.
 *
 * Known traps: 14 of the tasks have trouble in prompt or tests; they are run
 * as they are, and other rows make another hash, hence a diagnostic run.
 * `humaneval_fixed` puts the two prompts right whose examples the tests refute
 * ({@linkcode HUMANEVAL_FIXES}), under its own name and never canonical. Chat
 * APIs take at most four stops, of the five the last (`\nprint`) is lost; the
 * function's name is not `candidate`, that is only the tests' parameter;
 * nothing is stripped from the left of a completion.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { ChatForm, FilterPipeline, Task } from "../task.ts";
import type { TaskLiteral } from "../task_literal.ts";
import { fixHumaneval, HUMANEVAL_FIXES } from "./humaneval_fixes.ts";

const STOPS = ["\nclass", "\ndef", "\n#", "\nif", "\nprint"];

function question(doc: Fields): string {
  return "Write a solution to the following problem and make sure that it passes the tests:\n" +
    `\`\`\`python\n${doc.prompt}\n\`\`\`\n`;
}

function createTest(step: string, args: Readonly<Record<string, unknown>> = {}): readonly FilterPipeline[] {
  return [{ name: "create_test", steps: [{ function: step, args }] }];
}

/** HumanEval in words, for models that only take messages. */
export const humanevalChatForm: ChatForm = {
  name: "humaneval_chat",
  canonical: false,
  prompt: question,
  generation: { until: [], maxTokens: 1024, temperature: 0, doSample: false },
  filters: createTest("chat_code"),
};

const DATA = {
  path: "openai/openai_humaneval",
  local: "humaneval",
  rows: { test: 164 },
  sha256: { test: "e5ea46f61edfa7e3cbd5a86af0fb11e4a8a1048d9b905f2436be8bcdcf66f6d6" },
  columns: { "task_id": "string", prompt: "string", test: "string", "entry_point": "string" },
};

function humaneval(name: string, literal: Partial<TaskLiteral> = {}): Task {
  return defineTask({
    name,
    version: "1.0",
    data: DATA,
    testSplit: "test",
    fewshot: { count: 0 },
    prompt: (doc) => doc.prompt,
    target: (doc) => `${doc.test}\ncheck(${doc.entry_point})`,
    generation: { until: STOPS, maxTokens: 1024, doSample: false },
    filters: createTest("continue_code"),
    metrics: [{ metric: "pass_at_k", args: { k: [1] } }],
    primaryMetric: "pass@1",
    answer: "raw",
    parity: true,
    unsafeCode: true,
    ...literal,
  });
}

const INSTRUCT: Partial<TaskLiteral> = {
  version: "4.0",
  prompt: question,
  genPrefix: (doc) => `Here is the completed function:\n\`\`\`python\n${doc.prompt}\n`,
  filters: createTest("continue_code", { "until_fence": true }),
};

const MANY: Partial<TaskLiteral> = {
  repeats: 64,
  generation: { until: STOPS, maxTokens: 1024, doSample: true, temperature: 0.2, topP: 0.95 },
  metrics: [{ metric: "pass_at_k", args: { k: [2, 8, 16, 32, 64] } }],
  primaryMetric: "pass@64",
};

/** The one, and its variants. */
export const tasks: readonly Task[] = [
  humaneval("humaneval", { chatForm: humanevalChatForm }),
  humaneval("humaneval_instruct", INSTRUCT),
  humaneval("humaneval_64", MANY),
  humaneval("humaneval_64_instruct", { ...INSTRUCT, ...MANY, version: "3.0" }),
  humaneval("humaneval_plus", {
    chatForm: humanevalChatForm,
    data: { ...DATA, path: "evalplus/humanevalplus", sha256: {}, local: "humaneval_plus" },
  }),
  humaneval("humaneval_fixed", {
    chatForm: humanevalChatForm,
    processDocs: fixHumaneval,
    diagnostic: `mended prompts of ${Object.keys(HUMANEVAL_FIXES).join(", ")}`,
  }),
  humaneval("humaneval_chat", {
    version: 1,
    prompt: humanevalChatForm.prompt,
    generation: humanevalChatForm.generation,
    filters: humanevalChatForm.filters,
  }),
];
