import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { invalidateLists } from "#web/lib/api/invalidate-lists.ts";

const ADMIN_DEBATES_PATH = "/api/admin/debates";

type AudioJobsByDebate = ReadonlyMap<number, AudioJobProgress>;

/**
 * Audio jobs by debate id, from the events sent to admins. Refetches the lists when a job ends or
 * events may have been missed.
 */
export const useAudioJobs = (): AudioJobsByDebate => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  const [jobs, setJobs] = useState<AudioJobsByDebate>(new Map());
  useEffect(() => {
    if (!socket) return undefined;
    const note = (job: AudioJobProgress) =>
      setJobs((known) =>
        (known.get(job.debateId)?.jobId ?? 0) > job.jobId
          ? known
          : new Map(known).set(job.debateId, job),
      );
    /** Number of finished recordings per job. Repeated and older events are ignored. */
    const heard = new Map<number, number>();
    const refresh = () => invalidateLists(client, ADMIN_DEBATES_PATH);
    const hear = async (job: AudioJobProgress) => {
      const ended = job.done + job.failed;
      if (ended <= (heard.get(job.jobId) ?? -1)) return;
      heard.set(job.jobId, ended);
      // Shown as running until the lists have their new counts.
      note({ ...job, status: "running" });
      if (job.status === "running")
        await invalidateLists(client, `${ADMIN_DEBATES_PATH}/${job.debateId}/audio`);
      else {
        await refresh();
        note(job);
      }
    };
    /** The end of a job may have been missed; the refetched lists contain the running ones. */
    const catchUp = async () => {
      heard.clear();
      await refresh();
      setJobs(new Map());
    };
    socket.on("audio-job:progress", hear);
    socket.io.on("reconnect", catchUp);
    return () => {
      socket.off("audio-job:progress", hear);
      socket.io.off("reconnect", catchUp);
    };
  }, [socket, client]);
  return jobs;
};
