import { select, type Sql } from "#infra/db/sql.ts";
import { judgeFor, type Provider } from "#shared/domain/provider.ts";
import {
  transcript,
  type TranscriptDebate,
  type TranscriptTurn,
} from "#shared/domain/transcript.ts";

const DEBATES = `
  SELECT id, topic, format, status, max_turns AS "maxTurns", current_turn AS "currentTurn", scores,
         created_at AS "createdAt", bot_a_provider AS "botAProvider", bot_b_provider AS "botBProvider"
    FROM debates WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT 1`;

const TURNS = `
  SELECT turn_number AS "turnNumber", role, type, content, judge, score, feedback, is_hidden AS "isHidden"
    FROM turns WHERE debate_id = $1 AND status = 'complete' ORDER BY turn_number`;

interface DebateColumns extends Omit<TranscriptDebate, "createdAt" | "judge"> {
  id: number;
  createdAt: Date;
}

interface Names {
  labels: Record<Provider, string>;
  origin: string;
  available: readonly Provider[];
}

/** Renders all debates of a user as one Markdown text. Loads them one by one to limit memory. */
export const writeDebates = async (
  sql: Sql,
  userId: number,
  { labels, origin, available }: Names,
  signal: AbortSignal,
): Promise<string> => {
  const written: string[] = [];
  for (let last = 0; ;) {
    signal.throwIfAborted();
    const [debate] = await select<DebateColumns>(sql, DEBATES, [userId, last]);
    if (!debate) return written.join("\n---\n\n");
    last = debate.id;
    const turns = await select<TranscriptTurn>(sql, TURNS, [debate.id]);
    written.push(
      transcript("md", {
        debate: {
          ...debate,
          createdAt: debate.createdAt.toISOString(),
          judge: judgeFor(debate.botAProvider, debate.botBProvider, available),
        },
        turns,
        isVisitor: false,
        labelOf: (provider) => labels[provider],
        link: `${origin}/debate/${debate.id}`,
      }),
    );
  }
};
