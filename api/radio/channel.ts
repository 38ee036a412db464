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

/**
 * The live stream of one debate in this process. All its listeners share one lookup of the
 * schedule.
 */
export class Channel {
  readonly #seats = new Seats();
  readonly #sounds: Sounds;
  #broadcast: Broadcast | undefined;
  /** Whether the schedule was read. Until then permissions are unknown. */
  #isKnown = false;
  /** Database clock minus local clock, in milliseconds. */
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

  get shows(): number {
    return this.#seats.shows;
  }

  /** State as last read. Undefined if the debate is deleted. */
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

  /** Reads the schedule. Concurrent calls share one read. */
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

  /** Applies visibility that is newer than the schedule, which is up to a second old. */
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

  /** Queues the recording of a streaming turn, so that listeners who join in its middle hear it. */
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
   * Sends due audio to all listeners. `shown` was just read; undefined if the debate is deleted.
   * Disconnects listeners who may no longer see the debate or have heard all of it.
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
    // Loads the announcement early. If it arrives first, it also sets the format of silence.
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
