import { selectRows } from "#infra/db/sql.ts";
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { findClip } from "#shared/domain/audio/find-clip.ts";
import { computeClipDurationMs, parseClip, joinClipText } from "#shared/domain/audio/clip.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { extractLeadingSentences } from "#shared/domain/text/sentence-excerpts.ts";
import type { Context } from "#api/context.ts";
import { listTurns } from "../debates/list-turns.ts";

const MAX_TITLE_QUOTE_LENGTH = 90;

interface RecordedSentences {
  turnId: number;
  version: number;
  sentences: SpokenSentence[];
}

const RECORDED_SENTENCES_SQL = `
  SELECT turn_id AS "turnId", version, sentences
    FROM audio_cache WHERE turn_id = ANY($1::int[]) AND version > 0`;

export type ClipDeps = Pick<Context, "sql" | "coalescedSql" | "streamingTexts">;

/** Returns all turns. Turns inside the clip include their recording's version and sentences. */
const findClipTurns = async (
  { sql }: Pick<Context, "sql">,
  parameter: string,
  turns: readonly Turn[],
) => {
  const clip = parseClip(parameter);
  const clipTurns = turns.filter(
    ({ turnNumber, content }) =>
      clip &&
      content !== "" &&
      turnNumber >= clip.from.turnNumber &&
      turnNumber <= clip.to.turnNumber,
  );
  const ids = clipTurns.map(({ id }) => id);
  const rows =
    ids.length > 0 ? await selectRows<RecordedSentences>(sql, RECORDED_SENTENCES_SQL, [ids]) : [];
  return turns.map((turn) => {
    const recording = rows.find(({ turnId }) => turnId === turn.id);
    return { ...turn, version: recording?.version ?? 0, recorded: recording?.sentences ?? null };
  });
};

/**
 * Returns the text of a clip, or the reason why the viewer cannot have it. Throws `not_found` if
 * the viewer may not see the debate.
 */
export const getClip = async (
  context: ClipDeps,
  viewer: Viewer,
  debateId: number,
  parameter: string,
): Promise<ClipView> => {
  const turns = await findClipTurns(context, parameter, await listTurns(context, viewer, debateId));
  const found = findClip(parameter, turns, viewer);
  if (found.problem !== null)
    return { debateId, problem: found.problem, quote: "", passages: [], durationMs: 0 };
  return {
    debateId,
    problem: null,
    quote: extractLeadingSentences(joinClipText(found.passages), MAX_TITLE_QUOTE_LENGTH),
    passages: found.passages.map(({ turn, first, sentences }) => ({
      turnId: turn.id,
      turnNumber: turn.turnNumber,
      role: turn.role,
      type: turn.type,
      model: turn.model,
      version: turn.version,
      first,
      sentences,
    })),
    durationMs: computeClipDurationMs(found.passages.map(({ sentences }) => sentences)),
  };
};
