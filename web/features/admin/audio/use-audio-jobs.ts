import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { refreshLists } from "#web/lib/refresh-lists.ts";

type Jobs = ReadonlyMap<number, AudioJobProgress>;

/**
 * Audio jobs by their debate, as every admin hears of them. The counts are asked for again when one
 * is over, and when some may have been missed.
 */
export const useAudioJobs = (): Jobs => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  const [jobs, setJobs] = useState<Jobs>(new Map());
  useEffect(() => {
    if (!socket) return undefined;
    const refresh = () => void refreshLists(client, "/api/admin/debates");
    const hear = (job: AudioJobProgress) => {
      setJobs((known) => new Map(known).set(job.debateId, job));
      void refreshLists(client, `/api/admin/debates/${job.debateId}/audio`);
      if (job.status === "finished") refresh();
    };
    socket.on("audio-job:progress", hear);
    socket.io.on("reconnect", refresh);
    return () => {
      socket.off("audio-job:progress", hear);
      socket.io.off("reconnect", refresh);
    };
  }, [socket, client]);
  return jobs;
};
