import { selectRows, type Sql } from "#infra/db/sql.ts";
import { paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import type { DebateSwing, SwingResult } from "#shared/contract/debates/swing.ts";
import type { DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Pace } from "#shared/domain/debates/debate.ts";
import {
  type BallotStance,
  buildSwingTable,
  countPairs,
  getRequiredTurns,
  MAX_COUNTED_PER_NETWORK,
  MIN_PAIRS,
} from "#shared/domain/debates/audience/swing.ts";
import type { Context } from "#api/context.ts";
import { requireVisible } from "../require-visible.ts";
import { canCastBallot, isAskedBefore } from "./ballot-rules.ts";

const OWN_BALLOT_SQL = `
  SELECT d.id, d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status, d.max_turns AS "maxTurns",
         ${paceSql("d")} AS pace, b.is_asked AS "isAsked", b.stance_before AS mine,
         EXISTS (SELECT FROM votes v WHERE v.debate_id = d.id AND v.user_id = $1)
         OR EXISTS (SELECT FROM skipped_votes s
                     WHERE s.debate_id = d.id AND s.user_id = $1 AND s.is_undecided) AS "hasVoted"
    FROM debates d LEFT JOIN ballots b ON b.debate_id = d.id AND b.user_id = $1
   WHERE d.id = $2`;

interface OwnBallotRow extends DebateSubject {
  id: number;
  maxTurns: number;
  pace: Pace;
  isAsked: boolean | null;
  mine: BallotStance | null;
  hasVoted: boolean;
}

/**
 * Counts viewers who have seen at least $2 turns, by their opinion before and after the debate.
 * `before` is null for viewers whom the site asked only afterwards. At most
 * `MAX_COUNTED_PER_NETWORK` viewers of one network count in each of these two groups.
 */
const COUNT_SQL = `
  SELECT before, after, count(*)::int AS count
    FROM (SELECT stance_before AS before, stance_after AS after,
                 row_number() OVER (PARTITION BY is_asked, coalesce(network, user_id::text)
                                        ORDER BY created_at, user_id) AS place
            FROM ballots
           WHERE debate_id = $1 AND cardinality(seen_turns) >= $2 AND stance_after IS NOT NULL
             AND (stance_before IS NOT NULL OR NOT is_asked)) AS viewers
   WHERE place <= ${MAX_COUNTED_PER_NETWORK}
   GROUP BY before, after`;

interface CountRow {
  before: BallotStance | null;
  after: BallotStance;
  count: number;
}

const countSwing = async (sql: Sql, debateId: number, maxTurns: number): Promise<SwingResult> => {
  const rows = await selectRows<CountRow>(sql, COUNT_SQL, [debateId, getRequiredTurns(maxTurns)]);
  const table = buildSwingTable(
    rows.flatMap(({ before, ...rest }) => (before === null ? [] : { before, ...rest })),
  );
  const pairs = countPairs(table);
  const notAsked = { for: 0, undecided: 0, against: 0 };
  for (const { before, after, count } of rows) if (before === null) notAsked[after] = count;
  return { pairs, table: pairs < MIN_PAIRS ? null : table, notAsked };
};

/**
 * Returns the viewer's ballot, and after the viewer's vote how the audience changed its mind.
 * Throws `not_found`.
 */
export const getSwing = async (
  { coalescedSql, env }: Pick<Context, "coalescedSql" | "env">,
  viewer: SignedInViewer,
  debateId: number,
): Promise<DebateSwing> => {
  const [found] = await selectRows<OwnBallotRow>(coalescedSql, OWN_BALLOT_SQL, [
    viewer.id,
    debateId,
  ]);
  const row = requireVisible(viewer, found);
  const { isAsked, mine, hasVoted, maxTurns } = row;
  const isOpen = await canCastBallot(coalescedSql, row);
  return {
    ballot: {
      isAsked: isAsked ?? isAskedBefore(env.sessionSecret, debateId, viewer.id),
      isOpen,
      isTracked: isOpen || isAsked !== null,
      mine,
    },
    result: hasVoted ? await countSwing(coalescedSql, debateId, maxTurns) : null,
  };
};
