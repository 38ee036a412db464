import { createAudioJobsTeller } from "#api/realtime/repeat-audio-jobs.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";

/** Of three recordings. */
const job = (jobId: number, done: number, failed = 0): AudioJobProgress => ({
  jobId,
  debateId: 7,
  turns: "all",
  total: 3,
  done,
  failed,
  status: done + failed < 3 ? "running" : "finished",
});

/** What each of these looks, one after the other, has told. */
const lookAt = async (...looks: AudioJobProgress[][]) => {
  const told: AudioJobProgress[][] = [];
  let found: AudioJobProgress[] = [];
  const look = createAudioJobsTeller({ query: async () => found }, (each) =>
    told.at(-1)?.push(each),
  );
  for (found of looks) {
    told.push([]);
    await look();
  }
  return told;
};

describe("how far an audio job is", () => {
  it("is told once, when it has been so for two looks", async () => {
    const looks = [[], [job(1, 0)], [job(1, 0)], [job(1, 0)], [job(1, 2, 1)], [job(1, 2, 1)], []];
    expect(await lookAt(...looks)).toEqual([[], [], [job(1, 0)], [], [], [job(1, 2, 1)], []]);
  });

  it("is not told while it goes on, as it is announced", async () => {
    const looks = [[], [job(1, 0)], [job(1, 1)], [job(1, 1, 1)], [job(1, 2, 1)]];
    expect(await lookAt(...looks)).toEqual([[], [], [], [], []]);
  });

  it("when the first look is taken, is what every page has read", async () => {
    const looks = [
      [job(1, 3), job(2, 1)],
      [job(1, 3), job(2, 1)],
      [job(1, 3), job(2, 2)],
      [job(1, 3), job(2, 2)],
    ];
    expect(await lookAt(...looks)).toEqual([[], [], [], [job(2, 2)]]);
  });
});
