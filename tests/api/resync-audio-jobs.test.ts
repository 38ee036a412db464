import { createAudioJobResync } from "#api/realtime/resync/audio-job-resync.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";

/** Progress of a job with three recordings. */
const job = (jobId: number, done: number, failed = 0): AudioJobProgress => ({
  jobId,
  debateId: 7,
  turns: "all",
  total: 3,
  done,
  failed,
  status: done + failed < 3 ? "running" : "finished",
});

/** Runs the resync once for each of these reads. Returns the jobs that each run sends. */
const lookAt = async (...reads: AudioJobProgress[][]) => {
  const sent: AudioJobProgress[][] = [];
  let found: AudioJobProgress[] = [];
  const resync = createAudioJobResync({ query: async () => found }, (each) =>
    sent.at(-1)?.push(each),
  );
  for (found of reads) {
    sent.push([]);
    await resync();
  }
  return sent;
};

describe("the progress of an audio job", () => {
  it("is reported once, when it is unchanged for two polls", async () => {
    const reads = [[], [job(1, 0)], [job(1, 0)], [job(1, 0)], [job(1, 2, 1)], [job(1, 2, 1)], []];
    expect(await lookAt(...reads)).toEqual([[], [], [job(1, 0)], [], [], [job(1, 2, 1)], []]);
  });

  it("is not reported while it changes, since events report it", async () => {
    const reads = [[], [job(1, 0)], [job(1, 1)], [job(1, 1, 1)], [job(1, 2, 1)]];
    expect(await lookAt(...reads)).toEqual([[], [], [], [], []]);
  });

  it("of the first poll is not reported, since every page has read it", async () => {
    const reads = [
      [job(1, 3), job(2, 1)],
      [job(1, 3), job(2, 1)],
      [job(1, 3), job(2, 2)],
      [job(1, 3), job(2, 2)],
    ];
    expect(await lookAt(...reads)).toEqual([[], [], [], [job(2, 2)]]);
  });
});
