/**
 * The 57 subjects of MMLU by group, in lm-eval's order of evaluation.
 *
 * @module
 */

/** A group of subjects. */
export type MmluGroup = "stem" | "other" | "social_sciences" | "humanities";

/** Subjects per group, each sorted by name. */
export const MMLU_SUBJECTS: Readonly<Record<MmluGroup, readonly string[]>> = {
  "stem": [
    ...["abstract_algebra", "anatomy", "astronomy", "college_biology", "college_chemistry"],
    ...["college_computer_science", "college_mathematics", "college_physics", "computer_security"],
    ...["conceptual_physics", "electrical_engineering", "elementary_mathematics", "high_school_biology"],
    ...["high_school_chemistry", "high_school_computer_science", "high_school_mathematics"],
    ...["high_school_physics", "high_school_statistics", "machine_learning"],
  ],
  "other": [
    ...["business_ethics", "clinical_knowledge", "college_medicine", "global_facts", "human_aging"],
    ...["management", "marketing", "medical_genetics", "miscellaneous", "nutrition"],
    ...["professional_accounting", "professional_medicine", "virology"],
  ],
  "social_sciences": [
    ...["econometrics", "high_school_geography", "high_school_government_and_politics"],
    ...["high_school_macroeconomics", "high_school_microeconomics", "high_school_psychology"],
    ...["human_sexuality", "professional_psychology", "public_relations", "security_studies"],
    ...["sociology", "us_foreign_policy"],
  ],
  "humanities": [
    ...["formal_logic", "high_school_european_history", "high_school_us_history"],
    ...["high_school_world_history", "international_law", "jurisprudence", "logical_fallacies"],
    ...["moral_disputes", "moral_scenarios", "philosophy", "prehistory", "professional_law"],
    ...["world_religions"],
  ],
};

/** Test rows per subject on the hub; 14,042 in all. */
export const MMLU_TEST_ROWS: Readonly<Record<string, number>> = {
  "abstract_algebra": 100,
  "anatomy": 135,
  "astronomy": 152,
  "business_ethics": 100,
  "clinical_knowledge": 265,
  "college_biology": 144,
  "college_chemistry": 100,
  "college_computer_science": 100,
  "college_mathematics": 100,
  "college_medicine": 173,
  "college_physics": 102,
  "computer_security": 100,
  "conceptual_physics": 235,
  "econometrics": 114,
  "electrical_engineering": 145,
  "elementary_mathematics": 378,
  "formal_logic": 126,
  "global_facts": 100,
  "high_school_biology": 310,
  "high_school_chemistry": 203,
  "high_school_computer_science": 100,
  "high_school_european_history": 165,
  "high_school_geography": 198,
  "high_school_government_and_politics": 193,
  "high_school_macroeconomics": 390,
  "high_school_mathematics": 270,
  "high_school_microeconomics": 238,
  "high_school_physics": 151,
  "high_school_psychology": 545,
  "high_school_statistics": 216,
  "high_school_us_history": 204,
  "high_school_world_history": 237,
  "human_aging": 223,
  "human_sexuality": 131,
  "international_law": 121,
  "jurisprudence": 108,
  "logical_fallacies": 163,
  "machine_learning": 112,
  "management": 103,
  "marketing": 234,
  "medical_genetics": 100,
  "miscellaneous": 783,
  "moral_disputes": 346,
  "moral_scenarios": 895,
  "nutrition": 306,
  "philosophy": 311,
  "prehistory": 324,
  "professional_accounting": 282,
  "professional_law": 1_534,
  "professional_medicine": 272,
  "professional_psychology": 612,
  "public_relations": 110,
  "security_studies": 245,
  "sociology": 201,
  "us_foreign_policy": 100,
  "virology": 166,
  "world_religions": 171,
};
