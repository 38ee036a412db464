import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { ttsStatusQuery, useIsVoiced } from "#web/lib/tts-status.ts";
import { useLiveSocket, onEachConnect } from "#web/lib/socket/use-live-socket.ts";
import { loadPlayer, dispatchPlayerEvent } from "#web/lib/player/player-store.ts";
import { type Playlist, buildPlaylist } from "#web/lib/player/track.ts";

const PREFETCH_AFTER_MS = 5000;

/** Keeps the player's playlist current while a debate is shown. Unmounting closes the player. */
export const usePlayerPlaylist = (debate: Debate, turns: readonly Turn[]): void => {
  const { user: viewer = null } = useAuth();
  const isVoiced = useIsVoiced() ?? false;
  const getProviderLabel = useProviderLabel();
  // Comparing JSON keeps the playlist object the same while the text of a turn is streaming.
  const listed = JSON.stringify(
    buildPlaylist(debate, turns, { viewer, isVoiced, getProviderLabel }),
  );
  const playlist = useMemo<Playlist>(() => JSON.parse(listed), [listed]);

  useEffect(() => dispatchPlayerEvent({ type: "listed", playlist }), [playlist]);
  useEffect(() => () => dispatchPlayerEvent({ type: "close" }), []);
  const client = useQueryClient();
  const socket = useLiveSocket();
  // After a reconnect, the server may have restarted with another speech configuration.
  useEffect(
    () =>
      onEachConnect(socket, () => {
        void client.invalidateQueries({ queryKey: ttsStatusQuery.queryKey });
      }),
    [socket, client],
  );
  useEffect(() => {
    if (!isVoiced) return undefined;
    /* A failed prefetch is retried by the first play command. */
    const prefetch = () => void loadPlayer().catch(() => undefined);
    const timer = setTimeout(prefetch, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isVoiced]);
};
