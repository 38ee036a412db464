import { selectRows, type Sql } from "#infra/db/sql.ts";
import { languageSql } from "#infra/presenters/debate-progress-presenter.ts";
import {
  type JudgeReport,
  type Leaderboard,
  LeaderboardSnapshot,
  type TopicRecord,
} from "#shared/contract/leaderboard.ts";
import { computeSnapshot } from "#shared/domain/leaderboard/compute-snapshot.ts";
import { getJudgeFigures } from "./judging/get-judge-figures.ts";
import { IS_LISTED_SQL } from "./debates/list-public-debates.ts";

const SNAPSHOT_SQL = `
  SELECT snapshot, computed_at AS "computedAt" FROM leaderboards
   WHERE snapshot IS NOT NULL ORDER BY id LIMIT 1`;

interface StoredSnapshot {
  snapshot: unknown;
  computedAt: Date;
}

/**
 * Returns the last computed snapshot. If none is stored, or if the stored one does not match the
 * present schema, returns an empty snapshot with `computedAt` null.
 */
const readSnapshot = async (
  sql: Sql,
): Promise<{ snapshot: LeaderboardSnapshot; computedAt: string | null }> => {
  const [row] = await selectRows<StoredSnapshot>(sql, SNAPSHOT_SQL);
  const { success, data } = LeaderboardSnapshot.safeParse(row?.snapshot);
  if (!row || !success) return { snapshot: computeSnapshot([]), computedAt: null };
  return { snapshot: data, computedAt: row.computedAt.toISOString() };
};

export const getLeaderboard = async (sql: Sql): Promise<Leaderboard> => {
  const { snapshot, computedAt } = await readSnapshot(sql);
  return { computedAt, models: snapshot.models, demo: snapshot.demo };
};

const TOPICS_SQL = `
  SELECT d.id, d.topic, ${languageSql("d")} AS language FROM debates d
   WHERE d.id = ANY ($1::int[]) AND ${IS_LISTED_SQL}`;

type Topic = Pick<TopicRecord, "topic" | "language"> & { id: number };

/** Returns the report on the judges. Topics whose debate is no longer public are left out. */
export const getJudgeReport = async (sql: Sql): Promise<JudgeReport> => {
  const [{ snapshot, computedAt }, presentFigures] = await Promise.all([
    readSnapshot(sql),
    getJudgeFigures(sql),
  ]);
  const { judges, panels, withoutVerdict, formats, topics: records } = snapshot;
  const ids = records.map(({ debateId }) => debateId);
  const rows = ids.length > 0 ? await selectRows<Topic>(sql, TOPICS_SQL, [ids]) : [];
  const topicById = new Map(rows.map((row) => [row.id, row]));
  const topics = records.flatMap((each) => {
    const found = topicById.get(each.debateId);
    return found ? [{ ...each, topic: found.topic, language: found.language }] : [];
  });
  return { computedAt, judges, panels, withoutVerdict, formats, topics, figures: presentFigures };
};
