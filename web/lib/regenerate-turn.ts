import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DebateAudio, RegenerationAccepted } from "#shared/contract/audio.ts";
import { isId } from "#shared/domain/id.ts";
import { INVALID_TURN_ID } from "#shared/domain/turn.ts";
import { refreshLists } from "./refresh-lists.ts";
import { sayRegenerated, sayRegenerationFailed } from "./regeneration-toasts.ts";
import { request } from "./request.ts";

/** One turn that is made anew is nobody's job, and pushes nothing to admins. */
const LOOK_AGAIN_MS = 2000;

/** How a debate's finished turns are recorded, for admins; asked for again while one of them is being made. */
export const debateAudioQuery = (debateId: number) =>
  queryOptions<DebateAudio>({
    queryKey: [`/api/admin/debates/${debateId}/audio`],
    refetchInterval: ({ state: { data } }) =>
      data?.turns.some(({ status }) => status === "pending") ? LOOK_AGAIN_MS : false,
  });

interface Recorded {
  debateId: number;
  turnId: number;
  /** Of the recording that the page knows. */
  version: number;
}

/** Asks for a new recording of a turn. Rejects with a message for the admin, e.g. for an invalid id. */
export const requestRegeneration = (turnId: unknown): Promise<RegenerationAccepted> =>
  isId(turnId)
    ? request("GET", `/api/admin-regen-audio/${turnId}`)
    : Promise.reject(new Error(INVALID_TURN_ID));

/**
 * Has a turn's recording made anew. That takes a while: it is done when the page knows a newer version,
 * and has failed when its recording says so, which nobody is pushed who still has the earlier one.
 */
export const useRegenerateTurn = ({ debateId, turnId, version }: Recorded) => {
  const regenerate = useMutation({
    mutationFn: (_replaced: number) => requestRegeneration(turnId),
    onError: ({ message }) => sayRegenerationFailed(message),
    // The recording that was asked for again says how it goes on.
    onSettled: (_accepted, _error, _replaced, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
  });
  const { isSuccess, variables: replaced = version, reset } = regenerate;
  const isPending = regenerate.isPending || isSuccess;
  const { data } = useQuery({
    ...debateAudioQuery(debateId),
    enabled: isPending,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const recording = data?.turns.find((turn) => turn.turnId === turnId);
  const hasFailed = recording?.status === "failed";
  const isOver = isSuccess && (hasFailed || version > replaced);
  const error = recording?.error ?? "The recording could not be made.";
  useEffect(() => {
    if (!isOver) return;
    reset();
    if (hasFailed) sayRegenerationFailed(error);
    else sayRegenerated();
  }, [isOver, hasFailed, error, reset]);
  return { isPending, regenerate: () => regenerate.mutate(version) };
};
