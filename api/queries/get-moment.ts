import { select } from "#infra/db/sql.ts";
import type { SpokenSentence } from "#shared/contract/audio.ts";
import type { MomentView } from "#shared/contract/moment.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { findMoment } from "#shared/domain/find-moment.ts";
import { heardMs, momentOf, wordsOf } from "#shared/domain/moment.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { cutOff } from "#shared/domain/whole-sentences.ts";
import type { Context } from "../context.ts";
import { listTurns } from "./list-turns.ts";

const TITLE_QUOTE = 90;

interface Recorded {
  turnId: number;
  version: number;
  sentences: SpokenSentence[];
}

const RECORDED = `
  SELECT turn_id AS "turnId", version, sentences
    FROM audio_cache WHERE turn_id = ANY($1::int[]) AND version > 0`;

/** Returns all turns. Those inside the clip also have their recording's version and sentences. */
const turnsOf = async ({ reads }: Context, written: string, turns: readonly Turn[]) => {
  const moment = momentOf(written);
  const meant = turns.filter(
    ({ turnNumber, content }) =>
      moment &&
      content !== "" &&
      turnNumber >= moment.from.turnNumber &&
      turnNumber <= moment.to.turnNumber,
  );
  const ids = meant.map(({ id }) => id);
  const rows = ids.length > 0 ? await select<Recorded>(reads, RECORDED, [ids]) : [];
  return turns.map((turn) => {
    const recording = rows.find(({ turnId }) => turnId === turn.id);
    return { ...turn, version: recording?.version ?? 0, recorded: recording?.sentences ?? null };
  });
};

/**
 * Returns the text of a clip, or the reason why the viewer cannot have it. Throws not_found if they
 * may not see the debate.
 */
export const getMoment = async (
  context: Context,
  viewer: Viewer,
  debateId: number,
  written: string,
): Promise<MomentView> => {
  const turns = await turnsOf(context, written, await listTurns(context, viewer, debateId));
  const found = findMoment(written, turns, viewer);
  if (found.problem !== null)
    return { debateId, problem: found.problem, quote: "", passages: [], durationMs: 0 };
  return {
    debateId,
    problem: null,
    quote: cutOff(wordsOf(found.passages), TITLE_QUOTE),
    passages: found.passages.map(({ turn, first, sentences }) => ({
      turnId: turn.id,
      turnNumber: turn.turnNumber,
      role: turn.role,
      type: turn.type,
      version: turn.version,
      first,
      sentences,
    })),
    durationMs: heardMs(found.passages.map(({ sentences }) => sentences)),
  };
};
