import { TurnSentences } from "#shared/contract/debates/audio.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { createPaidDebate } from "../api/test-api.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import {
  getAudioPath,
  fetchAudio,
  startAudioHarness,
  type AudioHarness,
  waitForAudioStatus,
} from "./audio-harness.ts";

const SILENCE_MS = 300;
/** The fake voice refuses every text with this word. */
const UNSAYABLE = "Unsayable";
const PERMANENT_FAULT = { kind: "speech", contains: UNSAYABLE, times: 1000 } as const;
const TEXT = `Streets belong to people. ${UNSAYABLE} is this. Cars take them away. Shall we go on?`;

describeBackends(
  "a voice that cannot say a sentence",
  (backend) => {
    let harness: AudioHarness;
    const log = createMemoryLogger();
    beforeAll(async () => {
      harness = await startAudioHarness(backend());
      await harness.startWorker(log.logger);
    });
    afterAll(() => harness.close());
    afterEach(() => {
      harness.fakes.requests.clear();
      harness.fakes.faults.clear();
      log.lines.length = 0;
    });

    const writtenTurn = async (content: string): Promise<Turn> => {
      const [turn] = (await harness.written(1)).turns;
      if (!turn) throw new Error("no turn");
      await harness.api.sql("UPDATE turns SET content = $2 WHERE id = $1", [turn.id, content]);
      return turn;
    };
    const listen = ({ id }: Turn) => fetchAudio(harness.owner.client, getAudioPath(id));
    const readSentences = async ({ id }: Pick<Turn, "id">) =>
      (await harness.owner.client.get(`/api/tts/sentences?turnId=${id}`)).as(TurnSentences);
    const listInputs = () =>
      harness.fakes.requests
        .all({ kind: "speech" })
        .map(({ body }) => (body as { input: string }).input);
    const listSkipped = (turnId: number) =>
      log.lines.filter((line) => line.msg === "speech.sentence_skipped" && line.turnId === turnId);

    it.each([
      "Really? 🎉 Yes.",
      "We said it.\n\n…………\n\nYou waited.",
      "…………\n\nWe said it. 🔥🔥🔥",
      "We said it. 🔥🔥🔥🔥🔥 👏👏👏👏👏\n\nYou waited.\n\n!!!!!",
      `${"…".repeat(2000)} We said it.`,
    ])("never gets a text without a letter or digit (%#)", async (content) => {
      const turn = await writtenTurn(content);
      expect((await listen(turn)).status).toBe(200);
      expect(listInputs().filter((input) => !/[\p{L}\p{N}]/u.test(input))).toEqual([]);
      const { sentences, durationMs } = await readSentences(turn);
      expect(sentences.map(({ text }) => text)).toEqual(splitSentences(content));
      expect(sentences.at(-1)?.endMs).toBe(durationMs);
      expect(listSkipped(turn.id)).toEqual([]);
    });

    it.each([
      ["refuses it with 400", { effect: "status", status: 400 }, 0],
      ["answers it with 500", { effect: "status", status: 500 }, 2],
      ["answers it with no bytes", { effect: "empty" }, 2],
      ["answers it with noise", { effect: "corrupt" }, 2],
      ["breaks the connection", { effect: "reset" }, 2],
    ] as const)(
      "says all others if it %s, with a short silence in its place",
      async (_how, fault, failures) => {
        const turn = await writtenTurn(TEXT);
        harness.fakes.faults.add({ ...PERMANENT_FAULT, ...fault });
        expect((await listen(turn)).status).toBe(200);
        const { sentences, durationMs } = await readSentences(turn);
        expect(sentences.map(({ text }) => text)).toEqual(splitSentences(TEXT));
        const lengths = sentences.map(({ startMs, endMs }) => endMs - startMs);
        expect(lengths[1]).toBeGreaterThanOrEqual(SILENCE_MS);
        expect(lengths[1]).toBeLessThan(SILENCE_MS + 50);
        expect(sentences.at(-1)?.endMs).toBe(durationMs);
        expect(listSkipped(turn.id)).toMatchObject([{ sentence: 1 }]);
        const [row] = await harness.api.sql("SELECT failures FROM audio_cache WHERE turn_id = $1", [
          turn.id,
        ]);
        expect(row).toEqual({ failures });
        const finished = listInputs().filter((input) => !input.includes(UNSAYABLE));
        // At most one sentence is spoken twice, to check whether the speech provider works.
        expect(finished.length - new Set(finished).size).toBeLessThanOrEqual(1);
      },
    );

    it("says a sentence without its emoji if it refuses emoji", async () => {
      const content = "Streets belong to people. Cars 🚗🚗 take them away!!! Shall we go on?";
      const turn = await writtenTurn(content);
      harness.fakes.faults.add({
        ...PERMANENT_FAULT,
        contains: "🚗",
        effect: "status",
        status: 400,
      });
      expect((await listen(turn)).status).toBe(200);
      expect(listInputs()).toContain("Cars take them away!");
      expect((await readSentences(turn)).sentences.map(({ text }) => text)).toEqual(
        splitSentences(content),
      );
      expect(listSkipped(turn.id)).toEqual([]);
    });

    it("says a turn of one sentence without its emoji if it refuses emoji", async () => {
      const turn = await writtenTurn("Streets belong 🚗 to people.");
      harness.fakes.faults.add({
        ...PERMANENT_FAULT,
        contains: "🚗",
        effect: "status",
        status: 400,
      });
      expect((await listen(turn)).status).toBe(200);
    });

    /** Makes the next failed attempt of the turn's recording its last one. */
    const setLastAttempt = ({ id }: Turn) =>
      harness.api.sql(
        `INSERT INTO audio_cache (turn_id, provider, content_hash, failures, status, heartbeat_at)
         VALUES ($1::int, 'openai', $1::int::text, 4, 'pending', now())`,
        [id],
      );

    it.each([
      ["says one sentence and then answers all with 500", TEXT, [{ effect: "none" }], 500],
      ["says one sentence and then refuses all", TEXT, [{ effect: "none" }], 400],
      ["answers all with 500 from the start", TEXT, [], 500],
    ] as const)(
      "gives up if it %s: there is no recording",
      async (_how, content, before, status) => {
        const turn = await writtenTurn(content);
        await setLastAttempt(turn);
        for (const fault of before) harness.fakes.faults.add({ kind: "speech", ...fault });
        harness.fakes.faults.add({ kind: "speech", effect: "status", status, times: 1000 });
        expect((await listen(turn)).status).toBe(503);
        await waitForAudioStatus(harness.owner.client, turn, "failed");
        expect(listSkipped(turn.id)).toEqual([]);
        expect(harness.spoken()).toBeLessThanOrEqual(10);
      },
    );

    it("gives up if most sentences of a turn cannot be said", async () => {
      const turn = await writtenTurn(`Streets. ${`${UNSAYABLE} is this. `.repeat(2)}${UNSAYABLE}!`);
      harness.fakes.faults.add({ ...PERMANENT_FAULT, effect: "status", status: 400 });
      expect((await listen(turn)).status).toBe(503);
      await waitForAudioStatus(harness.owner.client, turn, "failed");
    });

    it("stops asking when many sentences in a row fail", async () => {
      const content = Array.from({ length: 30 }, (_, n) => `Sentence ${n} is this.`).join(" ");
      const turn = await writtenTurn(content);
      harness.fakes.faults.add({
        ...PERMANENT_FAULT,
        contains: "this",
        effect: "status",
        status: 400,
      });
      expect((await listen(turn)).status).toBe(503);
      expect(harness.spoken()).toBeLessThan(10);
    });

    it.each([400, 500])(
      "is heard live after the sentence that it answers with %i, while the turn is written",
      async (status) => {
        harness.fakes.faults.add({ ...PERMANENT_FAULT, effect: "status", status });
        const debate = await createPaidDebate(harness.api, harness.owner, { maxTurns: 2 });
        const watcher = await watchDebate(
          harness.api.origin,
          debate.id,
          harness.owner.client.cookie,
        );
        const begun = `${TEXT} And it is`;
        const [turn] = await harness.api.sql<{ id: number }>(
          `WITH turn AS (INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, content, heartbeat_at)
                         VALUES ($1, 1, 'bot_a', 'opening', 'streaming', 1, $2, 'infinity') RETURNING id)
           INSERT INTO audio_cache (turn_id, provider, content_hash, run_at)
           SELECT id, 'openai', id::text, now() - interval '1 minute' FROM turn RETURNING turn_id AS id`,
          [debate.id, begun],
        );
        const id = turn?.id ?? 0;
        await waitUntil(() => watcher.named("speech:part").length === 4);
        expect(watcher.named("speech:part").map(({ index }) => index)).toEqual([0, 1, 2, 3]);
        await harness.api.sql("UPDATE turns SET status = 'complete', content = $2 WHERE id = $1", [
          id,
          `${begun} over.`,
        ]);
        await waitForAudioStatus(harness.owner.client, { id, debateId: debate.id }, "ready");
        const live = watcher.named("speech:part");
        const { sentences } = await readSentences({ id });
        expect(sentences.map(({ startMs }) => startMs)).toEqual(live.map(({ startMs }) => startMs));
        watcher.close();
      },
    );

    it("records an announcement without the sentence", async () => {
      harness.fakes.faults.add({
        ...PERMANENT_FAULT,
        contains: "It continues",
        effect: "status",
        status: 400,
      });
      await harness.api.sql(
        `INSERT INTO audio_cache (notice, provider, content_hash, run_at)
         VALUES ('pause', 'openai', 'pause', now() - interval '1 minute')`,
      );
      const [row] = await waitUntil(async () => {
        const rows = await harness.api.sql<{ sentences: TurnSentences["sentences"] }>(
          "SELECT sentences FROM audio_cache WHERE notice = 'pause' AND status = 'complete'",
        );
        return rows.length > 0 && rows;
      });
      const { startMs = 0, endMs = 0 } = row?.sentences[1] ?? {};
      expect(Math.abs(endMs - startMs - SILENCE_MS)).toBeLessThan(50);
    });
  },
  ["postgres"],
);
