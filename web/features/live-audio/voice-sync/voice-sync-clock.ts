import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  findSpokenEnd,
  type SpeechOffsets,
  buildSpeechOffsets,
} from "#shared/domain/audio/spoken-progress.ts";
import { findLiveSentenceAt } from "../live-sentence.ts";

/** Display limit: earlier turns are complete, this one is truncated, later ones are hidden. */
export interface VoiceSyncPosition {
  turnNumber: number;
  /** In characters. */
  length: number;
}

interface LiveTimeline {
  live: Pick<LiveScheduleView, "turns">;
  /** The stream time being played, and the server's current time. */
  moment: number;
  now: number;
}

/** Silence after which text is shown without its voice. */
export const VOICE_TIMEOUT_MS = 10_000;

const isTurnInProgress = ({ status }: Turn): boolean =>
  status === "pending" || status === "streaming";

const isVoicePending = (turn: Turn): boolean =>
  isTurnInProgress(turn) || turn.audio.status === "pending";

/** Computes how much text to show so that it stays in step with the live voice. */
export class VoiceSyncClock {
  #sayings = new Map<number, { content: string; saying: SpeechOffsets }>();
  #place: VoiceSyncPosition = { turnNumber: 0, length: 0 };
  /** The last turn shown without waiting for its voice. */
  #released = 0;
  /** Server time since which text waits during silence; null while it does not wait. */
  #waitingSince: number | null = null;

  /** Reduced motion shows whole sentences instead of single characters. */
  constructor(private readonly isCalm: boolean) {}

  /** The display limit; null if everything may be shown. */
  placeIn(turns: readonly Turn[], air: LiveTimeline): VoiceSyncPosition | null {
    const place = this.#placeOf(turns, air);
    const turn = turns.find(({ turnNumber }) => turnNumber === place?.turnNumber);
    const isSilent = findLiveSentenceAt(air.live, air.moment)?.isOver ?? true;
    if (!place || !turn || !isSilent || turn.content.length <= place.length) {
      this.#waitingSince = null;
      return place;
    }
    this.#waitingSince ??= air.now;
    if (air.now - this.#waitingSince < VOICE_TIMEOUT_MS) return place;
    this.#waitingSince = null;
    this.#released = place.turnNumber;
    return this.#placeOf(turns, air);
  }

  #placeOf(turns: readonly Turn[], air: LiveTimeline): VoiceSyncPosition | null {
    for (const turn of turns) {
      const length = this.#lengthOf(turn, air);
      if (length !== null) return this.#placeAt(turn.turnNumber, length);
    }
    return null;
  }

  /** Returns the same object for the same position, so that React skips renders. */
  #placeAt(turnNumber: number, length: number): VoiceSyncPosition {
    const { turnNumber: knownTurn, length: knownLength } = this.#place;
    if (turnNumber !== knownTurn || length !== knownLength) this.#place = { turnNumber, length };
    return this.#place;
  }

  /** Number of visible characters of a turn; null if it is shown completely. */
  #lengthOf(turn: Turn, { live, moment }: LiveTimeline): number | null {
    const { id, attempt, status, turnNumber, content } = turn;
    if (status === "failed" || turn.isHidden) return null;
    if (turnNumber <= this.#released) return isTurnInProgress(turn) ? content.length : null;
    const onAir = live.turns.find((each) => each.turnId === id && each.attempt === attempt);
    if (!onAir) return isVoicePending(turn) ? 0 : null;
    const index = onAir.sentences.findLastIndex(({ startsAt }) => startsAt <= moment);
    const sentence = onAir.sentences[index];
    if (!sentence) return 0;
    const saying = this.#sayingOf(turn);
    const { startsAt, endsAt } = sentence;
    const isLast = index >= saying.sentences.length - 1;
    const isLastComing = index === onAir.sentences.length - 1 && !isVoicePending(turn);
    if (moment >= endsAt && status === "complete" && (isLast || isLastComing)) return null;
    const share = this.isCalm ? 1 : Math.min((moment - startsAt) / (endsAt - startsAt), 1);
    return findSpokenEnd(saying, index, share);
  }

  #sayingOf({ turnNumber, content }: Turn): SpeechOffsets {
    const known = this.#sayings.get(turnNumber);
    if (known?.content === content) return known.saying;
    const saying = buildSpeechOffsets(content);
    this.#sayings.set(turnNumber, { content, saying });
    return saying;
  }
}
