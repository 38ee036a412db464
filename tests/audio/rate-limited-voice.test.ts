import { TurnSentences } from "#shared/contract/debates/audio.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { MAX_RATE_LIMITED_ATTEMPTS } from "#worker/runtime/retry-policy.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import {
  getAudioPath,
  fetchAudio,
  startAudioHarness,
  type AudioHarness,
  waitForAudioStatus,
} from "./audio-harness.ts";

const SENTENCES = Array.from({ length: 12 }, (_, n) => `Sentence number ${n} is here.`);
const LIMITED = { kind: "speech", effect: "status", status: 429 } as const;

describeBackends(
  "a voice with a rate limit",
  (backend) => {
    let harness: AudioHarness;
    beforeAll(async () => {
      harness = await startAudioHarness(backend());
      await harness.startWorker();
    });
    afterAll(() => harness.close());
    afterEach(() => {
      harness.fakes.requests.clear();
      harness.fakes.faults.clear();
    });

    const requestRecording = async (sentences: readonly string[], attempt = 0): Promise<Turn> => {
      const [turn] = (await harness.written(1)).turns;
      if (!turn) throw new Error("no turn");
      await harness.api.sql("UPDATE turns SET content = $2 WHERE id = $1", [
        turn.id,
        sentences.join(" "),
      ]);
      await harness.api.sql(
        `INSERT INTO audio_cache (turn_id, provider, content_hash, attempt, run_at)
         VALUES ($1::int, 'openai', $1::int::text, $2, now() - interval '1 minute')`,
        [turn.id, attempt],
      );
      return turn;
    };
    interface Row {
      status: string;
      attempt: number;
      failures: number;
      delay: number;
    }
    const readRow = async ({ id }: Turn): Promise<Row | undefined> => {
      const [row] = await harness.api.sql<Row>(
        `SELECT status, attempt, failures, extract(epoch FROM run_at - now())::float8 AS delay
           FROM audio_cache WHERE turn_id = $1`,
        [id],
      );
      return row;
    };
    /** Makes the fake voice answer `answered` requests and then refuse `refused` requests. */
    const addWindow = (answered: number, refused: number, headers: Record<string, string> = {}) => {
      harness.fakes.faults.add({ kind: "speech", times: answered });
      harness.fakes.faults.add({ ...LIMITED, times: refused, headers });
    };

    it("makes a recording take longer, but it ends whole, and each sentence is said once", async () => {
      for (let window = 0; window < 4; window++) addWindow(2, 6);
      const turn = await requestRecording(SENTENCES);
      await waitForAudioStatus(harness.owner.client, turn, "ready");
      const path = `/api/tts/sentences?turnId=${turn.id}`;
      const { sentences } = (await harness.owner.client.get(path)).as(TurnSentences);
      expect(sentences.map(({ text }) => text)).toEqual(SENTENCES);
      const requests = harness.fakes.requests.all({ kind: "speech" });
      const refused = requests.filter(({ outcome }) => outcome === "broken").length;
      expect(refused).toBe(4 * 6);
      expect(requests.length - refused).toBe(SENTENCES.length);
    });

    it.each<[Record<string, string>, number]>([
      [{ "retry-after-ms": "90000" }, 90],
      [{ "x-ratelimit-reset-requests": "2m0s" }, 120],
      [{ "retry-after": "100" }, 100],
    ])("is left alone as long as it asks: %j is %i s", async (headers, seconds) => {
      harness.fakes.faults.add({ ...LIMITED, times: 2, headers });
      const turn = await requestRecording(SENTENCES.slice(0, 2));
      const row = await waitUntil(async () => {
        const found = await readRow(turn);
        return found?.failures === 1 && found;
      });
      expect(row.status).toBe("pending");
      expect(row.delay).toBeGreaterThan(seconds - 15);
      expect(row.delay).toBeLessThan(seconds * 1.25 + 1);
    });

    it("delays no other recording, since a waiting job holds no lease", async () => {
      harness.fakes.faults.add({ ...LIMITED, headers: { "retry-after": "100" } });
      const turn = await requestRecording(SENTENCES.slice(0, 1));
      await waitUntil(async () => ((await readRow(turn))?.delay ?? 0) > 50);
      const [other] = (await harness.written(1)).turns;
      const answer = await fetchAudio(harness.owner.client, getAudioPath(other?.id ?? 0));
      expect(answer.status).toBe(200);
      expect(await readRow(turn)).toMatchObject({ status: "pending" });
    });

    it.each([
      ["15 attempts without a sentence", MAX_RATE_LIMITED_ATTEMPTS - 1, {}],
      ["a pause of more than ten minutes", 0, { "retry-after": "601" }],
    ])("is given up after %s", async (_what, attempt, headers) => {
      harness.fakes.faults.add({ ...LIMITED, headers });
      const turn = await requestRecording(SENTENCES.slice(0, 1), attempt);
      await waitUntil(async () => (await readRow(turn))?.status === "failed");
      expect(harness.spoken()).toBe(1);
    });
  },
  ["postgres"],
);
