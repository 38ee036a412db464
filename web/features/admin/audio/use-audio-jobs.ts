import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { invalidateLists } from "#web/lib/api/invalidate-lists.ts";

const ADMIN_DEBATES_PATH = "/api/admin/debates";

type AudioJobsByDebate = ReadonlyMap<number, AudioJobProgress>;

/**
 * Audio jobs by debate id, from the events that admins receive. Refetches the lists when a job ends
 * or events may have been missed.
 */
export const useAudioJobs = (): AudioJobsByDebate => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  const [jobs, setJobs] = useState<AudioJobsByDebate>(new Map());
  useEffect(() => {
    if (!socket) return undefined;
    const showJob = (job: AudioJobProgress) =>
      setJobs((current) =>
        (current.get(job.debateId)?.jobId ?? 0) > job.jobId
          ? current
          : new Map(current).set(job.debateId, job),
      );
    /** Number of finished recordings per job. Repeated and older events are ignored. */
    const finishedByJob = new Map<number, number>();
    const refresh = () => invalidateLists(client, ADMIN_DEBATES_PATH);
    const handleProgress = async (job: AudioJobProgress) => {
      const finished = job.done + job.failed;
      if (finished <= (finishedByJob.get(job.jobId) ?? -1)) return;
      finishedByJob.set(job.jobId, finished);
      // Shows the job as running until the lists have their new counts.
      showJob({ ...job, status: "running" });
      if (job.status === "running")
        await invalidateLists(client, `${ADMIN_DEBATES_PATH}/${job.debateId}/audio`);
      else {
        await refresh();
        showJob(job);
      }
    };
    /**
     * After a reconnect, the end of a job may have been missed. The refetched lists contain all
     * running jobs.
     */
    const resync = async () => {
      finishedByJob.clear();
      await refresh();
      setJobs(new Map());
    };
    socket.on("audio-job:progress", handleProgress);
    socket.io.on("reconnect", resync);
    return () => {
      socket.off("audio-job:progress", handleProgress);
      socket.io.off("reconnect", resync);
    };
  }, [socket, client]);
  return jobs;
};
