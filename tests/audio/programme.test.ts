import NodeID3 from "node-id3";
import { readMp3, silence } from "#infra/audio/mp3.ts";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { describeBackends, until } from "../harness.ts";
import { decodeMp3, rootMeanSquare } from "./decode-mp3.ts";
import { audioPath, fetchSound, openStudio, type Studio } from "./studio.ts";

const COPY_RECORDING = `
  INSERT INTO audio_cache
         (turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
  SELECT t.id, a.provider, t.id::text, 'complete', 1, a.audio_data, a.etag, a.duration_ms
    FROM turns t JOIN audio_cache a ON a.turn_id = $1
   WHERE t.debate_id = $2 AND t.id <> $1`;

describeBackends(
  "a debate to take along",
  (backend) => {
    let studio: Studio;
    beforeAll(async () => {
      studio = await openStudio(backend());
      await studio.startWorker();
    });
    afterAll(() => studio.close());

    const download = ({ id }: Debate, client = studio.owner.client) =>
      fetchSound(client, `/api/debates/${id}/audio.mp3`);
    const record = ({ id }: Turn) => fetchSound(studio.owner.client, audioPath(id));
    /** Its first turn is spoken; the others are as if they had been, by the same voice. */
    const voiced = async (count: number, input: Record<string, unknown> = {}) => {
      const { debate, turns } = await studio.written(count, input);
      const [turn] = turns;
      if (turn) await record(turn);
      await studio.api.sql(COPY_RECORDING, [turn?.id, debate.id]);
      return debate;
    };

    it("is not there while turns are not voiced, which it has done", async () => {
      const { debate } = await studio.written(2);
      const early = await download(debate);
      expect([early.status, early.message]).toEqual([
        409,
        "0 of 2 turns are voiced. Please try again in a minute.",
      ]);
      await until(async () => (await download(debate)).status === 200);
    });

    it("is one MP3 with 3 s between its turns, a title, and a chapter for each", async () => {
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
      for (const [n, { startTimeMs, endTimeMs }] of chapters.entries()) {
        expect(loudness(startTimeMs, endTimeMs)).toBeGreaterThan(0.02);
        const next = chapters[n + 1];
        if (!next) continue;
        expect(Math.abs(next.startTimeMs - endTimeMs - 3000)).toBeLessThan(50);
        expect(loudness(endTimeMs + 100, next.startTimeMs - 100)).toBeLessThan(0.001);
      }
    });

    it("tells how long all of it is, and no player how long a part is", async () => {
      const { bytes } = await download(await voiced(3));
      const { samples, frames } = readMp3(bytes);
      const told = bytes.indexOf("Xing");
      expect(bytes.indexOf("Xing", told + 1)).toBe(-1);
      expect(told).toBeLessThan(bytes.length - frames.length);
      expect(bytes.readUInt32BE(told + 8)).toBe(samples / 576);
      expect(bytes.readUInt32BE(told + 12)).toBe(frames.length + 216);
    });

    it("tells no length where its turns differ in their format", async () => {
      const debate = await voiced(2);
      const other = silence(Buffer.from("fffb9064", "hex"), 1000).frames;
      await studio.api.sql(
        `UPDATE audio_cache SET audio_data = $2, version = 2
          WHERE turn_id = (SELECT max(id) FROM turns WHERE debate_id = $1)`,
        [debate.id, other],
      );
      const { bytes } = await download(debate);
      expect(bytes.indexOf("Xing")).toBe(-1);
      expect(bytes.subarray(-other.length).equals(other)).toBe(true);
    });

    it("can be fetched in parts", async () => {
      const debate = await voiced(2);
      const whole = await download(debate);
      const middle = whole.bytes.length >> 1;
      const path = `/api/debates/${debate.id}/audio.mp3`;
      const range = { range: `bytes=${middle - 5000}-${middle + 5000}` };
      const part = await fetchSound(studio.owner.client, path, range);
      expect(part.status).toBe(206);
      expect(part.bytes.equals(whole.bytes.subarray(middle - 5000, middle + 5001))).toBe(true);
    });

    it("is for people with an account who may see it", async () => {
      const debate = await voiced(1, { isPublic: false });
      const { client: other } = await studio.api.person();
      expect((await download(debate)).status).toBe(200);
      expect((await download(debate, other)).status).toBe(404);
      expect((await download(debate, studio.api.visitor())).status).toBe(401);
      const { debate: silent } = await studio.written(0);
      expect((await download(silent)).status).toBe(409);
    });

    it("is an episode of the feed with its first 4 turns, if anyone may hear it", async () => {
      const topic = "Fish & chips <beat> sushi";
      const open = await voiced(5, { topic });
      await voiced(4, { topic: "A private matter", isPublic: false });
      await voiced(4, { topic: "Not to be shared", shareEnabled: false });
      await voiced(3, { topic: "Too short for now" });
      const visitor = studio.api.visitor();
      const feed = await visitor.get("/feed.xml");
      expect(feed.headers.get("content-type")).toMatch(/^application\/rss\+xml/);
      expect(feed.text).toContain("Join to read and hear the full debate");
      expect(feed.text).not.toMatch(/private|shared|short|score/);
      const [enclosure = ""] = /<enclosure [^>]*>/.exec(feed.text) ?? [];
      const [, length] = /length="(\d+)"/.exec(enclosure) ?? [];
      const url = `/feed/${open.id}.mp3`;
      expect(enclosure).toContain(`url="${studio.api.origin}${url}"`);
      const tags = feed.text.replaceAll(/>\s+</g, "><");
      for (const told of [
        `<itunes:image href="${studio.api.origin}/podcast.png"/>`,
        `<itunes:category text="Society &amp; Culture"/>`,
        "<title>Fish &#38; chips &#60;beat&#62; sushi</title>",
        "<itunes:author>Chatbot Debate LLC</itunes:author>",
        "<itunes:explicit>false</itunes:explicit>",
        "<itunes:email>contact@chatbotdebate.example</itunes:email>",
      ])
        expect(tags).toContain(told);
      const told = Number(/<itunes:duration>(\d+)</.exec(tags)?.[1]);
      const heard = await decodeMp3((await fetchSound(visitor, url)).bytes);
      expect(Math.abs(told - heard.durationMs / 1000)).toBeLessThan(1);
      const etag = feed.headers.get("etag") ?? "";
      const again = () => visitor.get("/feed.xml", { headers: { "if-none-match": etag } });
      expect((await again()).status).toBe(304);
      await studio.api.sql("UPDATE debates SET format = 'roast' WHERE id = $1", [open.id]);
      const changed = await again();
      expect(changed.status).toBe(200);
      expect(changed.text.match(/<itunes:explicit>true</g)).toHaveLength(2);
      const episode = await fetchSound(visitor, url);
      expect(episode.bytes.length).toBe(Number(length));
      expect(NodeID3.read(episode.bytes).chapter).toHaveLength(4);
      expect((await fetchSound(visitor, url, { range: "bytes=0-1" })).status).toBe(206);
      expect((await fetchSound(visitor, "/feed/2147483647.mp3")).status).toBe(404);
    });
  },
  ["postgres"],
);
