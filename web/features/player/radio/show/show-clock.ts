import type { LiveSpeech } from "#shared/contract/live.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { saidSoFar, type Saying, sayingOf } from "#shared/domain/said-so-far.ts";
import { heardAt } from "../on-air.ts";

/** How far a show is: all turns before this one are shown, this one up to there, and none after it. */
export interface ShowPlace {
  turnNumber: number;
  /** In characters of its content. */
  length: number;
}

/** What a show is told by. */
interface Air {
  live: Pick<LiveSpeech, "turns">;
  /** The moment on the air that is heard, and the one that is live. */
  moment: number;
  now: number;
}

/** A voice that does not come is waited for so long: then its words are read. */
export const LATE_VOICE_MS = 10_000;

const isInProgress = ({ status }: Turn): boolean => status === "pending" || status === "streaming";

/** Its voice may still come: else there is nothing to wait for. */
const isComing = (turn: Turn): boolean => isInProgress(turn) || turn.audio.status === "pending";

/** Holds the words of a debate back to its voice: one clock for both. */
export class ShowClock {
  #sayings = new Map<number, { content: string; saying: Saying }>();
  #place: ShowPlace = { turnNumber: 0, length: 0 };
  /** The last turn whose words did not wait for the voice any more. */
  #released = 0;
  /** Words have waited since then for a voice that says nothing. */
  #waitingSince: number | null = null;

  /** @param isCalm Sentences come as a whole. */
  constructor(private readonly isCalm: boolean) {}

  /** Null where nothing is held back. */
  placeIn(turns: readonly Turn[], air: Air): ShowPlace | null {
    const place = this.#placeOf(turns, air);
    const turn = turns.find(({ turnNumber }) => turnNumber === place?.turnNumber);
    const isSilent = heardAt(air.live, air.moment)?.isOver ?? true;
    if (!place || !turn || !isSilent || turn.content.length <= place.length) {
      this.#waitingSince = null;
      return place;
    }
    this.#waitingSince ??= air.now;
    if (air.now - this.#waitingSince < LATE_VOICE_MS) return place;
    this.#waitingSince = null;
    this.#released = place.turnNumber;
    return this.#placeOf(turns, air);
  }

  #placeOf(turns: readonly Turn[], air: Air): ShowPlace | null {
    for (const turn of turns) {
      const length = this.#lengthOf(turn, air);
      if (length !== null) return this.#placeAt(turn.turnNumber, length);
    }
    return null;
  }

  /** The same place as before is the same object. */
  #placeAt(turnNumber: number, length: number): ShowPlace {
    const { turnNumber: knownTurn, length: knownLength } = this.#place;
    if (turnNumber !== knownTurn || length !== knownLength) this.#place = { turnNumber, length };
    return this.#place;
  }

  /** How much of a turn is shown; null for all that there will be. */
  #lengthOf(turn: Turn, { live, moment }: Air): number | null {
    const { id, attempt, status, turnNumber, content } = turn;
    if (status === "failed" || turn.isHidden) return null;
    if (turnNumber <= this.#released) return isInProgress(turn) ? content.length : null;
    const onAir = live.turns.find((each) => each.turnId === id && each.attempt === attempt);
    if (!onAir) return isComing(turn) ? 0 : null;
    const index = onAir.sentences.findLastIndex(({ startsAt }) => startsAt <= moment);
    const sentence = onAir.sentences[index];
    if (!sentence) return 0;
    const saying = this.#sayingOf(turn);
    const { startsAt, endsAt } = sentence;
    const isLast = index >= saying.sentences.length - 1;
    const isLastComing = index === onAir.sentences.length - 1 && !isComing(turn);
    if (moment >= endsAt && status === "complete" && (isLast || isLastComing)) return null;
    const share = this.isCalm ? 1 : Math.min((moment - startsAt) / (endsAt - startsAt), 1);
    return saidSoFar(saying, index, share);
  }

  #sayingOf({ turnNumber, content }: Turn): Saying {
    const known = this.#sayings.get(turnNumber);
    if (known?.content === content) return known.saying;
    const saying = sayingOf(content);
    this.#sayings.set(turnNumber, { content, saying });
    return saying;
  }
}
