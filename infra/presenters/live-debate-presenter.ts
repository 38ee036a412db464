import type { LiveDebatePreview } from "#shared/contract/debates/debate.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import type { DebateStatus, Format } from "#shared/domain/debates/debate.ts";
import { DEFAULT_LANGUAGE, type LanguageTag } from "#shared/domain/debates/language/language.ts";
import { LIVE_PREVIEW_MAX_CHARACTERS } from "#shared/domain/debates/live-previews.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { MarkdownStripper } from "#shared/domain/text/plain-text.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { canSeeTurn } from "#shared/domain/accounts/visitor-limits.ts";
import { extractLastSentences } from "#shared/domain/text/sentence-excerpts.ts";

/** A debate in progress and the latest turn that has started, if any. */
export interface LiveDebateColumns {
  id: number;
  topic: string;
  language: LanguageTag | null;
  status: DebateStatus;
  format: Format;
  userId: number;
  ownerName: string;
  botAProvider: Speaker;
  botBProvider: Speaker;
  maxTurns: number;
  turnNumber: number | null;
  turnStatus: TurnStatus | null;
  content: string | null;
  isHidden: boolean | null;
}

/** Returns the last sentences as plain text. Markdown that is not closed yet is left out. */
const presentLatestWords = (content: string): LiveDebatePreview["words"] => {
  const plainText = new MarkdownStripper().add(content);
  const text = extractLastSentences(plainText, LIVE_PREVIEW_MAX_CHARACTERS);
  return text === "" ? null : { text: text.replaceAll("\n", " "), end: plainText.trimEnd().length };
};

export const presentLiveDebate = (row: LiveDebateColumns, viewer: Viewer): LiveDebatePreview => {
  const turnNumber = row.turnNumber ?? 0;
  const isReadable = row.content !== null && !row.isHidden && canSeeTurn(viewer, turnNumber);
  return {
    id: row.id,
    topic: row.topic,
    language: row.language ?? DEFAULT_LANGUAGE,
    status: row.status,
    format: row.format,
    owner: { id: row.userId, username: row.ownerName },
    botAProvider: row.botAProvider,
    botBProvider: row.botBProvider,
    maxTurns: row.maxTurns,
    turnNumber,
    isSpeaking: row.turnStatus === "streaming",
    words: isReadable ? presentLatestWords(row.content ?? "") : null,
  };
};
