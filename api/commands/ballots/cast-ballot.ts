import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { CastBallotResponse } from "#shared/contract/debates/swing.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { BallotStance } from "#shared/domain/debates/audience/swing.ts";
import { canCastBallot, isAskedBefore } from "#api/queries/debates/ballot-rules.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "../debates/lock-debate.ts";
import { computeNetworkDigest } from "../network-digest.ts";

const CAST_SQL = `
  INSERT INTO ballots (debate_id, user_id, is_asked, stance_before, network)
  VALUES ($1, $2, true, $3, $4)
  ON CONFLICT (debate_id, user_id) DO UPDATE SET stance_before = excluded.stance_before
   WHERE ballots.is_asked AND ballots.stance_before IS NULL
  RETURNING user_id`;

/**
 * Stores what a viewer thinks of the topic before the debate. `address` is the address that rate
 * limits count the viewer by. Throws `conflict` if it is too late, if the viewer has already
 * chosen, or if the viewer belongs to the random fifth that is not asked.
 */
export const castBallot = (
  { env, logger, db }: Pick<Context, "env" | "logger" | "db">,
  viewer: SignedInViewer,
  debateId: number,
  stance: BallotStance,
  address: string,
): Promise<CastBallotResponse> =>
  withTransaction(db, logger, async (tx) => {
    const debate = await lockDebate(tx, viewer, debateId, "vote", "NO KEY UPDATE");
    if (debate.status === "completed")
      throw new DomainError("conflict", "The debate is over. You can only vote on who won.");
    if (!(await canCastBallot(tx, debate)))
      throw new DomainError("conflict", "Turn 2 has begun, so it is too late. Vote at the end.");
    if (!isAskedBefore(env.sessionSecret, debateId, viewer.id))
      throw new DomainError("conflict", "You are not asked before this debate. Vote at the end.");
    const network = computeNetworkDigest(env.sessionSecret, "ballot", debateId, address);
    const cast = await mutateRows(tx, CAST_SQL, [debateId, viewer.id, stance, network]);
    if (cast.length === 0)
      throw new DomainError("conflict", "You have already chosen. The choice is final.");
    return { stance };
  });
