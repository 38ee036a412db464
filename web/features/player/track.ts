import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { maySeeHidden } from "#shared/domain/moderation.ts";
import { hasSecondVoice, providerOf } from "#shared/domain/side.ts";
import { maySeeTurn, VISITOR_TURNS } from "#shared/domain/visitor.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

/** A completed turn in the player. */
export interface Track extends Pick<Turn, "debateId" | "turnNumber" | "role" | "type" | "audio"> {
  turnId: number;
  provider: Provider;
  /** The provider's display name. */
  speaker: string;
  estimate: number;
  /**
   * Both bots use the same provider and this is the second one, so it gets the provider's second
   * voice.
   */
  isSecondary: boolean;
}

export interface Playlist {
  /** By turn number. */
  tracks: readonly Track[];
  /** Whether no more tracks will follow for this viewer. */
  isOver: boolean;
  /** Whether a speech provider is configured. */
  isVoiced: boolean;
  writing: number | null;
  /** Number of turns that require signing in; 0 for signed-in viewers. */
  behindGate: number;
}

const CHARACTERS_A_SECOND = 15;

type LabelOf = (provider: Provider) => string;

export const trackOf = (turn: Turn, debate: Debate, labelOf: LabelOf): Track => {
  const provider = providerOf(turn.role, debate);
  return {
    turnId: turn.id,
    debateId: turn.debateId,
    turnNumber: turn.turnNumber,
    role: turn.role,
    type: turn.type,
    audio: turn.audio,
    estimate: Math.max(1, Math.round(turn.content.length / CHARACTERS_A_SECOND)),
    provider,
    speaker: labelOf(provider),
    isSecondary: hasSecondVoice(turn.role, debate),
  };
};

/** In seconds; null while unknown. */
export const lengthOf = ({ audio }: Track): number | null =>
  audio.durationMs === null ? null : audio.durationMs / 1000;

interface Listener {
  viewer: Viewer;
  isVoiced: boolean;
  labelOf: LabelOf;
}

/** The tracks that this viewer may play now. */
export const playlistOf = (
  debate: Debate,
  turns: readonly Turn[],
  { viewer, isVoiced, labelOf }: Listener,
): Playlist => {
  const finished = turns.filter(
    ({ status, turnNumber }) => status === "complete" && maySeeTurn(viewer, turnNumber),
  );
  const heard = finished.filter(({ isHidden }) => !isHidden || maySeeHidden(viewer));
  const next = finished.length + 1;
  const hasAll = debate.status === "completed" && finished.length >= debate.currentTurn;
  const writing = turns.find(({ status }) => status === "pending" || status === "streaming");
  const isGated = !maySeeTurn(viewer, debate.maxTurns);
  return {
    tracks: heard.map((turn) => trackOf(turn, debate, labelOf)),
    isOver: hasAll || !maySeeTurn(viewer, next),
    isVoiced,
    writing: writing?.turnNumber ?? null,
    behindGate: isGated ? debate.maxTurns - VISITOR_TURNS : 0,
  };
};

/** Parameters of a second request. They differ from the first request's, so no cache answers. */
export interface AnotherTry {
  retry?: boolean;
  altFormat?: boolean;
}

/** Query parameters that identify a turn's recording in every audio request. */
export const recordingOf = ({ turnId, provider, isSecondary }: Track): URLSearchParams =>
  new URLSearchParams({ turnId: String(turnId), provider, secondary: String(isSecondary) });

/**
 * URL of a turn's recording. It contains the version, so a regenerated recording is never served
 * from a cache.
 */
export const audioUrl = (track: Track, { retry, altFormat }: AnotherTry = {}): string => {
  const query = recordingOf(track);
  query.set("version", String(track.audio.version));
  if (retry) query.set("retry", "1");
  if (altFormat) query.set("altFormat", "mp3");
  return `/api/tts/audio?${query}`;
};
