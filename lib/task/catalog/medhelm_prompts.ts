/**
 * Instructions of the MedHELM scenarios: constants of the protocol, from HELM's
 * run specifications (Apache-2.0).
 *
 * @module
 */

const LETTERS = "Select the correct answer by outputting only the letter corresponding to your choice";

/** Scenario to the text before its instance. */
export const MEDHELM_INSTRUCTIONS = {
  "medcalc_bench": "Given a patient note and a clinical question, compute the requested medical value.",
  "medec": "The following is a medical narrative about a patient. " +
    "You are a skilled medical doctor reviewing the clinical text. " +
    "The text is either correct or contains one error. " +
    "The text has a sentence per line. Each line starts with the " +
    "sentence ID, followed by a space character then the sentence to check. " +
    "Check every sentence of the text. " +
    "If the text is correct return the following output: CORRECT. " +
    "If the text has a medical error, return the sentence ID of the " +
    "sentence containing the error, followed by a space, " +
    "and a corrected version of the sentence.",
  "head_qa":
    "You are a highly knowledgeable AI assistant specializing in biomedical sciences. Your task is to answer " +
    "multiple-choice questions accurately based on the options provided. " +
    "Each question will relate to biomedical concepts, " +
    "and you will be asked to choose the most appropriate answer.\n\n" +
    `${LETTERS} (A, B, C, or D).`,
  "medbullets": "You are a highly knowledgeable AI assistant specializing in medicine. " +
    "Your task is to answer medical questions similar to those found on the USMLE Step 2/3 exams. " +
    "You will be provided with a clinical scenario followed by several multiple-choice options.\n\n" +
    `${LETTERS} (A, B, C, D, or E).`,
  "med_qa": "The following are multiple choice questions (with answers) about medicine.",
  "med_mcqa": "Give a letter answer among A, B, C or D.",
  "pubmed_qa": "Answer A for yes, B for no or C for maybe. " +
    "Do not include any explanation or additional text. " +
    "Output only the letter on a single line.",
  "medhallu":
    "You are an AI assistant with extensive knowledge in the field of medicine. I want you act as an answer " +
    "judge. Given a question and an answer, your objective is to determine if the provided answer contains " +
    "non-factual or hallucinated information. You SHOULD give your judgement based on the following hallucination " +
    "types and the world knowledge.\n\n" +
    "You are trying to determine if there is a factual contradiction between the answer and the world knowledge. " +
    "Some information in the answer might be fabricated. Answer '0' if the answer is factual and '1' if the answer " +
    "is hallucinated. You can categorize the answer as hallucinated if it falls in either of the category:\n" +
    "Type: Misinterpretation of #Question#: These are hallucinated answers that misunderstands the question, " +
    "leading to an off-topic or irrelevant response.\n" +
    "Type: Incomplete Information: These are hallucinated answers that Point out what is not true without providing " +
    "correct information.\n" +
    "Type: Mechanism and Pathway Misattribution - These are hallucinated answer that falsely attribution of " +
    "biological mechanisms, molecular pathways, or disease processes that contradicts established medical knowledge\n" +
    "Type: Methodological and Evidence Fabrication - Inventing false research methods, statistical data, or specific " +
    "clinical outcomes\n\n" +
    "Do not return anything else, just the answer.\n" +
    "Return just an integer value, '0' if the answer is factual and '1' if the answer is hallucinated. No letter or " +
    "word, just the integer value.",
} as const;

/** Name of the answer where it is more than `Answer`. */
export const MEDHELM_OUTPUT_NOUNS = {
  "medcalc_bench": "Answer only the requested quantity without units. No explanation needed",
  "medhallu":
    "Return just an integer value, '0' if the answer is factual and '1' if the answer is hallucinated.\n" +
    "No letter or word, just the integer value.\n\nYour Judgment",
} as const;
