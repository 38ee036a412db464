import type { ModelCheckResult } from "#shared/contract/admin/model-check.ts";
import { isKnownCategory } from "#shared/domain/moderation.ts";
import { MODERATION_LABEL, type Moderator } from "../llm/moderator.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";
import { describeFailure } from "./describe-failure.ts";

const HARMLESS_TEXT = "Cities should plant more trees.";

export const checkModeration = async (
  moderator: Moderator,
  meter: AttemptMeter,
  signal: AbortSignal,
): Promise<ModelCheckResult[]> => {
  const check = "moderation_scores";
  try {
    const scores = await moderator.scoresOf(HARMLESS_TEXT, signal, meter);
    if (Object.keys(scores).some(isKnownCategory)) return [{ check, status: "works", note: "" }];
    const note = "The reply has none of OpenAI's categories, so most texts pass unchecked.";
    return [{ check, status: "limited", note }];
  } catch (err) {
    signal.throwIfAborted();
    return [{ check, status: "failed", note: describeFailure(err, MODERATION_LABEL) }];
  }
};
