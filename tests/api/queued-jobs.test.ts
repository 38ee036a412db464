import type { JobName } from "#shared/contract/jobs.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { ApiResponse } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { collectJobs, type JobCollector } from "./collect-jobs.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let admin: TestUser;
let jobs: JobCollector;
beforeAll(async () => {
  // The API never calls this address.
  api = await startProxiedApi({ TTS_BASE_URL: "http://127.0.0.1:1/v1" });
  [owner, admin] = await Promise.all([api.person(), api.person("admin")]);
  jobs = await collectJobs({ databaseUrl: api.databaseUrl, redisUrl: undefined });
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

interface Ask {
  debate(): Promise<Debate>;
  ask(debateId: number): Promise<ApiResponse>;
  status: number;
  job: JobName;
  /** SQL for the ids of the rows that the jobs work on. $1 is the debate's id. */
  ids: string;
}

const TURNS = "SELECT id FROM turns WHERE debate_id = $1";
const RECORDINGS = `
  SELECT a.id FROM audio_cache a JOIN turns t ON t.id = a.turn_id
   WHERE t.debate_id = $1 ORDER BY a.id`;

const finished = async (count: number): Promise<Debate> => {
  const debate = await createPaidDebate(api, owner, { maxTurns: 2 });
  await insertFinishedTurns(api, debate, count);
  return debate;
};
const next = (id: number) => owner.client.post(`/api/debates/${id}/turns`);
const firstTurnOf = async (debateId: number) =>
  (await api.sql<{ id: number }>(`${TURNS} ORDER BY id LIMIT 1`, [debateId]))[0]?.id ?? 0;

const ASKS: Record<string, Ask> = {
  "the next turn": {
    debate: () => createPaidDebate(api, owner),
    ask: next,
    status: 202,
    job: "generate-turn",
    ids: TURNS,
  },
  "a failed turn again": {
    async debate() {
      const debate = await createPaidDebate(api, owner);
      await api.sql(
        `INSERT INTO turns (debate_id, turn_number, role, type, status, attempt)
         VALUES ($1, 1, 'bot_a', 'opening', 'failed', 5)`,
        [debate.id],
      );
      return debate;
    },
    ask: next,
    status: 202,
    job: "generate-turn",
    ids: TURNS,
  },
  "a failed verdict again": {
    async debate() {
      const debate = await finished(2);
      await api.sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", [debate.id]);
      return debate;
    },
    ask: (id) => admin.client.post(`/api/admin/debates/${id}/verdict`),
    status: 202,
    job: "judge-debate",
    ids: "SELECT $1::int AS id",
  },
  "a turn anew": {
    debate: () => finished(1),
    ask: async (id) => admin.client.get(`/api/admin-regen-audio/${await firstTurnOf(id)}`),
    status: 200,
    job: "synthesize-speech",
    ids: RECORDINGS,
  },
  "a debate to be voiced": {
    debate: () => finished(2),
    ask: (id) => admin.client.post(`/api/admin/debates/${id}/audio`, { turns: "missing" }),
    status: 202,
    job: "synthesize-speech",
    ids: RECORDINGS,
  },
  "a debate to take along": {
    debate: () => finished(2),
    ask: (id) => owner.client.get(`/api/debates/${id}/audio.mp3`),
    status: 409,
    job: "synthesize-speech",
    ids: RECORDINGS,
  },
};

const idsOf = async ({ ids }: Ask, debateId: number): Promise<number[]> =>
  (await api.sql<{ id: number }>(ids, [debateId])).map(({ id }) => id);

describe.each(Object.entries(ASKS))("a request for %s", (_what, asked) => {
  it("queues its jobs at once", async () => {
    const { id } = await asked.debate();
    expect((await asked.ask(id)).status).toBe(asked.status);
    const ids = await idsOf(asked, id);
    expect(ids.length).toBeGreaterThan(0);
    const findTakenJobs = () =>
      jobs.collected.filter(
        (collected) => collected.job === asked.job && ids.includes(collected.id),
      );
    await waitUntil(() => findTakenJobs().length >= ids.length, { what: asked.job });
    expect(findTakenJobs().map((job) => job.id)).toEqual(ids);
  });

  it("gets the same response while the queue is down, since the row is stored", async () => {
    const { id } = await asked.debate();
    const adding = [1, 2].map(() => api.wire.hold(/\badd_job\(/, { at: "request" }));
    for (const { drop } of adding) drop();
    const answer = await asked.ask(id);
    const [first] = adding;
    await first?.reached;
    for (const { release } of adding) release();
    expect(answer.status).toBe(asked.status);
    expect((await idsOf(asked, id)).length).toBeGreaterThan(0);
  });
});
