import type { DataSource } from "typeorm";
import { buildRulingSpec, buildRecordingSpec } from "#infra/audio/recording-spec.ts";
import { parseMp3 } from "#infra/audio/mp3.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { readEnv } from "#infra/env.ts";
import { enqueueRuling } from "#infra/services/audio/enqueue-ruling.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { ROLES } from "#shared/domain/debates/side.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { fetchTurns, requestNextTurn } from "../helpers/api-client.ts";
import { createPaidDebate } from "../api/test-api.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";
import { type AudioHarness, fetchAudio, startAudioHarness } from "./audio-harness.ts";

const { voice } = readEnv({ TTS_API_KEY: "any" });
if (!voice) throw new Error("a key makes the voice available");

const DEBATE = {
  botAProvider: "openai",
  botBProvider: "grok",
  judge: "claude",
  mystery: false,
  language: "en",
} as const;

describe("the voice of a judge", () => {
  const PAIRS = PROVIDERS.flatMap((botAProvider) =>
    PROVIDERS.flatMap((botBProvider) =>
      PROVIDERS.map((judge) => ({
        botAProvider,
        botBProvider,
        judge,
        mystery: false,
        language: "en" as const,
      })),
    ),
  );

  it.each(PAIRS)("differs from the debaters' voices: %j", (debate) => {
    const ruling = buildRulingSpec({ ...debate, turnId: 1, ruling: "Well argued." }, voice);
    const debaters = ROLES.map(
      (role) => buildRecordingSpec({ ...debate, turnId: 1, role, content: "" }, voice).voice,
    );
    expect(ruling?.provider).toBe(debate.judge);
    expect(debaters).not.toContain(ruling?.voice);
  });

  it("is the first one of the judging provider if no debater has it", () => {
    const spec = buildRulingSpec({ ...DEBATE, turnId: 1, ruling: "Well argued." }, voice);
    expect(spec?.voice).toBe(voice.voices.claude[0]);
  });

  it("is none if the debaters have all voices", () => {
    const one = ["alloy", "alloy"] as const;
    const voices = { openai: one, grok: one, claude: one };
    const ruling = { ...DEBATE, turnId: 1, ruling: "Well argued." };
    expect(buildRulingSpec(ruling, { ...voice, voices })).toBeNull();
  });

  it.each([
    ["no voice speaks the language", new Map([["de", null]] as const)],
    ["only the voices of the sides speak the language", new Map([["en", ["ann", "ben"]]] as const)],
  ])("is none if %s", (_what, languages) => {
    const ruling = { ...DEBATE, turnId: 1, ruling: "Well argued." };
    expect(buildRulingSpec(ruling, { ...voice, languages })).toBeNull();
  });
});

describe("a request for a ruling's recording", () => {
  let db: DataSource;
  useTestDatabase(async (opened) => {
    db = opened;
    await db.query(`
      INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!');
      INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1);
      INSERT INTO turns (debate_id, turn_number, role, type) VALUES (1, 1, 'bot_a', 'opening')`);
  });
  beforeEach(() => db.query("DELETE FROM audio_cache"));

  /** Requests the recording. Returns the enqueued jobs. */
  const ask = async (ruling: string) => {
    const enqueue = jest.fn<Promise<void>, Parameters<Enqueue>>(async () => {});
    await withTransaction(db, testLogger, (tx, after) =>
      enqueueRuling(tx, after, { voice, enqueue }, { ...DEBATE, turnId: 1, ruling }, 1),
    );
    return enqueue.mock.calls.map(([job, , options]) => [job, options]);
  };
  const findRows = () =>
    db.query<{ status: string; attempt: number; failures: number; version: number }[]>(
      "SELECT status, attempt, failures, version FROM audio_cache WHERE ruling_turn_id = 1",
    );

  it("enqueues one recording, however often the same ruling is stored", async () => {
    expect(await ask("Well argued.")).toEqual([["synthesize-speech", { attempt: 0, priority: 0 }]]);
    expect(await ask("Well argued.")).toEqual([]);
    expect(await findRows()).toHaveLength(1);
  });

  it("replaces the recording of another ruling, also while that one is being made", async () => {
    await ask("Well argued.");
    await db.query("UPDATE audio_cache SET status = 'running', attempt = 2, failures = 1");
    expect(await ask("Badly argued.")).toHaveLength(1);
    const rows = await findRows();
    expect(rows).toMatchObject([{ status: "pending", failures: 0, version: 0 }]);
    // The attempt in progress loses its lease, so that it cannot store the old ruling.
    expect(rows[0]?.attempt).toBeGreaterThan(2);
  });

  it("has the number of the user's open recordings as its priority", async () => {
    await db.query(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, asked_by, status)
       VALUES (1, 'openai', 'speech', 1, 'running')`,
    );
    expect(await ask("Well argued.")).toMatchObject([["synthesize-speech", { priority: 1 }]]);
  });

  it.each(["", "…", "—"])("does nothing for a ruling without words: %j", async (ruling) => {
    expect(await ask(ruling)).toEqual([]);
  });
});

describeBackends("the ruling of a debate", (backend) => {
  let harness: AudioHarness;
  beforeAll(async () => {
    harness = await startAudioHarness(backend());
    await harness.startWorker();
  });
  afterAll(() => harness.close());
  afterEach(() => harness.fakes.faults.clear());

  /** Creates a debate and requests its first turn. */
  const requestFirstTurn = async (pace: "voice" | "text", maxTurns: number): Promise<number> => {
    const { owner, api } = harness;
    const { id } = await createPaidDebate(api, owner, { maxTurns, botBProvider: "grok" });
    const changed = await owner.client.request("PATCH", `/api/debates/${id}`, { body: { pace } });
    expect(changed.status).toBe(200);
    await requestNextTurn(owner.client, id);
    return id;
  };
  /**
   * Creates a debate and plays its first turn until it is judged. With the pace `voice`, turns wait
   * until the previous one has been spoken.
   */
  const judgedTurn = async (pace: "voice" | "text"): Promise<Turn> => {
    const id = await requestFirstTurn(pace, 6);
    return waitUntil(
      async () => {
        const [turn] = await fetchTurns(harness.owner.client, id);
        return turn?.score === null ? undefined : turn;
      },
      { what: "the judgement" },
    );
  };
  const findRow = async ({ id }: Turn) => {
    const [row] = await harness.api.sql<{ status: string; error: string | null }>(
      "SELECT status, error FROM audio_cache WHERE ruling_turn_id = $1",
      [id],
    );
    return row;
  };
  const waitForStatus = (turn: Turn, status: string) =>
    waitUntil(async () => (await findRow(turn))?.status === status, {
      what: `the recording of the ruling about turn ${turn.id} as ${status}`,
    });
  const fetchRuling = ({ id }: Turn) =>
    fetchAudio(harness.owner.client, `/api/turns/${id}/ruling.mp3`);
  const listRequests = ({ ruling }: Turn) =>
    harness.fakes.requests
      .all({ kind: "speech" })
      .map(({ body }) => body as { input: string; voice: string })
      .filter(({ input }) => ruling?.includes(input));

  it("is recorded at the pace of the voice, in the judge's voice", async () => {
    const turn = await judgedTurn("voice");
    await waitForStatus(turn, "complete");
    const { status, bytes } = await fetchRuling(turn);
    expect(status).toBe(200);
    expect(parseMp3(bytes).samples).toBeGreaterThan(0);
    expect(turn.judge).toBe("claude");
    const requests = listRequests(turn);
    expect(requests.map(({ input }) => input).join(" ")).toBe(turn.ruling);
    for (const request of requests) expect(request.voice).toBe(voice.voices.claude[0]);
  });

  it("is recorded while it is sealed, too, and not sent before the debate's end", async () => {
    const [turn] = await fetchTurns(harness.owner.client, await requestFirstTurn("voice", 2));
    if (!turn) throw new Error("The debate has no turn.");
    await waitForStatus(turn, "complete");
    expect((await fetchRuling(turn)).status).toBe(404);
  });

  it("costs what its characters cost, booked to its turn and debate", async () => {
    const turn = await judgedTurn("voice");
    await waitForStatus(turn, "complete");
    const rows = await harness.api.sql(
      `SELECT provider, characters, debate_id AS "debateId", user_id AS "userId", price > 0 AS "isPaid"
         FROM usage WHERE kind = 'synthesize-speech' AND turn_id = $1 AND characters = $2`,
      [turn.id, turn.ruling?.length],
    );
    expect(rows).toEqual([
      {
        provider: "voice",
        characters: turn.ruling?.length,
        debateId: turn.debateId,
        userId: harness.owner.user.id,
        isPaid: true,
      },
    ]);
  });

  it("is not recorded at the pace of the text", async () => {
    const turn = await judgedTurn("text");
    // The row of a recording would be stored in the same transaction as the score.
    expect(await findRow(turn)).toBeUndefined();
    expect((await fetchRuling(turn)).status).toBe(404);
  });

  it("stays silent if the speech service refuses it, and the debate goes on", async () => {
    const { owner } = harness;
    harness.fakes.faults.add({ kind: "speech", effect: "status", status: 401, times: 50 });
    const turn = await judgedTurn("voice");
    await waitForStatus(turn, "failed");
    expect((await findRow(turn))?.error).toMatch(/not set up correctly/);
    expect((await fetchRuling(turn)).status).toBe(404);
    harness.fakes.faults.clear();
    await requestNextTurn(owner.client, turn.debateId);
    await waitUntil(async () => (await fetchTurns(owner.client, turn.debateId))[1]?.content !== "");
  });
});
