import { hasAnswered } from "#infra/db/sealed-results-sql.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { isSealInForce, type SealSubject } from "#shared/domain/debates/sealed-results.ts";

type SealedDebate = SealSubject & { id: number };

/**
 * Whether the viewer already gets results that are sealed for others, because the viewer has voted
 * or skipped the vote. Both are possible only after the debate's end. So the database is asked only
 * between the end and the time when the results are open to all members.
 */
export const hasBrokenSeal = async (
  sql: Sql,
  viewer: Viewer,
  debate: SealedDebate,
): Promise<boolean> =>
  viewer !== null &&
  debate.status === "completed" &&
  isSealInForce(debate, Date.now()) &&
  hasAnswered(sql, debate.id, viewer.id);

/**
 * Whether the results of a debate's last turns are sealed for this viewer; true for visitors while
 * the seal is in force.
 */
export const areResultsSealed = async (
  sql: Sql,
  viewer: Viewer,
  debate: SealedDebate,
): Promise<boolean> =>
  isSealInForce(debate, Date.now()) && !(await hasBrokenSeal(sql, viewer, debate));
