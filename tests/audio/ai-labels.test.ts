import NodeID3 from "node-id3";
import { parseMp3 } from "#infra/audio/mp3.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { AI_DISCLOSURE, AI_LABEL, DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { fetchAudio, getAudioPath, startAudioHarness, type AudioHarness } from "./audio-harness.ts";

/**
 * Pictures are tested in `sharing.test.ts` and `png-label.test.ts`, JSON-LD in `render.test.ts`,
 * videos in `clips.slow.test.ts`, and emails in `email-templates.test.ts`.
 */
describeBackends(
  "the AI label",
  (backend) => {
    let harness: AudioHarness;
    let debate: Debate;
    beforeAll(async () => {
      harness = await startAudioHarness(backend());
      await harness.startWorker();
      const written = await harness.written(2, { maxTurns: 2 });
      debate = written.debate;
      for (const { id } of written.turns) await fetchAudio(harness.owner.client, getAudioPath(id));
      // The announcements are recorded on the first requests for exports.
      await waitUntil(async () =>
        (await get("/feed.xml")).bytes.includes(`/feed/${debate.id}.mp3`),
      );
      await waitUntil(async () => {
        const [row] = await harness.api.sql<{ count: number }>(
          "SELECT count(*)::int AS count FROM audio_cache WHERE notice = 'disclosure' AND version > 0",
        );
        return row?.count === 1;
      });
    });
    afterAll(() => harness.close());

    const get = (path: string) => fetchAudio(harness.owner.client, path);

    it.each([
      ["a downloaded debate", () => `/api/debates/${debate.id}/audio.mp3`],
      ["an episode of the podcast", () => `/feed/${debate.id}.mp3`],
      ["a saved clip", () => `/api/debates/${debate.id}/moment.mp3?moment=1.1-1.1&save=on`],
    ])("is in the tags and in the first spoken seconds of %s", async (_what, getPath) => {
      const { status, bytes } = await get(getPath());
      expect(status).toBe(200);
      expect(NodeID3.read(bytes)).toMatchObject({
        comment: { text: AI_DISCLOSURE },
        userDefinedText: [{ description: "DigitalSourceType", value: DIGITAL_SOURCE_TYPE }],
      });
      const [row] = await harness.api.sql<{ audio: Buffer }>(
        "SELECT audio_data AS audio FROM audio_cache WHERE notice = 'disclosure'",
      );
      const disclosure = parseMp3(row?.audio ?? Buffer.alloc(0)).frames;
      expect(disclosure.length).toBeGreaterThan(0);
      // A clip is encoded again, so only its length shows that the disclosure is in it.
      const { frames } = parseMp3(bytes);
      const isClip = getPath().includes("moment");
      const hasDisclosure = isClip
        ? frames.length > disclosure.length
        : frames.subarray(0, disclosure.length).equals(disclosure);
      expect(hasDisclosure).toBe(true);
    });

    it.each([
      ["the feed's categories", () => "/feed.xml", `<category>${AI_LABEL}</category>`],
      ["the feed's texts", () => "/feed.xml", `Against. ${AI_LABEL}. `],
    ])("is in the bytes of %s", async (_what, getPath, label) => {
      const { status, bytes } = await get(getPath());
      expect(status).toBe(200);
      expect(bytes.toString("utf8")).toContain(label);
    });
  },
  ["postgres"],
);
