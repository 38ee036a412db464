import { enqueueRecordings } from "#infra/services/audio/enqueue-recordings.ts";
import { SPEAKABLE_TURN_COLUMNS_SQL, type SpeakableTurn } from "#infra/audio/recording-spec.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import {
  type StreamedDebate,
  type StreamedTurn,
  findStreamedDebate,
} from "#infra/audio/find-streamed-debate.ts";
import { type LiveSchedule, buildLiveSchedule } from "#infra/audio/live-schedule.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { RecordingCache } from "../recording-cache.ts";
import type { StreamOptions } from "./playback-cursor.ts";
import { type Sink, type LiveListener, ListenerGroups } from "./listener-groups.ts";
import type { DebateVisibility } from "./debate-visibility.ts";
import { LiveAudioCache } from "./live-audio-cache.ts";

export interface LiveStreamDeps {
  sql: Sql;
  recordings: RecordingCache;
  enqueue: Enqueue;
  logger: Logger;
}

const TURN_TO_SPEAK_SQL = `
  SELECT ${SPEAKABLE_TURN_COLUMNS_SQL} FROM turns t JOIN debates d ON d.id = t.debate_id
   WHERE t.id = $1`;

const needsSpeech = ({ status, recordingStatus }: StreamedTurn): boolean =>
  status === "streaming" && (recordingStatus === null || recordingStatus === "failed");

/**
 * The live stream of one debate in this process. All its listeners share one lookup of the
 * schedule.
 */
export class LiveChannel {
  readonly #seats = new ListenerGroups();
  readonly #sounds: LiveAudioCache;
  #broadcast: StreamedDebate | undefined;
  /** Whether the schedule was read. Until then permissions are unknown. */
  #isKnown = false;
  /** Database clock minus local clock, in milliseconds. */
  #offset = 0;
  #programmes: { full: LiveSchedule; visitor: LiveSchedule } | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    readonly debateId: number,
    private readonly parts: LiveStreamDeps,
    private readonly voice: VoiceConfig,
  ) {
    this.#sounds = new LiveAudioCache(parts);
  }

  get listeners(): number {
    return this.#seats.size;
  }

  /** State as last read. Undefined if the debate is deleted. */
  get broadcast(): StreamedDebate | undefined {
    return this.#broadcast;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  programme(viewer: Viewer): LiveSchedule {
    const { full, visitor } = this.#programmes ?? {};
    return (viewer ? full : visitor) ?? { items: [], outlook: "end" };
  }

  /** Reads the schedule. Concurrent calls share one read. */
  look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    const broadcast = await findStreamedDebate(this.parts.sql, this.debateId);
    this.#isKnown = true;
    this.#update(broadcast);
    if (!broadcast) return;
    this.#offset = broadcast.now - Date.now();
    const unspoken = broadcast.turns.find(needsSpeech);
    if (unspoken && this.#seats.size > 0) await this.#haveSpoken(unspoken);
  }

  #update(broadcast: StreamedDebate | undefined): void {
    this.#broadcast = broadcast;
    this.#programmes = broadcast && {
      full: buildLiveSchedule(broadcast, { id: broadcast.userId, role: "user" }),
      visitor: buildLiveSchedule(broadcast, null),
    };
  }

  /** Applies visibility that is newer than the schedule, which is up to a second old. */
  #apply(shown: DebateVisibility | undefined): void {
    const known = this.#broadcast;
    if (!known || !shown) return this.#update(undefined);
    const { isPublic, turnIds } = shown;
    const isHidden = ({ turnId }: StreamedTurn) => !turnIds.includes(turnId);
    const isSame =
      known.isPublic === isPublic && known.turns.every((turn) => turn.isHidden === isHidden(turn));
    if (isSame) return;
    const turns = known.turns.map((turn) => ({ ...turn, isHidden: isHidden(turn) }));
    this.#update({ ...known, isPublic, turns });
  }

  /** Queues the recording of a streaming turn, so that listeners who join in its middle hear it. */
  async #haveSpoken({ turnId }: StreamedTurn): Promise<void> {
    const { sql, enqueue, logger } = this.parts;
    const turns = await selectRows<SpeakableTurn>(sql, TURN_TO_SPEAK_SQL, [turnId]);
    const studio = { voice: this.voice, enqueue };
    const asking = { requester: "listener", userId: null } as const;
    await withAfterCommit(logger, (after) => enqueueRecordings(sql, after, studio, turns, asking));
  }

  seat(viewer: Viewer, outlet: Sink, tuning: StreamOptions): LiveListener {
    return this.#seats.take(viewer, outlet, tuning);
  }

  leave(seat: LiveListener): void {
    this.#seats.leave(seat);
  }

  /**
   * Sends due audio to all listeners. `shown` was just read; undefined if the debate is deleted.
   * Disconnects listeners who may no longer see the debate or have heard all of it.
   */
  hear(shown: DebateVisibility | undefined): void {
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
    this.#seats.letGo(({ viewer }) => !broadcast || !can(viewer, "see", broadcast));
    const studioOf = (viewer: Viewer) => ({ ...sounds, programme: this.programme(viewer) });
    this.#seats.hear(studioOf, format, now);
  }

  close(): void {
    this.#seats.letGo(() => true);
  }
}
