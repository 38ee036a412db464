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
import type { AnnouncementLanguage } from "#shared/domain/audio/announcements.ts";
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
 * The live stream of one debate in this process. All its listeners share one read of the schedule.
 */
export class LiveChannel {
  readonly #listeners = new ListenerGroups();
  readonly #audio: LiveAudioCache;
  #debate: StreamedDebate | undefined;
  /**
   * Whether the debate was read at least once. Before that, the listeners' permissions are unknown.
   */
  #hasRead = false;
  /** Database clock minus local clock, in milliseconds. */
  #offset = 0;
  #schedules: { full: LiveSchedule; visitor: LiveSchedule } | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(
    readonly debateId: number,
    private readonly deps: LiveStreamDeps,
    private readonly voice: VoiceConfig,
    language: AnnouncementLanguage,
  ) {
    this.#audio = new LiveAudioCache(deps, language);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** The debate as last read. Undefined before the first read, and if the debate is deleted. */
  get debate(): StreamedDebate | undefined {
    return this.#debate;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  getSchedule(viewer: Viewer): LiveSchedule {
    const { full, visitor } = this.#schedules ?? {};
    return (viewer ? full : visitor) ?? { items: [], outlook: "end" };
  }

  /** Reads the debate and its schedule. Concurrent calls share one read. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshNow().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refreshNow(): Promise<void> {
    const debate = await findStreamedDebate(this.deps.sql, this.debateId);
    this.#hasRead = true;
    this.#update(debate);
    if (!debate) return;
    this.#offset = debate.now - Date.now();
    const unspokenTurn = debate.turns.find(needsSpeech);
    if (unspokenTurn && this.#listeners.size > 0) await this.#enqueueRecording(unspokenTurn);
  }

  #update(debate: StreamedDebate | undefined): void {
    this.#debate = debate;
    this.#schedules = debate && {
      full: buildLiveSchedule(debate, { id: debate.userId, role: "user" }),
      visitor: buildLiveSchedule(debate, null),
    };
  }

  /**
   * Applies a new visibility to the debate and its schedule, because the stored debate can be one
   * second old.
   */
  #applyVisibility(visibility: DebateVisibility | undefined): void {
    const debate = this.#debate;
    if (!debate || !visibility) return this.#update(undefined);
    const { isPublic, turnIds } = visibility;
    const isHidden = ({ turnId }: StreamedTurn) => !turnIds.includes(turnId);
    const isSame =
      debate.isPublic === isPublic &&
      debate.turns.every((turn) => turn.isHidden === isHidden(turn));
    if (isSame) return;
    const turns = debate.turns.map((turn) => ({ ...turn, isHidden: isHidden(turn) }));
    this.#update({ ...debate, isPublic, turns });
  }

  /** Queues the recording of a streaming turn, so that listeners who join in its middle hear it. */
  async #enqueueRecording({ turnId }: StreamedTurn): Promise<void> {
    const { sql, enqueue, logger } = this.deps;
    const turns = await selectRows<SpeakableTurn>(sql, TURN_TO_SPEAK_SQL, [turnId]);
    const recordingDeps = { voice: this.voice, enqueue };
    const request = { requester: "listener", userId: null } as const;
    await withAfterCommit(logger, (after) =>
      enqueueRecordings(sql, after, recordingDeps, turns, request),
    );
  }

  addListener(viewer: Viewer, sink: Sink, options: StreamOptions): LiveListener {
    return this.#listeners.add(viewer, sink, options);
  }

  removeListener(listener: LiveListener): void {
    this.#listeners.remove(listener);
  }

  /**
   * Sends all listeners the audio that is due. Disconnects those who may no longer see the debate
   * or have heard all of it. `visibility` must be up to date; undefined means that the debate is
   * deleted.
   */
  sendDueAudio(visibility: DebateVisibility | undefined): void {
    if (!this.#hasRead) return;
    this.#applyVisibility(visibility);
    const now = this.now();
    const { format } = this.#audio;
    const source = {
      format,
      getAudio: this.#audio.getAudio.bind(this.#audio),
      getAnnouncement: this.#audio.getAnnouncement.bind(this.#audio),
      isTurnVisible: (turnId: number) => visibility?.turnIds.includes(turnId) ?? false,
    };
    // Loads announcements before they are needed. If no sentence is loaded yet, silence is sent in
    // their MP3 format.
    for (const name of ["disclosure", "pause"] as const) source.getAnnouncement(name);
    const debate = this.#debate;
    this.#listeners.endWhere(({ viewer }) => !debate || !can(viewer, "see", debate));
    const getSource = (viewer: Viewer) => ({ ...source, schedule: this.getSchedule(viewer) });
    this.#listeners.sendDueAudio(getSource, format, now);
  }

  close(): void {
    this.#listeners.endWhere(() => true);
  }
}
