import type { Locked } from "#infra/db/row-locks.ts";
import { isReportThresholdReachedSql } from "#infra/db/report-weight-sql.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction, type Tx } from "#infra/db/transaction.ts";
import type { ReportRequest } from "#shared/contract/debates/moderation.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { type DebateForUpdate, lockDebate } from "../debates/lock-debate.ts";
import { computeNetworkDigest } from "../network-digest.ts";

const MAX_VISITOR_REPORTS = 100;

/** A user has one report per debate; a later one replaces it. */
const UPSERT_MEMBER_REPORT_SQL = `
  INSERT INTO reports (debate_id, user_id, reason, details, network) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (debate_id, user_id) DO UPDATE
     SET reason = excluded.reason, details = excluded.details, network = excluded.network,
         created_at = now()`;
const INSERT_VISITOR_REPORT_SQL = `
  INSERT INTO reports (debate_id, reason, details)
  SELECT $1::int, $2::text, $3::text
   WHERE (SELECT count(*) FROM reports WHERE debate_id = $1 AND user_id IS NULL) < ${MAX_VISITOR_REPORTS}`;

/** Unlists a debate with many reports, unless an admin has decided the debate's review. */
const buildUnlistSql = (hasMail: boolean): string => `
  UPDATE debates d SET is_unlisted = true
   WHERE id = $1 AND ${isReportThresholdReachedSql(hasMail)} AND NOT EXISTS
         (SELECT FROM reviews WHERE debate_id = d.id AND turn_id IS NULL AND decision IS NOT NULL)
  RETURNING id`;

const unlistIfReportedOften = (tx: Tx, hasMail: boolean, { id }: Locked<DebateForUpdate>) =>
  mutateRows(tx, buildUnlistSql(hasMail), [id]);

/**
 * Stores a report for review. `sender` is the address that rate limits count the reporter by. A
 * debate with many reports is unlisted until an admin decides. Throws `not_found` if the viewer may
 * not see the debate, and `forbidden` for the owner.
 */
export const reportDebate = (
  { env, logger, db }: Pick<Context, "env" | "logger" | "db">,
  viewer: Viewer,
  debateId: number,
  { reason, details }: ReportRequest,
  sender: string,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    const debate = await lockDebate(tx, viewer, debateId, "report");
    if (viewer)
      await tx.query(UPSERT_MEMBER_REPORT_SQL, [
        debateId,
        viewer.id,
        reason,
        details,
        computeNetworkDigest(env.sessionSecret, "report", debateId, sender),
      ]);
    else await tx.query(INSERT_VISITOR_REPORT_SQL, [debateId, reason, details]);
    await tx.query(`INSERT INTO reviews (debate_id) VALUES ($1) ON CONFLICT DO NOTHING`, [
      debateId,
    ]);
    await unlistIfReportedOften(tx, env.mail !== null, debate);
  });
