import { renewLease } from "#infra/db/jobs/job-lease.ts";
import { findReachedLimitOfDebate } from "#infra/db/providers/spending-limits.ts";
import { loadLanguageDetector } from "#infra/language/detect-language.ts";
import { languageRepeats } from "#infra/metrics/registry.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { isInWrongLanguage } from "#shared/domain/debates/language/turn-language.ts";
import type { WorkerContext } from "#worker/context.ts";
import { type ActiveLease, RepeatRequestedError } from "#worker/runtime/job-task.ts";
import type { LoadedTurn } from "../common/load-debate.ts";

/**
 * Throws `RepeatRequestedError` if a finished turn is in the wrong language, so that the model
 * writes it once more. Keeps the turn if it was repeated before, or if no budget or request is left
 * for a repetition. Keeps turns of fake models, because they know English only. Throws
 * `LeaseLostError` if the job has lost its lease.
 */
export const requireLanguage = async (
  { sql, limits, env }: Pick<WorkerContext, "sql" | "limits" | "env">,
  lease: ActiveLease<LoadedTurn>,
  content: string,
): Promise<void> => {
  const { turn, debate } = lease.loaded;
  const { language } = debate;
  const provider = getProviderOfRole(turn.role, debate.real);
  if (language === null || env.providers[provider]?.isFake) return;
  if (!isInWrongLanguage(content, language, await loadLanguageDetector())) return;
  const spent = lease.meter.usage?.price ?? 0;
  const isKept =
    turn.languageRepeated ||
    (lease.requestsLeft ?? 0) <= 0 ||
    (await findReachedLimitOfDebate(sql, limits, debate.id, spent)) !== null;
  lease.logger.warn({ language, isKept }, "turn.wrong_language");
  if (isKept) return;
  // The repetition is recorded before the lease is released, so that no other worker can request a
  // second one.
  await renewLease(sql, lease, { set: "language_repeated = true" });
  languageRepeats.inc({ provider, language });
  throw new RepeatRequestedError();
};
