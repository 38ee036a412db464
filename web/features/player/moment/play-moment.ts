import type { MomentView } from "#shared/contract/moment.ts";
import { call, request } from "#web/lib/request.ts";
import type { PlayerState } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

type Passage = MomentView["passages"][number];

/** Tolerance at the end, because the player reports its position only a few times per second. */
const CLOSE_MS = 60;
/** Beyond this distance from the passage, the user has sought elsewhere. */
const ELSEWHERE_MS = 1500;

const endOf = ({ sentences }: Passage): number => sentences.at(-1)?.endMs ?? 0;
const startOf = ({ sentences }: Passage): number => sentences[0]?.startMs ?? 0;

/** Whether the passage has been played, is playing, or was abandoned for something else. */
export const standing = (passage: Passage, state: PlayerState): "over" | "on" | "left" => {
  const { track, phase, upcoming, position, hasFinished } = state;
  if ((upcoming?.track ?? track)?.turnId !== passage.turnId) return "left";
  if (hasFinished) return "over";
  if (phase === "error" || phase === "stopped" || phase === "idle") return upcoming ? "on" : "left";
  const ms = position * 1000;
  if (ms < startOf(passage) - ELSEWHERE_MS || ms > endOf(passage) + ELSEWHERE_MS)
    return phase === "playing" ? "left" : "on";
  return ms >= endOf(passage) - CLOSE_MS ? "over" : "on";
};

let stopWatching = () => {};

const play = ([passage, ...others]: readonly Passage[]): void => {
  stopWatching();
  if (!passage) return;
  tell({ type: "play", turnId: passage.turnId, from: startOf(passage) / 1000 });
  let hasBegun = false;
  stopWatching = usePlayer.subscribe((state) => {
    const stands = standing(passage, state);
    // The player keeps its previous track until that has settled.
    hasBegun ||= stands === "on";
    if (!hasBegun || stands === "on") return;
    stopWatching();
    if (stands === "left") return;
    if (others.length > 0) play(others);
    else tell({ type: "pause" });
  });
};

/** The clip with exact sentence times. Creates missing recordings first. */
const recorded = async (path: string, view: MomentView): Promise<MomentView> => {
  if (view.passages.every(({ version }) => version > 0)) return view;
  await call("GET", path.replace("/moment?", "/moment.mp3?"));
  return request<MomentView>("GET", path);
};

/** Plays a clip and pauses at its end. Throws `ApiError`, or an `Error` with the problem's text. */
export const playMoment = async (path: string, view: MomentView): Promise<void> => {
  const { problem, passages } = await recorded(path, view);
  if (problem !== null) throw new Error(problem);
  play(passages);
};
