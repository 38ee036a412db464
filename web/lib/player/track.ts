import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { canSeeHidden } from "#shared/domain/moderation.ts";
import { hasSecondVoice, getProviderOfRole } from "#shared/domain/debates/side.ts";
import { canSeeTurn, VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";

/** A finished turn that the player can play. */
export interface Track extends Pick<Turn, "debateId" | "turnNumber" | "role" | "type" | "audio"> {
  turnId: number;
  provider: Speaker;
  /** The provider's display name. */
  speaker: string;
  estimatedDurationS: number;
  /**
   * Whether the turn is spoken with the provider's second voice. That is the case for the second
   * side if the provider speaks for both sides.
   */
  isSecondary: boolean;
}

export interface Playlist {
  /** Sorted by turn number. */
  tracks: readonly Track[];
  /** Whether the list is complete: this viewer will get no further tracks. */
  isOver: boolean;
  /** Whether a speech provider is configured. */
  isVoiced: boolean;
  streamingTurnNumber: number | null;
  /** Number of turns that require signing in; 0 for signed-in viewers. */
  lockedTurnCount: number;
}

const SPOKEN_CHARACTERS_PER_SECOND = 15;

type GetProviderLabel = (provider: Speaker) => string;

export const createTrack = (
  turn: Turn,
  debate: Debate,
  getProviderLabel: GetProviderLabel,
): Track => {
  const provider = getProviderOfRole(turn.role, debate);
  return {
    turnId: turn.id,
    debateId: turn.debateId,
    turnNumber: turn.turnNumber,
    role: turn.role,
    type: turn.type,
    audio: turn.audio,
    estimatedDurationS: Math.max(1, Math.round(turn.content.length / SPOKEN_CHARACTERS_PER_SECOND)),
    provider,
    speaker: getProviderLabel(provider),
    isSecondary: hasSecondVoice(turn.role, debate),
  };
};

/** Duration of a track in seconds; null until known. */
export const getTrackDurationS = ({ audio }: Track): number | null =>
  audio.durationMs === null ? null : audio.durationMs / 1000;

interface PlaylistOptions {
  viewer: Viewer;
  isVoiced: boolean;
  getProviderLabel: GetProviderLabel;
}

/** The playlist with the turns that this viewer may play now. */
export const buildPlaylist = (
  debate: Debate,
  turns: readonly Turn[],
  { viewer, isVoiced, getProviderLabel }: PlaylistOptions,
): Playlist => {
  const finished = turns.filter(
    ({ status, turnNumber }) => status === "complete" && canSeeTurn(viewer, turnNumber),
  );
  const audible = finished.filter(({ isHidden }) => !isHidden || canSeeHidden(viewer));
  const next = finished.length + 1;
  const hasAll = debate.status === "completed" && finished.length >= debate.currentTurn;
  const writing = turns.find(({ status }) => status === "pending" || status === "streaming");
  const isGated = !canSeeTurn(viewer, debate.maxTurns);
  return {
    tracks: audible.map((turn) => createTrack(turn, debate, getProviderLabel)),
    isOver: hasAll || !canSeeTurn(viewer, next),
    isVoiced,
    streamingTurnNumber: writing?.turnNumber ?? null,
    lockedTurnCount: isGated ? debate.maxTurns - VISITOR_MAX_TURNS : 0,
  };
};

/** Parameters of a retry. They change its URL, so that no cache responds. */
export interface AudioRetryOptions {
  retry?: boolean;
  altFormat?: boolean;
}

/** Query parameters that identify a turn's recording. */
export const buildRecordingQuery = ({ turnId, provider, isSecondary }: Track): URLSearchParams =>
  new URLSearchParams({ turnId: String(turnId), provider, secondary: String(isSecondary) });

/**
 * URL of a turn's recording. It contains the version, so that caches never return an older
 * recording.
 */
export const buildAudioUrl = (
  track: Track,
  { retry, altFormat }: AudioRetryOptions = {},
): string => {
  const query = buildRecordingQuery(track);
  query.set("version", String(track.audio.version));
  if (retry) query.set("retry", "1");
  if (altFormat) query.set("altFormat", "mp3");
  return `/api/tts/audio?${query}`;
};
