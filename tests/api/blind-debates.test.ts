import { Debate } from "#shared/contract/debates/debate.ts";
import { drawSides } from "#api/commands/debates/draw-sides.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import {
  giveCredits,
  startApiOnNewDatabase,
  testEnv,
  type TestApi,
  type TestUser,
} from "./test-api.ts";

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startApiOnNewDatabase();
  owner = await api.person();
  await giveCredits(api, owner, 60);
});
afterAll(() => api.close());

const BLIND = { topic: "Should cities ban cars?", mystery: true };
const identities = () =>
  api.sql<{ id: number; a: string; b: string }>(
    "SELECT debate_id AS id, bot_a_provider AS a, bot_b_provider AS b FROM debate_identities",
  );

describe("a blind debate", () => {
  it("stores two different chatbots in a table of its own and names neither", async () => {
    const debate = (await owner.client.post("/api/debates", BLIND)).as(Debate);
    expect(debate).toMatchObject({
      mystery: true,
      botAProvider: "blue",
      botBProvider: "red",
      judge: "judge",
    });
    const [{ id, a, b } = { id: 0, a: "", b: "" }] = await identities();
    expect(id).toBe(debate.id);
    expect(PROVIDERS).toEqual(expect.arrayContaining([a, b]));
    expect(a).not.toBe(b);
  });

  it("draws every pair of chatbots in both orders", () => {
    const env = testEnv("postgres://unused");
    const drawn = Array.from({ length: 300 }, () => drawSides(env).join(" "));
    expect([...new Set(drawn)].toSorted()).toEqual([
      "claude grok",
      "claude openai",
      "grok claude",
      "grok openai",
      "openai claude",
      "openai grok",
    ]);
  });

  it("is the same debate when its request is repeated with its idempotency key", async () => {
    const headers = { "idempotency-key": "one-blind-debate" };
    const create = async () =>
      (await owner.client.post("/api/debates", BLIND, { headers })).as(Debate);
    expect(await create()).toEqual(await create());
  });

  it.each(["botAProvider", "botBProvider"])(
    "is refused if the request contains %s",
    async (field) => {
      const answer = await owner.client.post("/api/debates", { ...BLIND, [field]: "grok" });
      expect(answer.status).toBe(422);
      expect(answer.error.fields).toEqual({
        [field]:
          "The chatbots of a blind debate are drawn. Leave out botAProvider and botBProvider.",
      });
    },
  );

  it("has no rematch, and its identities are deleted with it", async () => {
    const { id } = (await owner.client.post("/api/debates", BLIND)).as(Debate);
    await api.sql("UPDATE debates SET status = 'completed' WHERE id = $1", [id]);
    const answer = await owner.client.post(`/api/debates/${id}/rematch`);
    expect(answer.status).toBe(409);
    expect(answer.error.message).toBe(
      "A blind debate has no rematch, because its chatbots were drawn.",
    );
    expect((await owner.client.delete(`/api/debates/${id}`)).status).toBe(204);
    expect((await identities()).map((row) => row.id)).not.toContain(id);
  });

  it("is refused on a server with one chatbot", async () => {
    const [XAI_BASE_URL, ANTHROPIC_BASE_URL] = ["", ""];
    const small = await startApiOnNewDatabase({ XAI_BASE_URL, ANTHROPIC_BASE_URL });
    const { client } = await small.person();
    const answer = await client.post("/api/debates", BLIND);
    expect(answer.status).toBe(422);
    expect(answer.error.fields).toEqual({
      mystery: "A blind debate needs two different chatbots, and this server has only one.",
    });
    await small.close();
  });
});
