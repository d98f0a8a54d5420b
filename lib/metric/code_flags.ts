/**
 * Marks of code that may deceive tests running in its own interpreter.
 *
 * @module
 */

const MARKS: readonly (readonly [flag: string, mark: RegExp])[] = [
  ["overrides equality or truth", /\b__(?:eq|ne|lt|le|gt|ge|bool|contains|subclasscheck|instancecheck)__\b/],
  [
    "looks into its interpreter",
    /\b_getframe\b|\bf_(?:back|locals|globals|builtins)\b|\bgi_frame\b|\btb_frame\b|\bgc\s*\.\s*get_|\bget_referrers\b|\binspect\s*\.|\bctypes\b|\b_current_frames\b|\bset(?:trace|profile)\b|\b__subclasses__\b|\bsys\s*\.\s*(?:modules|monitoring)\b/,
  ],
  [
    "reaches for descriptors or other processes",
    /\/proc\/|\/dev\/fd|\bos\s*\.\s*(?:write|dup2?|pipe|fdopen|open|kill|killpg|fork|closerange|getppid|exec\w*|posix_spawn)\b|\bprocess_vm_readv\b|\bptrace\b/,
  ],
  ["ends the process", /\b_exit\b|\babort\s*\(|\bsys\s*\.\s*exit\b|\bSystemExit\b|\b(?:exit|quit)\s*\(/],
  [
    "changes builtins or the tests",
    /\bbuiltins\b|\b__builtins__\b|^def\s+check\b|^check\s*=[^=]|\bAssertionError\s*=|\batexit\b|\bexcepthook\b|\bsetattr\s*\(\s*(?:sys|os|math|json|random|copy)\b/m,
  ],
];

/**
 * What in the code may have deceived tests that share its interpreter. A flag
 * is a reason to look or to grade in `strict` mode, not a verdict: honest code
 * may define `__eq__`.
 *
 * @example
 * ```ts
 * import { codeFlags } from "./code_flags.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(codeFlags("class A:\n    def __eq__(self, o): return True"), ["overrides equality or truth"]);
 * assertEquals(codeFlags("def f(x):\n    return x + 1"), []);
 * ```
 */
export function codeFlags(code: string): string[] {
  return MARKS.filter(([, mark]) => mark.test(code)).map(([flag]) => flag);
}
