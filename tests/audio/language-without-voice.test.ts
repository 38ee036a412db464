import { Debate } from "#shared/contract/debates/debate.ts";
import { DebateAudio } from "#shared/contract/debates/audio.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { type AudioHarness, fetchAudio, getAudioPath, startAudioHarness } from "./audio-harness.ts";

const NO_VOICE = [409, "no_voice", "No voice for Thai here."];

describeBackends(
  "a debate in a language without a voice",
  (backend) => {
    let harness: AudioHarness;
    let admin: ApiClient;
    let debate: Debate;
    let turn: Turn;
    beforeAll(async () => {
      harness = await startAudioHarness(backend(), { TTS_LANGUAGES: "en,es=lola/juan" });
      admin = (await harness.api.person("admin")).client;
      const written = await harness.written(2, { language: "th" });
      debate = written.debate;
      [turn] = written.turns as [Turn];
      await harness.startWorker();
    });
    afterAll(() => harness.close());
    beforeEach(() => harness.fakes.requests.clear());

    const countRecordings = async ({ id }: Pick<Debate, "id">): Promise<number> => {
      const statement = `SELECT FROM audio_cache JOIN turns t ON t.id = turn_id WHERE debate_id = $1`;
      return (await harness.api.sql(statement, [id])).length;
    };

    it("says which languages have a voice", async () => {
      const { text } = await harness.owner.client.get("/api/tts/status");
      expect(JSON.parse(text)).toEqual({ configured: true, languages: ["en", "es"] });
    });

    it("has no recording, clip, episode and live stream, and nothing is requested", async () => {
      const { client } = harness.owner;
      const answers = await Promise.all(
        [
          getAudioPath(turn.id),
          `/api/debates/${debate.id}/moment.mp3?moment=1.1-1.1`,
          `/api/debates/${debate.id}/audio.mp3`,
          `/api/debates/${debate.id}/live.mp3`,
        ].map((path) => fetchAudio(client, path)),
      );
      expect(answers.map(({ status, message }) => [status, message])).toEqual(
        answers.map(() => [409, "No voice for Thai here."]),
      );
      expect([await countRecordings(debate), harness.spoken()]).toEqual([0, 0]);
    });

    it("cannot be recorded by admins, who see why", async () => {
      const answers = [
        await admin.get(`/api/admin-regen-audio/${turn.id}`),
        await admin.post(`/api/admin/debates/${debate.id}/audio`, { turns: "missing" }),
      ];
      expect(answers.map(({ status, error }) => [status, error.code, error.message])).toEqual([
        NO_VOICE,
        NO_VOICE,
      ]);
      const { job } = (await admin.get(`/api/admin/debates/${debate.id}/audio`)).as(DebateAudio);
      expect([job, await countRecordings(debate)]).toEqual([null, 0]);
    });

    it("gets turns without a recording, and Auto-Play has the pace of the text", async () => {
      const { client } = harness.owner;
      const path = `/api/debates/${debate.id}`;
      await client.request("PUT", `${path}/auto-play`, { body: { on: true } });
      expect((await client.get(path)).as(Debate)).toMatchObject({
        pace: "text",
        autoPlay: { on: true },
      });
      await waitUntil(async () => {
        const statement = `SELECT FROM turns WHERE debate_id = $1 AND turn_number = 3 AND status = 'complete'`;
        return (await harness.api.sql(statement, [debate.id])).length > 0;
      });
      await client.request("PUT", `${path}/auto-play`, { body: { on: false } });
      expect([await countRecordings(debate), harness.spoken()]).toEqual([0, 0]);
    });

    /** Requests a recording as earlier requests did. Returns the error that it fails with. */
    const failRecordingOf = async ({ id }: Pick<Turn, "id">): Promise<string> => {
      await harness.api.sql(
        `INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at)
       VALUES ($1::int, 'openai', 'waiting ' || $1, 'pending', now())`,
        [id],
      );
      return waitUntil(async () => {
        const statement = `SELECT error FROM audio_cache WHERE turn_id = $1 AND status = 'failed'`;
        return (await harness.api.sql<{ error: string }>(statement, [id]))[0]?.error;
      });
    };

    it("fails a recording that was requested while the language had a voice", async () => {
      expect(await failRecordingOf(turn)).toBe("No voice for Thai here.");
      expect(harness.spoken()).toBe(0);
    });

    it("fails a recording whose turn has no words any more, without asking the voice", async () => {
      const { turns } = await harness.written(1, { language: "en" });
      const [wordless] = turns as [Turn];
      await harness.api.sql("UPDATE turns SET content = '—' WHERE id = $1", [wordless.id]);
      expect(await failRecordingOf(wordless)).toBe("Turn content is too short or empty");
      expect(harness.spoken()).toBe(0);
    });

    it("leaves the pace of the voice when its language changes to one without a voice", async () => {
      const { client } = harness.owner;
      const { debate: fresh } = await harness.written(0, { language: "es" });
      const change = (body: object) =>
        client.request("PATCH", `/api/debates/${fresh.id}`, { body });
      expect((await change({ pace: "voice" })).as(Debate).pace).toBe("voice");
      expect((await change({ language: "th" })).as(Debate).pace).toBe("text");
      const { status, error } = await change({ pace: "voice" });
      expect([status, error.code, error.message]).toEqual(NO_VOICE);
    });

    it("is spoken in Spanish by the Spanish voice of each side", async () => {
      const { turns } = await harness.written(2, { language: "es-MX" });
      for (const { id } of turns)
        expect((await fetchAudio(harness.owner.client, getAudioPath(id))).status).toBe(200);
      const voices = harness.fakes.requests.all({ kind: "speech" }).map(({ body }) => body);
      expect(new Set(voices.map((body) => (body as { voice: string }).voice))).toEqual(
        new Set(["lola", "juan"]),
      );
    });

    it("begins an export in Spanish with the Spanish disclosure", async () => {
      const { debate: spanish } = await harness.written(1, { language: "es" });
      const path = `/api/debates/${spanish.id}/moment.mp3?moment=1.1-1.1&save=on`;
      await waitUntil(async () => (await fetchAudio(harness.owner.client, path)).status === 200);
      const said = harness.fakes.requests.all({ kind: "speech" }).map(({ body }) => body);
      expect(said).toContainEqual(
        expect.objectContaining({ voice: "lola", input: "Dos modelos de IA debaten." }),
      );
      expect(said).not.toContainEqual(
        expect.objectContaining({ input: expect.stringMatching(/^Two AI models/) }),
      );
    });
  },
  ["postgres"],
);
