import { useEffect } from "react";
import type {
  AudioJobProgress,
  RegenerateDebateAudioRequest,
} from "#shared/contract/debates/audio.ts";
import { invalidateLists } from "#web/lib/api/invalidate-lists.ts";
import {
  showRegenerationDone,
  showRegenerationFailed,
} from "#web/lib/recordings/regenerate-recording.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/**
 * Mutation that records a debate's missing turns, or all of its turns. Shows a toast when the audio
 * job `job` ends.
 */
export const useRegenerateDebate = (debateId: number, job: AudioJobProgress | null | undefined) => {
  const regenerate = useSingleMutation({
    mutationFn: (turns: RegenerateDebateAudioRequest["turns"]) =>
      request<AudioJobProgress>("POST", `/api/admin/debates/${debateId}/audio`, {
        body: { turns } satisfies RegenerateDebateAudioRequest,
      }),
    onError: ({ message }) => showRegenerationFailed(message),
    onSettled: (_job, _error, _turns, _result, { client }) =>
      invalidateLists(client, "/api/admin/debates"),
  });
  const { data: requestedJob, reset } = regenerate;
  const isFinished =
    requestedJob !== undefined && requestedJob.jobId === job?.jobId && job.status === "finished";
  const { failed = 0, total = 0 } = job ?? {};
  useEffect(() => {
    if (!isFinished) return;
    reset();
    if (failed === 0) showRegenerationDone();
    else showRegenerationFailed(`${failed} of ${total} recordings could not be created.`);
  }, [isFinished, failed, total, reset]);
  return regenerate;
};
