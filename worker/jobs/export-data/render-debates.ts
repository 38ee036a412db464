import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { withoutLastResults } from "#shared/domain/debates/judging/sealed-results.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { getShownJudge, type Speaker } from "#shared/domain/speaker.ts";
import {
  renderTranscript,
  type TranscriptDebate,
  type TranscriptTurn,
} from "#shared/domain/debates/sharing/transcript.ts";

const NEXT_DEBATE_SQL = `
  SELECT id, topic, language, format, status, max_turns AS "maxTurns", current_turn AS "currentTurn",
         CASE WHEN NOT ${isSealedForSql("d.user_id")} THEN scores END AS scores,
         ${isSealedForSql("d.user_id")} AS "isSealed",
         created_at AS "createdAt", bot_a_provider AS "botAProvider", bot_b_provider AS "botBProvider"
    FROM debates d WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT 1`;

const TURNS_SQL = `
  SELECT turn_number AS "turnNumber", role, type, content, model, judge,
         judge_model AS "judgeModel", score, ruling, feedback,
         is_hidden AS "isHidden"
    FROM turns WHERE debate_id = $1 AND status = 'complete' ORDER BY turn_number`;

interface ExportedDebateRow extends Omit<TranscriptDebate, "createdAt" | "judge"> {
  id: number;
  createdAt: Date;
  isSealed: boolean;
}

interface RenderOptions {
  labels: Record<Speaker, string>;
  origin: string;
  available: readonly Provider[];
}

/** Renders all debates of a user as one Markdown text. Loads them one by one to limit memory. */
export const renderDebates = async (
  sql: Sql,
  userId: number,
  { labels, origin, available }: RenderOptions,
  signal: AbortSignal,
): Promise<string> => {
  const written: string[] = [];
  for (let last = 0; ;) {
    signal.throwIfAborted();
    const [debate] = await selectRows<ExportedDebateRow>(sql, NEXT_DEBATE_SQL, [userId, last]);
    if (!debate) return written.join("\n---\n\n");
    last = debate.id;
    const turns = await selectRows<TranscriptTurn>(sql, TURNS_SQL, [debate.id]);
    written.push(
      renderTranscript("md", {
        debate: {
          ...debate,
          seal: debate.isSealed ? "decided" : null,
          createdAt: debate.createdAt.toISOString(),
          judge: getShownJudge(debate.botAProvider, debate.botBProvider, available),
        },
        turns: debate.isSealed ? withoutLastResults(turns, debate.maxTurns) : turns,
        isVisitor: false,
        labelOf: (provider) => labels[provider],
        link: `${origin}/debate/${debate.id}`,
      }),
    );
  }
};
