/** Property testing, pinned in one place: `import { fc } from "../support/fast_check.ts"`. @module */
import fc from "npm:fast-check@4.11.0";

export { fc };
export default fc;
