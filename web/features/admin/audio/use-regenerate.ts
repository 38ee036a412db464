import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type {
  AudioJobProgress,
  DebateAudio,
  RegenerateDebateAudio,
  RegenerationAccepted,
} from "#shared/contract/audio.ts";
import { refreshLists } from "#web/lib/refresh-lists.ts";
import { sayRegenerated, sayRegenerationFailed } from "#web/lib/regeneration-toasts.ts";
import { request } from "#web/lib/request.ts";

const sayWhy = ({ message }: Error): void => sayRegenerationFailed(message);

/**
 * Voices what a debate is missing, or all of it anew. How far that is comes by push, as `job`; its
 * end is told to the admin who asked for it.
 */
export const useRegenerateDebate = (debateId: number, job: AudioJobProgress | null | undefined) => {
  const regenerate = useMutation({
    mutationFn: (turns: RegenerateDebateAudio["turns"]) =>
      request<AudioJobProgress>("POST", `/api/admin/debates/${debateId}/audio`, {
        body: { turns } satisfies RegenerateDebateAudio,
      }),
    onError: sayWhy,
    onSettled: (_job, _error, _turns, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
  });
  const { data: asked, reset } = regenerate;
  const isOver = asked !== undefined && asked.jobId === job?.jobId && job.status === "finished";
  const { failed = 0, total = 0 } = job ?? {};
  useEffect(() => {
    if (!isOver) return;
    reset();
    if (failed === 0) sayRegenerated();
    else sayRegenerationFailed(`${failed} of ${total} recordings could not be made.`);
  }, [isOver, failed, total, reset]);
  return regenerate;
};

type TurnRecording = DebateAudio["turns"][number];

/** Voices one turn anew: it is done when a newer version is there. */
export const useRegenerateTurn = ({ turnId, status, version, error }: TurnRecording) => {
  const regenerate = useMutation({
    mutationFn: (_replaced: number) =>
      request<RegenerationAccepted>("GET", `/api/admin-regen-audio/${turnId}`),
    onError: sayWhy,
    // The row that was asked for again says how it goes on.
    onSettled: (_accepted, _error, _replaced, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
  });
  const { isSuccess, variables: replaced = version, reset } = regenerate;
  const isOver = isSuccess && (status === "failed" || (status === "ready" && version > replaced));
  useEffect(() => {
    if (!isOver) return;
    reset();
    if (status === "ready") sayRegenerated();
    else sayRegenerationFailed(error ?? "The recording could not be made.");
  }, [isOver, status, error, reset]);
  return { isPending: regenerate.isPending, regenerate: () => regenerate.mutate(version) };
};
