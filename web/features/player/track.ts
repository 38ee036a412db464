import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { maySeeHidden } from "#shared/domain/moderation.ts";
import { hasSecondVoice, providerOf } from "#shared/domain/side.ts";
import { maySeeTurn, VISITOR_TURNS } from "#shared/domain/visitor.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

/** A finished turn as something to be heard. */
export interface Track extends Pick<Turn, "debateId" | "turnNumber" | "role" | "type" | "audio"> {
  turnId: number;
  provider: Provider;
  /** The provider's public name. */
  speaker: string;
  /** How long it will take, in seconds, while nobody knows better. */
  estimate: number;
  /** Both bots speak through one provider and this is the second: it has that provider's other voice. */
  isSecondary: boolean;
}

/** All that can be heard of a debate. */
export interface Playlist {
  /** In the order of the turns. */
  tracks: readonly Track[];
  /** No more will come, for this viewer. */
  isOver: boolean;
  /** Whether a voice is set up at all. */
  isVoiced: boolean;
  /** The turn that is being written meanwhile; null while none is. */
  writing: number | null;
  /** How many turns there are, or will be, that this viewer hears once signed in. */
  behindGate: number;
}

/** What a voice reads out in a second, about. */
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

/** Seconds; null while that is not known. */
export const lengthOf = ({ audio }: Track): number | null =>
  audio.durationMs === null ? null : audio.durationMs / 1000;

interface Listener {
  viewer: Viewer;
  isVoiced: boolean;
  labelOf: LabelOf;
}

/** What this viewer can hear of a debate by now. */
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

/** Asked for a second time, or in the format that every browser plays: no cache answers then. */
export interface AnotherTry {
  retry?: boolean;
  altFormat?: boolean;
}

/** The parameters that name a turn's recording, wherever it is asked for. */
export const recordingOf = ({ turnId, provider, isSecondary }: Track): URLSearchParams =>
  new URLSearchParams({ turnId: String(turnId), provider, secondary: String(isSecondary) });

/** Where a turn's recording is. Its version is part of the address: a new one is never cached. */
export const audioUrl = (track: Track, { retry, altFormat }: AnotherTry = {}): string => {
  const query = recordingOf(track);
  query.set("version", String(track.audio.version));
  if (retry) query.set("retry", "1");
  if (altFormat) query.set("altFormat", "mp3");
  return `/api/tts/audio?${query}`;
};
