import type { LiveDebate } from "#shared/contract/debate.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";
import type { DebateStatus, Format } from "#shared/domain/debate.ts";
import { LIVE_WORDS } from "#shared/domain/live.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { SpokenText } from "#shared/domain/spoken-text.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import { lastSentences } from "#shared/domain/whole-sentences.ts";

/** A debate in progress and its latest started turn, if any. */
export interface LiveColumns {
  id: number;
  topic: string;
  status: DebateStatus;
  format: Format;
  userId: number;
  ownerName: string;
  botAProvider: Provider;
  botBProvider: Provider;
  maxTurns: number;
  turnNumber: number | null;
  turnStatus: TurnStatus | null;
  content: string | null;
  isHidden: boolean | null;
}

/** Last sentences whose Markdown is final: an unfinished mark at the end is left out. */
const wordsOf = (content: string): LiveDebate["words"] => {
  const said = new SpokenText().add(content);
  const text = lastSentences(said, LIVE_WORDS);
  return text === "" ? null : { text: text.replaceAll("\n", " "), end: said.trimEnd().length };
};

export const liveDebateView = (row: LiveColumns, viewer: Viewer): LiveDebate => {
  const turnNumber = row.turnNumber ?? 0;
  const isRead = row.content !== null && !row.isHidden && maySeeTurn(viewer, turnNumber);
  return {
    id: row.id,
    topic: row.topic,
    status: row.status,
    format: row.format,
    owner: { id: row.userId, username: row.ownerName },
    botAProvider: row.botAProvider,
    botBProvider: row.botBProvider,
    maxTurns: row.maxTurns,
    turnNumber,
    isSpeaking: row.turnStatus === "streaming",
    words: isRead ? wordsOf(row.content ?? "") : null,
  };
};
