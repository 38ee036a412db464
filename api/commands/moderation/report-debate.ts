import { createHmac } from "node:crypto";
import type { Locked } from "#infra/db/locks.ts";
import { isReportedEnough } from "#infra/db/report-weight.ts";
import { change } from "#infra/db/sql.ts";
import { transact, type Tx } from "#infra/db/transaction.ts";
import type { Report } from "#shared/contract/moderation.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { type DebateToChange, lockDebate } from "../debates/lock-debate.ts";

const MOST_OF_VISITORS = 100;

/** A user has one report per debate; a later one replaces it. */
const ADD_MEMBERS = `
  INSERT INTO reports (debate_id, user_id, reason, details, network) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (debate_id, user_id) DO UPDATE
     SET reason = excluded.reason, details = excluded.details, network = excluded.network,
         created_at = now()`;
const ADD_VISITORS = `
  INSERT INTO reports (debate_id, reason, details)
  SELECT $1::int, $2::text, $3::text
   WHERE (SELECT count(*) FROM reports WHERE debate_id = $1 AND user_id IS NULL) < ${MOST_OF_VISITORS}`;

/** Unlists a debate with many reports, unless an admin has decided about it. */
const unlist = (hasMail: boolean): string => `
  UPDATE debates d SET is_unlisted = true
   WHERE id = $1 AND ${isReportedEnough(hasMail)} AND NOT EXISTS
         (SELECT FROM reviews WHERE debate_id = d.id AND turn_id IS NULL AND decision IS NOT NULL)
  RETURNING id`;

const unlistIfMany = (tx: Tx, hasMail: boolean, { id }: Locked<DebateToChange>) =>
  change(tx, unlist(hasMail), [id]);

/** Differs between debates, so that it does not tell which reports of different debates belong together. */
const networkDigest = (secret: string | undefined, debateId: number, sender: string): string =>
  createHmac("sha256", secret ?? "")
    .update(`report ${debateId} ${sender}`)
    .digest("base64url");

/**
 * Stores a report for review. `sender` is the reporter's network, as rate limits know it. A debate with
 * many reports is unlisted until an admin decides. Throws not_found if the viewer may not see it, and
 * forbidden for the owner.
 */
export const reportDebate = (
  context: Context,
  viewer: Viewer,
  debateId: number,
  { reason, details }: Report,
  sender: string,
): Promise<void> =>
  transact(context.db, context.logger, async (tx) => {
    const debate = await lockDebate(tx, viewer, debateId, "report");
    if (viewer)
      await tx.query(ADD_MEMBERS, [
        debateId,
        viewer.id,
        reason,
        details,
        networkDigest(context.env.sessionSecret, debateId, sender),
      ]);
    else await tx.query(ADD_VISITORS, [debateId, reason, details]);
    await tx.query(`INSERT INTO reviews (debate_id) VALUES ($1) ON CONFLICT DO NOTHING`, [
      debateId,
    ]);
    await unlistIfMany(tx, context.env.mail !== null, debate);
  });
