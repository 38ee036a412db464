import { FORMAT_LABEL, type Format } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import {
  COUNTS_FOR_NOTHING,
  CRITERIA,
  RESISTANCE_RULE,
  ROLE_OF_JUDGE,
} from "#shared/domain/debates/judging/charter.ts";
import { buildLanguageRule } from "./language-rule.ts";
import { buildDataRules } from "./prompt-transcript.ts";

/** Generous, because a model's reasoning counts as part of the reply. */
export const JUDGE_MAX_TOKENS = 10_000;

/** Rules for every judge. They do not say which models are debating. */
export const buildJudgeRules = (
  debate: { language: LanguageTag | null; format: Format },
  mark: string,
): string[] => [
  ROLE_OF_JUDGE,
  "",
  `Format: ${FORMAT_LABEL[debate.format]}`,
  `In this format these count: ${CRITERIA[debate.format]}.`,
  COUNTS_FOR_NOTHING,
  ...buildLanguageRule(debate.language),
  "",
  `${buildDataRules(mark)} ${RESISTANCE_RULE}`,
];
