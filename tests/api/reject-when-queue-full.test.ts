import path from "node:path";
import { createClipCache } from "#api/audio/clip-cache.ts";
import type { DebateCard } from "#api/pages/picture/debate-card.ts";
import { createPictureWorker } from "#api/pages/picture/picture-worker.ts";

const refused = (work: string) => ({
  code: "unavailable",
  message: `Too many ${work} right now.`,
  retryAfter: 2,
});
const isRefused = (outcome: PromiseSettledResult<unknown>): boolean =>
  outcome.status === "rejected" && outcome.reason.code === "unavailable";

it("a clip of a recording that was replaced meanwhile is refused with Retry-After 1", async () => {
  const sounds = createClipCache({ read: async () => null });
  const stretch = { recordingId: 1, version: 1, startMs: 0, endMs: 1 };
  const refusal = { code: "unavailable", retryAfter: 1 };
  await expect(sounds.cut([stretch])).rejects.toMatchObject(refusal);
  await sounds.close();
});

describe("a full queue refuses further requests", () => {
  let close: () => Promise<void>;
  // No job in these tests finishes by itself.
  afterEach(() => close());

  it("for a picture", async () => {
    const pictures = createPictureWorker(path.resolve("tests/api/hanging-worker.mjs"));
    close = pictures.close;
    const card: DebateCard = {
      product: "",
      topic: "",
      language: "en",
      format: "",
      judge: null,
      for: "",
      against: "",
      models: "",
    };
    // 200 pictures may wait, and one more is being drawn unless its thread is still starting.
    const drawn = Array.from({ length: 202 }, () => pictures.draw(card));
    await expect(Promise.race(drawn)).rejects.toMatchObject(refused("pictures are being drawn"));
    const ends = Promise.allSettled(drawn);
    await close();
    expect((await ends).filter(isRefused).length).toBeLessThanOrEqual(2);
  });

  it("for a clip, unless it is already being cut", async () => {
    const sounds = createClipCache({ read: () => new Promise(() => {}) });
    close = sounds.close;
    const cut = (startMs: number) =>
      sounds.cut([{ recordingId: 1, version: 1, startMs, endMs: startMs + 1 }]);
    for (let startMs = 0; startMs < 50; startMs += 1) void cut(startMs);
    await expect(cut(50)).rejects.toMatchObject(refused("moments are being cut"));
    await expect(Promise.race([cut(49), Promise.resolve("waits")])).resolves.toBe("waits");
  });
});
