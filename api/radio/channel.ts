import { askForRecordings } from "#infra/operations/ask-for-recordings.ts";
import { TURN_TO_SPEAK, type TurnToSpeak } from "#infra/audio/speech-order.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { withEffects } from "#infra/db/transaction.ts";
import type { VoiceAccess } from "#infra/access.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { type Broadcast, type BroadcastTurn, findBroadcast } from "#infra/radio/find-broadcast.ts";
import { type Programme, programmeOf } from "#infra/radio/programme.ts";
import { may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { RecordingBytes } from "../audio/recording-bytes.ts";
import type { Tuning } from "./place.ts";
import { type Outlet, type Seat, Seats } from "./seats.ts";
import type { Shown } from "./find-shown.ts";
import { Sounds } from "./sounds.ts";

export interface RadioParts {
  reads: Sql;
  recordings: RecordingBytes;
  enqueue: Enqueue;
  logger: Logger;
}

const WORDS = `
  SELECT ${TURN_TO_SPEAK} FROM turns t JOIN debates d ON d.id = t.debate_id
   WHERE t.id = $1`;

const isUnspoken = ({ status, making }: BroadcastTurn): boolean =>
  status === "streaming" && (making === null || making === "failed");

/** A debate, for all who listen to it at this process: looked up once, however many they are. */
export class Channel {
  readonly #seats = new Seats();
  readonly #sounds: Sounds;
  #broadcast: Broadcast | undefined;
  /** It was looked up: until then nobody knows who may hear it. */
  #isKnown = false;
  /** What the air's clock is ahead of this machine's. */
  #offset = 0;
  #programmes: { full: Programme; visitor: Programme } | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    readonly debateId: number,
    private readonly parts: RadioParts,
    private readonly voice: VoiceAccess,
  ) {
    this.#sounds = new Sounds(parts);
  }

  get listeners(): number {
    return this.#seats.size;
  }

  /** How many of them watch it as a show. */
  get shows(): number {
    return this.#seats.shows;
  }

  /** What is known of it; undefined when the debate is gone. */
  get broadcast(): Broadcast | undefined {
    return this.#broadcast;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  programme(viewer: Viewer): Programme {
    const { full, visitor } = this.#programmes ?? {};
    return (viewer ? full : visitor) ?? { items: [], outlook: "end" };
  }

  /** Looks up what is on the air; together with whoever does so already. */
  look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    const broadcast = await findBroadcast(this.parts.reads, this.debateId);
    this.#isKnown = true;
    this.#update(broadcast);
    if (!broadcast) return;
    this.#offset = broadcast.now - Date.now();
    const unspoken = broadcast.turns.find(isUnspoken);
    if (unspoken && this.#seats.size > 0) await this.#haveSpoken(unspoken);
  }

  #update(broadcast: Broadcast | undefined): void {
    this.#broadcast = broadcast;
    this.#programmes = broadcast && {
      full: programmeOf(broadcast, { id: broadcast.userId, role: "user" }),
      visitor: programmeOf(broadcast, null),
    };
  }

  /** Corrects what was read up to a second ago. */
  #apply(shown: Shown | undefined): void {
    const known = this.#broadcast;
    if (!known || !shown) return this.#update(undefined);
    const { isPublic, turnIds } = shown;
    const isHidden = ({ turnId }: BroadcastTurn) => !turnIds.includes(turnId);
    const isSame =
      known.isPublic === isPublic && known.turns.every((turn) => turn.isHidden === isHidden(turn));
    if (isSame) return;
    const turns = known.turns.map((turn) => ({ ...turn, isHidden: isHidden(turn) }));
    this.#update({ ...known, isPublic, turns });
  }

  /** Whoever comes in the middle of a turn hears it, too. */
  async #haveSpoken({ turnId }: BroadcastTurn): Promise<void> {
    const { reads, enqueue, logger } = this.parts;
    const turns = await select<TurnToSpeak>(reads, WORDS, [turnId]);
    const studio = { voice: this.voice, enqueue };
    const asking = { who: "listener", askedBy: null } as const;
    await withEffects(logger, (after) => askForRecordings(reads, after, studio, turns, asking));
  }

  seat(viewer: Viewer, outlet: Outlet, tuning: Tuning, isShow: boolean): Seat {
    return this.#seats.take(viewer, outlet, tuning, isShow);
  }

  leave(seat: Seat): void {
    this.#seats.leave(seat);
  }

  /**
   * Sends what is due to all listeners. `shown` was read right before; undefined: the debate is gone.
   * Listeners who may no longer see the debate, or have heard all of it, are disconnected.
   */
  hear(shown: Shown | undefined): void {
    if (!this.#isKnown) return;
    this.#apply(shown);
    const now = this.now();
    const { format } = this.#sounds;
    const sounds = {
      format,
      soundOf: this.#sounds.soundOf.bind(this.#sounds),
      notice: this.#sounds.notice.bind(this.#sounds),
      isShown: (turnId: number) => shown?.turnIds.includes(turnId) ?? false,
    };
    // Asked for in time, and the first sound there is tells the format of silence.
    sounds.notice("pause");
    const broadcast = this.#broadcast;
    this.#seats.letGo(({ viewer }) => !broadcast || !may(viewer, "see", broadcast));
    const studioOf = (viewer: Viewer) => ({ ...sounds, programme: this.programme(viewer) });
    this.#seats.hear(studioOf, format, now);
  }

  close(): void {
    this.#seats.letGo(() => true);
  }
}
