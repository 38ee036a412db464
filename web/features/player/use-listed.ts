import { useEffect, useMemo } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useConfig, useProviderLabel } from "#web/lib/config.tsx";
import { loadPlayer, tell } from "./player-store.ts";
import { type Playlist, playlistOf } from "./track.ts";

/** Its code is fetched when the page has settled, or before that when it is needed. */
const PREFETCH_AFTER_MS = 5000;

/** Keeps the player's list true while a debate is shown; leaving the page stops all audio. */
export const useListed = (debate: Debate, turns: readonly Turn[]): void => {
  const { user: viewer = null } = useAuth();
  const isVoiced = useConfig()?.tts ?? false;
  const labelOf = useProviderLabel();
  // A turn that is being spoken changes many times a second; what can be heard does not.
  const listed = JSON.stringify(playlistOf(debate, turns, { viewer, isVoiced, labelOf }));
  const playlist = useMemo<Playlist>(() => JSON.parse(listed), [listed]);

  useEffect(() => tell({ type: "listed", playlist }), [playlist]);
  useEffect(() => () => tell({ type: "close" }), []);
  useEffect(() => {
    if (!isVoiced) return undefined;
    /* What does not come now is asked for again by the first that wants to listen. */
    const prefetch = () => void loadPlayer().catch(() => undefined);
    const timer = setTimeout(prefetch, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isVoiced]);
};
