import { openBackend } from "#infra/backend/open-backend.ts";
import { createQueueConsumer, type JobHandlers } from "#infra/queue/queue-consumer.ts";
import type { JobOrigin } from "#infra/queue/job-origin.ts";
import { QUEUES, type JobName } from "#shared/contract/jobs.ts";
import { testLogger } from "../harness.ts";

/** A taken job: its name, the id of its row, and the request that queued it. */
export interface CollectedJob {
  job: JobName;
  id: number;
  requestId: string | undefined;
}

export interface JobCollector {
  collected: CollectedJob[];
  stop(): Promise<void>;
}

/** Takes jobs off the queues like a worker and records them. */
export const collectJobs = async (
  services: Parameters<typeof openBackend>[0],
): Promise<JobCollector> => {
  const backend = await openBackend(services, testLogger);
  const collected: CollectedJob[] = [];
  const handlersFor = ({ requestId }: JobOrigin): JobHandlers => {
    const createCollector = (job: JobName) => async (payload: object) =>
      void collected.push(...Object.values(payload).map((id: number) => ({ job, id, requestId })));
    return {
      "generate-turn": createCollector("generate-turn"),
      "judge-turn": createCollector("judge-turn"),
      "judge-debate": createCollector("judge-debate"),
      moderate: createCollector("moderate"),
      "synthesize-speech": createCollector("synthesize-speech"),
      "send-mail": createCollector("send-mail"),
      "export-data": createCollector("export-data"),
      "auto-play": createCollector("auto-play"),
      cleanup: createCollector("cleanup"),
      "rank-models": createCollector("rank-models"),
      "check-model": createCollector("check-model"),
      "repeat-verdict": createCollector("repeat-verdict"),
      "judge-in-panel": createCollector("judge-in-panel"),
      "audit-judge": createCollector("audit-judge"),
    };
  };
  const consumers = QUEUES.map((queue) => createQueueConsumer(backend, queue, handlersFor, 5));
  const running = consumers.map((consumer) => consumer.run());
  return {
    collected,
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await Promise.all(running);
      await backend.close();
    },
  };
};
