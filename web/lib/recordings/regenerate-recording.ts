import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DebateAudio, RegenerationAccepted } from "#shared/contract/debates/audio.ts";
import { isId } from "#shared/domain/id.ts";
import { INVALID_TURN_ID_MESSAGE } from "#shared/domain/debates/turn.ts";
import { invalidateLists } from "../api/invalidate-lists.ts";
import { request } from "../api/request.ts";
import { useSingleMutation } from "../api/use-single-mutation.ts";
import { showToast } from "#web/lib/toast.ts";

export const showRegenerationDone = (): void =>
  showToast({
    title: "Audio Regenerated",
    description: "The audio has been regenerated successfully. Try playing it again.",
  });

export const showRegenerationFailed = (description: string): void =>
  showToast({ title: "Regeneration Failed", description, tone: "danger" });

/** Polling interval, because admins receive no events about single recordings. */
const POLL_INTERVAL_MS = 2000;

/** The recordings of a debate's finished turns, for admins. Polls while one of them is pending. */
export const debateAudioQuery = (debateId: number) =>
  queryOptions<DebateAudio>({
    queryKey: [`/api/admin/debates/${debateId}/audio`],
    refetchInterval: ({ state: { data } }) =>
      data?.turns.some(({ status }) => status === "pending") ? POLL_INTERVAL_MS : false,
  });

interface RecordingRef {
  debateId: number;
  turnId: number;
  /** Version of the recording that the page shows. */
  version: number;
}

/**
 * Requests a new recording of a turn. Rejects with a message for the admin, e.g. if the id is
 * invalid.
 */
export const requestRegeneration = (turnId: unknown): Promise<RegenerationAccepted> =>
  isId(turnId)
    ? request("GET", `/api/admin-regen-audio/${turnId}`)
    : Promise.reject(new Error(INVALID_TURN_ID_MESSAGE));

/**
 * Requests a new recording of a turn. `isPending` is true until the page's data contain a newer
 * version, or until polling shows that the recording has failed.
 */
export const useRegenerateRecording = ({ debateId, turnId, version }: RecordingRef) => {
  const regenerate = useSingleMutation({
    mutationFn: (_replaced: number) => requestRegeneration(turnId),
    onError: ({ message }) => showRegenerationFailed(message),
    onSettled: (_accepted, _error, _replaced, _result, { client }) =>
      invalidateLists(client, "/api/admin/debates"),
  });
  const { isSuccess, variables: replaced = version, reset } = regenerate;
  const isPending = regenerate.isPending || isSuccess;
  const { data } = useQuery({
    ...debateAudioQuery(debateId),
    enabled: isPending,
    refetchInterval: POLL_INTERVAL_MS,
  });
  const recording = data?.turns.find((turn) => turn.turnId === turnId);
  const hasFailed = recording?.status === "failed";
  const isOver = isSuccess && (hasFailed || version > replaced);
  const error = recording?.error ?? "The recording could not be created.";
  useEffect(() => {
    if (!isOver) return;
    reset();
    if (hasFailed) showRegenerationFailed(error);
    else showRegenerationDone();
  }, [isOver, hasFailed, error, reset]);
  return { isPending, regenerate: () => regenerate.mutate(version) };
};
