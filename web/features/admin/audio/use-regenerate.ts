import { useEffect } from "react";
import type { AudioJobProgress, RegenerateDebateAudio } from "#shared/contract/audio.ts";
import { refreshLists } from "#web/lib/refresh-lists.ts";
import { sayRegenerated, sayRegenerationFailed } from "#web/lib/regeneration-toasts.ts";
import { request } from "#web/lib/request.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

/**
 * Records a debate's missing turns, or all of them again. `job` is its progress from events. Shows
 * a toast at the end.
 */
export const useRegenerateDebate = (debateId: number, job: AudioJobProgress | null | undefined) => {
  const regenerate = useSingleMutation({
    mutationFn: (turns: RegenerateDebateAudio["turns"]) =>
      request<AudioJobProgress>("POST", `/api/admin/debates/${debateId}/audio`, {
        body: { turns } satisfies RegenerateDebateAudio,
      }),
    onError: ({ message }) => sayRegenerationFailed(message),
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
