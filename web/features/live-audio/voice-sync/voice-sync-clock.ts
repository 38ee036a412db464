import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  findSpokenEnd,
  type SpeechOffsets,
  buildSpeechOffsets,
} from "#shared/domain/audio/spoken-progress.ts";
import { findLiveSentenceAt } from "../live-sentence.ts";

/**
 * Which text the page shows: turns before `turnNumber` completely, this turn up to `length`, and no
 * later turns.
 */
export interface VoiceSyncPosition {
  turnNumber: number;
  /** Number of characters. */
  length: number;
}

interface LiveTimeline {
  schedule: Pick<LiveScheduleView, "turns">;
  /** The stream time being played. */
  streamTime: number;
  now: number;
}

/** After this much silence, text is shown even though it has not been spoken. */
export const VOICE_TIMEOUT_MS = 10_000;

const isTurnInProgress = ({ status }: Turn): boolean =>
  status === "pending" || status === "streaming";

const isVoicePending = (turn: Turn): boolean =>
  isTurnInProgress(turn) || turn.audio.status === "pending";

/** Computes how much text to show, so that the text stays in step with the live audio. */
export class VoiceSyncClock {
  #offsetsByTurn = new Map<number, { content: string; offsets: SpeechOffsets }>();
  #position: VoiceSyncPosition = { turnNumber: 0, length: 0 };
  /** Number of the last turn that is shown without waiting until it is spoken. */
  #released = 0;
  /** Server time since which text has been waiting during silence; null if no text waits. */
  #waitingSince: number | null = null;

  /** With reduced motion, text appears by sentence instead of by character. */
  constructor(private readonly isReducedMotion: boolean) {}

  /** How much may be shown; null if everything may. */
  getPosition(turns: readonly Turn[], timeline: LiveTimeline): VoiceSyncPosition | null {
    const position = this.#computePosition(turns, timeline);
    const turn = turns.find(({ turnNumber }) => turnNumber === position?.turnNumber);
    const isSilent = findLiveSentenceAt(timeline.schedule, timeline.streamTime)?.isOver ?? true;
    if (!position || !turn || !isSilent || turn.content.length <= position.length) {
      this.#waitingSince = null;
      return position;
    }
    this.#waitingSince ??= timeline.now;
    if (timeline.now - this.#waitingSince < VOICE_TIMEOUT_MS) return position;
    this.#waitingSince = null;
    this.#released = position.turnNumber;
    return this.#computePosition(turns, timeline);
  }

  #computePosition(turns: readonly Turn[], timeline: LiveTimeline): VoiceSyncPosition | null {
    for (const turn of turns) {
      const length = this.#getVisibleLength(turn, timeline);
      if (length !== null) return this.#reusePosition(turn.turnNumber, length);
    }
    return null;
  }

  /** Returns the same object for the same position, so that React skips renders. */
  #reusePosition(turnNumber: number, length: number): VoiceSyncPosition {
    const { turnNumber: knownTurn, length: knownLength } = this.#position;
    if (turnNumber !== knownTurn || length !== knownLength) this.#position = { turnNumber, length };
    return this.#position;
  }

  /** Number of visible characters of a turn; null if it is shown completely. */
  #getVisibleLength(turn: Turn, { schedule, streamTime }: LiveTimeline): number | null {
    const { id, attempt, status, turnNumber, content } = turn;
    if (status === "failed" || turn.isHidden) return null;
    if (turnNumber <= this.#released) return isTurnInProgress(turn) ? content.length : null;
    const liveTurn = schedule.turns.find((each) => each.turnId === id && each.attempt === attempt);
    if (!liveTurn) return isVoicePending(turn) ? 0 : null;
    const index = liveTurn.sentences.findLastIndex(({ startsAt }) => startsAt <= streamTime);
    const sentence = liveTurn.sentences[index];
    if (!sentence) return 0;
    const offsets = this.#getOffsets(turn);
    const { startsAt, endsAt } = sentence;
    const isLast = index >= offsets.sentences.length - 1;
    const isLastScheduled = index === liveTurn.sentences.length - 1 && !isVoicePending(turn);
    if (streamTime >= endsAt && status === "complete" && (isLast || isLastScheduled)) return null;
    const fraction = this.isReducedMotion
      ? 1
      : Math.min((streamTime - startsAt) / (endsAt - startsAt), 1);
    return findSpokenEnd(offsets, index, fraction);
  }

  #getOffsets({ turnNumber, content }: Turn): SpeechOffsets {
    const cached = this.#offsetsByTurn.get(turnNumber);
    if (cached?.content === content) return cached.offsets;
    const offsets = buildSpeechOffsets(content);
    this.#offsetsByTurn.set(turnNumber, { content, offsets });
    return offsets;
  }
}
