import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RegenerationAccepted } from "#shared/contract/audio.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { request } from "#web/lib/request.ts";
import { sayRegenerated, sayRegenerationFailed } from "#web/lib/regeneration-toasts.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";

const ask = async ({ id }: Turn): Promise<RegenerationAccepted> => {
  if (!Number.isInteger(id) || id < 1) throw new Error("This turn doesn't have a valid ID.");
  return request("GET", `/api/admin-regen-audio/${id}`);
};

/**
 * Has a turn's recording made anew. That takes a while: it is done when a newer version is there,
 * and has failed when the server says so.
 */
export const useRegenerate = (turn: Turn) => {
  const socket = useLiveSocket();
  const { id, audio } = turn;
  /** The version that was to be replaced last; null when none was, or that failed. */
  const [replaced, setReplaced] = useState<number | null>(null);
  const regenerate = useMutation({
    mutationFn: () => {
      setReplaced(audio.version);
      return ask(turn);
    },
    onError: (err) => {
      setReplaced(null);
      sayRegenerationFailed(err.message);
    },
  });

  const isDone = replaced !== null && audio.status === "ready" && audio.version > replaced;
  useEffect(() => {
    if (isDone) sayRegenerated();
  }, [isDone]);

  const isPending = replaced !== null && !isDone;
  useEffect(() => {
    if (!isPending || !socket) return undefined;
    const hear: ServerEvents["audio:failed"] = ({ turnId, message }) => {
      if (turnId !== id) return;
      setReplaced(null);
      sayRegenerationFailed(message);
    };
    socket.on("audio:failed", hear);
    return () => void socket.off("audio:failed", hear);
  }, [isPending, socket, id]);

  return { isPending, regenerate: () => regenerate.mutate() };
};
