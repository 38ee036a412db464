import NodeID3 from "node-id3";
import { createEpisodeMedia } from "#api/audio/episode-media.ts";
import type { RecordedEpisodeTurn } from "#api/audio/episode-turns.ts";
import { openClipEncoder } from "#infra/audio/clip-encoder.ts";
import { parseMp3, createSilence } from "#infra/audio/mp3.ts";
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { ANNOUNCEMENT_NAMES } from "#shared/domain/audio/announcements.ts";
import { CLIP_TURN_GAP_MS } from "#shared/domain/audio/clip.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { ClipView } from "#shared/contract/debates/clip.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { testEnv } from "../api/test-api.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { decodeMp3, rootMeanSquare } from "./decode-mp3.ts";
import { getAudioPath, fetchAudio, startAudioHarness, type AudioHarness } from "./audio-harness.ts";

/** Samples by which every decoder delays the audio, in addition to the encoder's delay. */
const DECODER_DELAY = 529;
/** Maximum allowed offset between two decodings, in samples. */
const DECODER_LAG = 3;

const COPY_RECORDING = `
  INSERT INTO audio_cache
         (turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
  SELECT t.id, a.provider, t.id::text, 'complete', 1, a.audio_data, a.etag, a.duration_ms
    FROM turns t JOIN audio_cache a ON a.turn_id = $1
   WHERE t.debate_id = $2 AND t.id <> $1`;

const AI_LABEL_TAGS = {
  comment: { text: AI_DISCLOSURE },
  userDefinedText: [{ description: "DigitalSourceType", value: DIGITAL_SOURCE_TYPE }],
};

describeBackends(
  "an episode",
  (backend) => {
    let harness: AudioHarness;
    beforeAll(async () => {
      // These tests measure loudness, so the fake voice service uses its usual voices. They speak
      // eight times as fast, to save time.
      harness = await startAudioHarness(backend(), {}, undefined, { speechSpeed: 8 });
      await harness.startWorker();
      // The announcements are recorded on the first request for an export.
      const debate = await voiced(1);
      await waitUntil(async () => (await download(debate)).status === 200);
      await waitUntil(async () => {
        const [row] = await harness.api.sql<{ count: number }>(
          "SELECT count(*)::int AS count FROM audio_cache WHERE notice IS NOT NULL AND version > 0",
        );
        return row?.count === ANNOUNCEMENT_NAMES.length;
      });
    });
    afterAll(() => harness.close());

    const download = ({ id }: Debate, client = harness.owner.client) =>
      fetchAudio(client, `/api/debates/${id}/audio.mp3`);
    const record = ({ id }: Turn) => fetchAudio(harness.owner.client, getAudioPath(id));
    /** Records the first turn and copies its recording to the others. */
    const voiced = async (count: number, input: Record<string, unknown> = {}) => {
      const { debate, turns } = await harness.written(count, input);
      const [turn] = turns;
      if (turn) await record(turn);
      await harness.api.sql(COPY_RECORDING, [turn?.id, debate.id]);
      return debate;
    };

    const setModels = ({ id }: Debate) =>
      harness.api.sql(
        `UPDATE turns SET model = CASE turn_number % 2 WHEN 1 THEN 'gpt-5.4' ELSE 'gpt-5.5' END
          WHERE debate_id = $1`,
        [id],
      );

    it("answers 409 while turns are not recorded, and queues their recordings", async () => {
      const { debate } = await harness.written(2);
      const early = await download(debate);
      expect([early.status, early.message]).toEqual([
        409,
        "0 of 2 turns have audio. Please try again in a minute.",
      ]);
      await waitUntil(async () => (await download(debate)).status === 200);
    });

    it("is one MP3 with 3 s between turns, a title and a chapter for each turn", async () => {
      const debate = await voiced(3, { topic: "Are cats “better” than dogs?" });
      const { bytes, headers } = await download(debate);
      expect(headers.get("content-disposition")).toBe(
        `attachment; filename=Are-cats-better-than-dogs-${debate.id}.mp3`,
      );
      const tags = NodeID3.read(bytes);
      expect(tags).toMatchObject({ title: debate.topic, artist: "ChatGPT and ChatGPT" });
      const chapters = tags.chapter ?? [];
      expect(chapters.map((chapter) => chapter.tags?.title)).toEqual([
        "1. Rebuttal, For (ChatGPT)",
        "2. Rebuttal, Against (ChatGPT)",
        "3. Rebuttal, For (ChatGPT)",
      ]);
      const heard = await decodeMp3(bytes);
      const end = chapters[2]?.endTimeMs ?? 0;
      expect(Math.abs(heard.durationMs - end)).toBeLessThan(100);
      const loudness = (fromMs: number, toMs: number) => {
        const at = (ms: number) => Math.round((ms * heard.sampleRate) / 1000);
        return rootMeanSquare(heard.samples.subarray(at(fromMs), at(toMs)));
      };
      // The announcement about synthetic voices comes first, and has no chapter.
      const firstMs = chapters[0]?.startTimeMs ?? 0;
      expect(firstMs).toBeGreaterThan(3000);
      expect(loudness(0, firstMs - 3000)).toBeGreaterThan(0.02);
      expect(loudness(firstMs - 2900, firstMs - 100)).toBeLessThan(0.001);
      for (const [n, { startTimeMs, endTimeMs }] of chapters.entries()) {
        expect(loudness(startTimeMs, endTimeMs)).toBeGreaterThan(0.02);
        const next = chapters[n + 1];
        if (!next) continue;
        expect(Math.abs(next.startTimeMs - endTimeMs - 3000)).toBeLessThan(50);
        expect(loudness(endTimeMs + 100, next.startTimeMs - 100)).toBeLessThan(0.001);
      }
    });

    it("is labelled as AI-generated in its tags", async () => {
      const debate = await voiced(2);
      expect(NodeID3.read((await download(debate)).bytes)).toMatchObject(AI_LABEL_TAGS);
      await setModels(debate);
      const { userDefinedText, chapter } = NodeID3.read((await download(debate)).bytes);
      expect(userDefinedText).toEqual([
        ...AI_LABEL_TAGS.userDefinedText,
        { description: "Models", value: "gpt-5.4 (turn 1), gpt-5.5 (turn 2)" },
      ]);
      expect(chapter?.map(({ tags }) => tags?.title)).toEqual([
        "1. Rebuttal, For (ChatGPT, gpt-5.4)",
        "2. Rebuttal, Against (ChatGPT, gpt-5.5)",
      ]);
    });

    it("answers 409 until the announcement about synthetic voices is recorded", async () => {
      const debate = await voiced(1);
      await harness.api.sql("DELETE FROM audio_cache WHERE notice = 'disclosure'");
      const early = await download(debate);
      expect([early.status, early.message]).toEqual([
        409,
        "The introduction is being recorded. Please try again.",
      ]);
      await waitUntil(async () => (await download(debate)).status === 200);
    });

    it("has one length header for the whole file and none for a part", async () => {
      const { bytes } = await download(await voiced(3));
      const { samples, frames } = parseMp3(bytes);
      const told = bytes.indexOf("Xing");
      expect(bytes.indexOf("Xing", told + 1)).toBe(-1);
      expect(told).toBeLessThan(bytes.length - frames.length);
      expect(bytes.readUInt32BE(told + 8)).toBe(samples / 576);
      expect(bytes.readUInt32BE(told + 12)).toBe(frames.length + 216);
    });

    it("has no length header where its recordings differ in format", async () => {
      const debate = await voiced(2);
      const other = createSilence(Buffer.from("fffb9064", "hex"), 1000).frames;
      await harness.api.sql(
        `UPDATE audio_cache SET audio_data = $2, version = 2
          WHERE turn_id = (SELECT max(id) FROM turns WHERE debate_id = $1)`,
        [debate.id, other],
      );
      const { bytes } = await download(debate);
      expect(bytes.indexOf("Xing")).toBe(-1);
      expect(bytes.subarray(-other.length).equals(other)).toBe(true);
    });

    it("supports ranges", async () => {
      const debate = await voiced(2);
      const whole = await download(debate);
      const middle = whole.bytes.length >> 1;
      const path = `/api/debates/${debate.id}/audio.mp3`;
      const range = { range: `bytes=${middle - 5000}-${middle + 5000}` };
      const part = await fetchAudio(harness.owner.client, path, range);
      expect(part.status).toBe(206);
      expect(part.bytes.equals(whole.bytes.subarray(middle - 5000, middle + 5001))).toBe(true);
    });

    it("is available to signed-in users who may see the debate", async () => {
      const debate = await voiced(1, { isPublic: false });
      const { client: other } = await harness.api.person();
      expect((await download(debate)).status).toBe(200);
      expect((await download(debate, other)).status).toBe(404);
      expect((await download(debate, harness.api.visitor())).status).toBe(401);
      const { debate: silent } = await harness.written(0);
      expect((await download(silent)).status).toBe(409);
    });

    describe("a clip", () => {
      const cut = ({ id }: Debate, moment: string, client = harness.owner.client) =>
        fetchAudio(client, `/api/debates/${id}/moment.mp3?moment=${moment}`);
      const looked = async ({ id }: Debate, moment: string) =>
        (await harness.owner.client.get(`/api/debates/${id}/moment?moment=${moment}`)).as(ClipView);
      /** The encoded samples without the encoder's delay and padding, as players play them. */
      const soundOf = async (bytes: Buffer) => {
        const delays = bytes.readUIntBE(bytes.indexOf("LAME3.100") + 21, 3);
        const heard = await decodeMp3(bytes);
        const [delay, padding] = [(delays >> 12) + DECODER_DELAY, (delays & 0xfff) - DECODER_DELAY];
        return { ...heard, samples: heard.samples.subarray(delay, heard.samples.length - padding) };
      };

      it("is cut at the times of its sentences", async () => {
        const { debate, turns } = await harness.written(1);
        const before = await looked(debate, "1.2-1.3");
        expect([before.problem, before.passages[0]?.version]).toEqual([null, 0]);
        const answer = await cut(debate, "1.2-1.3");
        expect(answer.headers.get("content-disposition")).toBe(
          `attachment; filename=debate-${debate.id}-moment-1.2-1.3.mp3`,
        );
        const { passages, durationMs } = await looked(debate, "1.2-1.3");
        const { samples, sampleRate } = await soundOf(answer.bytes);
        expect(Math.abs((samples.length * 1000) / sampleRate - durationMs)).toBeLessThan(1);
        const at = (ms: number) => Math.round((ms * sampleRate) / 1000);
        const loudness = (fromMs: number, toMs: number) =>
          rootMeanSquare(samples.subarray(at(fromMs), at(toMs)));
        expect(loudness(0, durationMs)).toBeGreaterThan(0.02);

        // The clip has the same samples as this part of the recording.
        const whole = await decodeMp3((await record(turns[0] as Turn)).bytes);
        const start = at(passages[0]?.sentences[0]?.startMs ?? 0);
        const [from, to] = [at(200), at(durationMs - 300)];
        const likeness = (lag: number): number => {
          let [product, here, there] = [0, 0, 0];
          for (let n = from; n < to; n += 3) {
            const [a, b] = [samples[n] ?? 0, whole.samples[start + n + lag] ?? 0];
            product += a * b;
            here += a * a;
            there += b * b;
          }
          return product / Math.sqrt(here * there || 1);
        };
        const lags = Array.from({ length: 41 }, (_none, n) => n - 20);
        const best = lags.reduce((one, other) => (likeness(other) > likeness(one) ? other : one));
        expect(Math.abs(best)).toBeLessThanOrEqual(DECODER_LAG);
        expect(likeness(best)).toBeGreaterThan(0.9);
      });

      it("begins with the announcement about synthetic voices when it is saved as a file", async () => {
        const { debate } = await harness.written(1);
        const played = await soundOf((await cut(debate, "1.2-1.2")).bytes);
        await setModels(debate);
        const { bytes } = await cut(debate, "1.2-1.2&save=on");
        const saved = await soundOf(bytes);
        const [row] = await harness.api.sql<{ durationMs: number }>(
          `SELECT duration_ms AS "durationMs" FROM audio_cache WHERE notice = 'disclosure'`,
        );
        const lengthMs = ({ samples, sampleRate }: typeof saved) =>
          (samples.length * 1000) / sampleRate;
        const extraMs = lengthMs(saved) - lengthMs(played);
        expect(Math.abs(extraMs - (row?.durationMs ?? 0) - CLIP_TURN_GAP_MS)).toBeLessThan(2);
        expect(rootMeanSquare(saved.samples.subarray(0, saved.sampleRate))).toBeGreaterThan(0.02);
        const models = { description: "Models", value: "gpt-5.4 (turn 1)" };
        expect(NodeID3.read(bytes)).toMatchObject({
          ...AI_LABEL_TAGS,
          userDefinedText: [...AI_LABEL_TAGS.userDefinedText, models],
        });
      });

      it("fades in and out, even in the middle of a word", async () => {
        const { turns } = await harness.written(1);
        const { bytes } = await record(turns[0] as Turn);
        const whole = await decodeMp3(bytes);
        const step = Math.round(whole.sampleRate / 50);
        const loudnessAt = (n: number) =>
          rootMeanSquare(whole.samples.subarray(n * step, (n + 1) * step));
        const steps = Array.from(
          { length: Math.floor(whole.samples.length / step) },
          (_none, n) => n,
        );
        const word =
          steps.find(
            (n) => n > 10 && Math.min(loudnessAt(n - 1), loudnessAt(n), loudnessAt(n + 1)) > 0.03,
          ) ?? 0;
        const cutter = openClipEncoder();
        const cutAt = async (startMs: number, endMs: number) =>
          (await soundOf(await cutter.cut({ ranges: [{ bytes, startMs, endMs }], gapMs: 0 })))
            .samples;
        const begun = await cutAt(word * 20, word * 20 + 400);
        const ended = await cutAt(word * 20 - 400, word * 20 + 20);
        await cutter.close();
        const few = Math.round(whole.sampleRate / 400);
        expect(rootMeanSquare(begun.subarray(0, few))).toBeLessThan(0.01);
        expect(rootMeanSquare(ended.subarray(-few))).toBeLessThan(0.01);
      });

      it("may cover two turns, with a pause between them", async () => {
        const debate = await voiced(2);
        await harness.api.sql(
          `UPDATE audio_cache a SET sentences = b.sentences
             FROM audio_cache b, turns t, turns u
            WHERE a.turn_id = t.id AND t.debate_id = $1 AND t.turn_number = 2
              AND b.turn_id = u.id AND u.debate_id = $1 AND u.turn_number = 1`,
          [debate.id],
        );
        const { bytes } = await cut(debate, "1.3-2.1");
        const { passages, durationMs } = await looked(debate, "1.3-2.1");
        const [first, second] = passages.map(({ sentences: [said] }) => said);
        const firstMs = (first?.endMs ?? 0) - (first?.startMs ?? 0);
        expect(durationMs).toBe(firstMs + 600 + (second?.endMs ?? 0));
        const { samples, sampleRate } = await soundOf(bytes);
        const loudness = (fromMs: number, toMs: number) => {
          const at = (ms: number) => Math.round((ms * sampleRate) / 1000);
          return rootMeanSquare(samples.subarray(at(fromMs), at(toMs)));
        };
        expect(loudness(0, firstMs)).toBeGreaterThan(0.02);
        expect(loudness(firstMs + 100, firstMs + 500)).toBeLessThan(0.001);
        expect(loudness(firstMs + 600, durationMs)).toBeGreaterThan(0.02);
      });

      it("is available to readers of its turns, and identical for every request", async () => {
        const debate = await voiced(5);
        const visitor = harness.api.visitor();
        const [one, other] = await Promise.all([
          cut(debate, "1.1-1.1", visitor),
          cut(debate, "1.1-1.1"),
        ]);
        expect([one.status, one.bytes.equals(other.bytes)]).toEqual([200, true]);
        const etag = one.headers.get("etag") ?? "";
        const path = `/api/debates/${debate.id}/moment.mp3?moment=1.1-1.1`;
        expect((await fetchAudio(visitor, path, { "if-none-match": etag })).status).toBe(304);
        const gated = await cut(debate, "5.1-5.1", visitor);
        expect([gated.status, gated.message]).toEqual([
          404,
          "This moment is after turn 4. Join to read and hear it.",
        ]);
        await harness.api.sql(
          "UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number = 1",
          [debate.id],
        );
        expect((await cut(debate, "1.1-1.1")).status).toBe(404);
        const hidden = await voiced(1, { isPublic: false });
        const { client: stranger } = await harness.api.person("admin");
        for (const client of [visitor, stranger])
          expect((await cut(hidden, "1.1-1.1", client)).status).toBe(404);
        expect((await cut(hidden, "1.1-1.1")).status).toBe(200);
      });
    });

    it("is in the podcast feed with its first 4 turns if the debate is public", async () => {
      const topic = "Fish & chips <beat> sushi";
      await voiced(2, { topic: "Said in two turns", maxTurns: 2 });
      const open = await voiced(5, { topic });
      await setModels(open);
      await voiced(4, { topic: "A private matter", isPublic: false });
      await voiced(4, { topic: "Not to be shared", shareEnabled: false });
      await voiced(3, { topic: "Too short for now" });
      const visitor = harness.api.visitor();
      await harness.api.sql("DELETE FROM audio_cache WHERE notice = 'episode'");
      const early = await decodeMp3((await fetchAudio(visitor, `/feed/${open.id}.mp3`)).bytes);
      await visitor.get("/feed.xml");
      const closing = await waitUntil(async () => {
        const [row] = await harness.api.sql<{ durationMs: number }>(
          `SELECT duration_ms AS "durationMs" FROM audio_cache WHERE notice = 'episode' AND version > 0`,
        );
        return row?.durationMs;
      });
      const feed = await visitor.get("/feed.xml");
      expect(feed.headers.get("content-type")).toMatch(/^application\/rss\+xml/);
      const descriptions = [...feed.text.matchAll(/<description>([^<]*turns of[^<]*)\. Want/g)];
      expect(descriptions.map(([, what]) => what)).toEqual([
        "The first 4 turns of a debate between two AI chatbots, with synthetic voices: ChatGPT argues For, ChatGPT Against. AI-generated. Models: gpt-5.4 (turns 1, 3), gpt-5.5 (turns 2, 4)",
        "All 2 turns of a debate between two AI chatbots, with synthetic voices: ChatGPT argues For, ChatGPT Against. AI-generated",
      ]);
      expect(feed.text).toContain("Join to read and hear the full debate");
      expect(feed.text).not.toMatch(/private|shared|short|score/);
      const [enclosure = ""] = /<enclosure [^>]*>/.exec(feed.text) ?? [];
      const [, length] = /length="(\d+)"/.exec(enclosure) ?? [];
      const url = `/feed/${open.id}.mp3`;
      expect(enclosure).toContain(`url="${harness.api.origin}${url}"`);
      const tags = feed.text.replaceAll(/>\s+</g, "><");
      for (const told of [
        `<itunes:image href="${harness.api.origin}/podcast.png"/>`,
        `<itunes:category text="Society &amp; Culture"/>`,
        "<title>Fish &#38; chips &#60;beat&#62; sushi</title>",
        "<itunes:author>Chatbot Debate LLC</itunes:author>",
        "<itunes:explicit>false</itunes:explicit>",
        "<category>AI-generated</category>",
        "<itunes:email>contact@chatbotdebate.example</itunes:email>",
      ])
        expect(tags).toContain(told);
      const told = Number(/<itunes:duration>(\d+)</.exec(tags)?.[1]);
      const heard = await decodeMp3((await fetchAudio(visitor, url)).bytes);
      expect(Math.abs(told - heard.durationMs / 1000)).toBeLessThan(1);
      expect(Math.abs(heard.durationMs - early.durationMs - 3000 - closing)).toBeLessThan(100);
      const samplesOf = (ms: number) => Math.round((ms * heard.sampleRate) / 1000);
      const loudness = (from: number, to?: number) => rootMeanSquare(heard.samples.slice(from, to));
      expect(loudness(-samplesOf(closing))).toBeGreaterThan(0.02);
      expect(loudness(-samplesOf(closing + 2900), -samplesOf(closing + 100))).toBeLessThan(0.001);
      const etag = feed.headers.get("etag") ?? "";
      expect(feed.headers.get("cache-control")).toBe("public, no-cache");
      const countEpisodes = async (language: string) =>
        (await visitor.get(`/feed.xml?language=${language}`)).text.match(/<item>/g)?.length ?? 0;
      await harness.api.sql("UPDATE debates SET language = 'pt-BR' WHERE id = $1", [open.id]);
      expect(await Promise.all(["pt", "pt-PT", "en", "es"].map(countEpisodes))).toEqual([
        1, 1, 1, 0,
      ]);
      expect((await visitor.get("/feed.xml?language=pt&utm_source=x")).text).toContain(
        "<dc:language>pt-BR</dc:language>",
      );
      const unknown = await visitor.get("/feed.xml?language=tlh");
      expect([unknown.status, unknown.error.message]).toEqual([
        422,
        "This language is not supported",
      ]);
      await harness.api.sql("UPDATE debates SET language = NULL WHERE id = $1", [open.id]);
      const again = () => visitor.get("/feed.xml", { headers: { "if-none-match": etag } });
      expect((await again()).status).toBe(304);
      await harness.api.sql("UPDATE debates SET format = 'roast' WHERE id = $1", [open.id]);
      const changed = await again();
      expect(changed.status).toBe(200);
      expect(changed.text.match(/<itunes:explicit>true</g)).toHaveLength(2);
      const episode = await fetchAudio(visitor, url);
      expect(episode.headers.get("cache-control")).toBe("public, no-cache");
      expect(episode.bytes.length).toBe(Number(length));
      expect(NodeID3.read(episode.bytes).chapter).toHaveLength(4);
      const last = await fetchAudio(visitor, url, { range: "bytes=-5000" });
      expect([last.status, last.bytes.equals(episode.bytes.subarray(-5000))]).toEqual([206, true]);
      const other = createSilence(Buffer.from("fffb9064", "hex"), 1000).frames;
      await harness.api.sql(
        "UPDATE audio_cache SET audio_data = $1, version = version + 1 WHERE notice = 'episode'",
        [other],
      );
      const without = await decodeMp3((await fetchAudio(visitor, url)).bytes);
      expect(Math.abs(without.durationMs - early.durationMs)).toBeLessThan(100);
      expect((await fetchAudio(visitor, "/feed/2147483647.mp3")).status).toBe(404);
    });
  },
  ["postgres"],
);

it("a download is cut off where a recording was replaced after its start", async () => {
  const { frames } = createSilence(Buffer.from("fff368c4", "hex"), 1000);
  const turn = {
    turnId: 1,
    turnNumber: 1,
    type: "opening",
    role: "bot_a",
    content: "Words.",
    model: null,
    attempt: 1,
    botAProvider: "openai",
    botBProvider: "grok",
    recordingId: 1,
    version: 1,
    etag: "e",
    size: frames.length,
    durationMs: 1000,
    header: frames.subarray(0, 64),
  } as unknown as RecordedEpisodeTurn;
  const media = createEpisodeMedia(
    { env: testEnv("postgres://any"), recordings: { read: async () => null } },
    {
      title: "Any",
      artist: "Any",
      turns: [turn],
      opening: null,
      isStillAudible: async () => true,
    },
  );
  const parts: unknown[] = [];
  const download = async () => {
    for await (const part of media.read(0, media.size) as AsyncIterable<Buffer>) parts.push(part);
  };
  await expect(download()).rejects.toMatchObject({ code: "unavailable" });
  expect(parts).toHaveLength(1);
});
