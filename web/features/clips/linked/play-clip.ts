import type { ClipView } from "#shared/contract/debates/clip.ts";
import { requestRaw, request } from "#web/lib/api/request.ts";
import type { PlayerState } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

type ClipPassage = ClipView["passages"][number];

/**
 * A passage counts as played this long before its end, because the player reports its position only
 * at intervals.
 */
const END_TOLERANCE_MS = 60;
/**
 * If the playback position is further than this from the passage, the user has moved it elsewhere.
 */
const SEEK_AWAY_MS = 1500;

const getEndMs = ({ sentences }: ClipPassage): number => sentences.at(-1)?.endMs ?? 0;
const getStartMs = ({ sentences }: ClipPassage): number => sentences[0]?.startMs ?? 0;

/**
 * `over` if the passage was played to its end, `on` if it is playing or will play at once, `left`
 * if the user plays something else.
 */
export const getPassageState = (
  passage: ClipPassage,
  state: PlayerState,
): "over" | "on" | "left" => {
  const { track, phase, upcoming, position, hasFinished } = state;
  if ((upcoming?.track ?? track)?.turnId !== passage.turnId) return "left";
  if (hasFinished) return "over";
  if (phase === "error" || phase === "stopped" || phase === "idle") return upcoming ? "on" : "left";
  const ms = position * 1000;
  if (ms < getStartMs(passage) - SEEK_AWAY_MS || ms > getEndMs(passage) + SEEK_AWAY_MS)
    return phase === "playing" ? "left" : "on";
  return ms >= getEndMs(passage) - END_TOLERANCE_MS ? "over" : "on";
};

let unsubscribeFromPlayer = () => {};

const playPassages = ([passage, ...laterPassages]: readonly ClipPassage[]): void => {
  unsubscribeFromPlayer();
  if (!passage) return;
  dispatchPlayerEvent({ type: "play", turnId: passage.turnId, from: getStartMs(passage) / 1000 });
  let hasBegun = false;
  unsubscribeFromPlayer = usePlayer.subscribe((state) => {
    const passageState = getPassageState(passage, state);
    // The player still reports its previous track until it has switched to the passage.
    hasBegun ||= passageState === "on";
    if (!hasBegun || passageState === "on") return;
    unsubscribeFromPlayer();
    if (passageState === "left") return;
    if (laterPassages.length > 0) playPassages(laterPassages);
    else dispatchPlayerEvent({ type: "pause" });
  });
};

/**
 * Returns the clip with exact sentence times. If a recording is missing, first requests the clip's
 * audio, for which the server creates the recordings.
 */
const ensureRecorded = async (path: string, view: ClipView): Promise<ClipView> => {
  if (view.passages.every(({ version }) => version > 0)) return view;
  await requestRaw("GET", path.replace("/moment?", "/moment.mp3?"));
  return request<ClipView>("GET", path);
};

/** Plays a clip and pauses at its end. Throws `ApiError`, or an `Error` with the problem's text. */
export const playClip = async (path: string, view: ClipView): Promise<void> => {
  const { problem, passages } = await ensureRecorded(path, view);
  if (problem !== null) throw new Error(problem);
  playPassages(passages);
};
