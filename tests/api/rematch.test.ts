import { Credits } from "#shared/contract/credits.ts";
import { Debate } from "#shared/contract/debates/debate.ts";
import {
  createPaidDebate,
  giveCredits,
  insertFinishedTurns,
  startProxiedApi,
  type ProxiedApi,
  type TestUser,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({ XAI_BASE_URL: "" });
  [owner, other] = await Promise.all([api.person(), api.person()]);
});
afterAll(() => api.close());

const INPUT = {
  topic: "Should cities ban cars?",
  maxTurns: 2,
  botAProvider: "openai",
  botBProvider: "claude",
  format: "oxford",
  onlyOwnerSteps: true,
  language: "en",
};

const createCompleted = async (input: object = {}) => {
  const debate = await createPaidDebate(api, owner, { ...INPUT, ...input });
  await insertFinishedTurns(api, debate, 2);
  return debate;
};

const requestRematch = ({ client }: TestUser, { id }: Pick<Debate, "id">, key?: string) =>
  client.request("POST", `/api/debates/${id}/rematch`, {
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });

const get = async ({ client }: TestUser, { id }: Pick<Debate, "id">) =>
  (await client.get(`/api/debates/${id}`)).as(Debate.strict());

const countCredits = async () => (await owner.client.get("/api/credits")).as(Credits).credits;

describe("a rematch", () => {
  it("repeats the debate with swapped chatbots for one credit", async () => {
    const original = await createCompleted({ isPublic: true });
    await owner.client.request("PATCH", `/api/debates/${original.id}`, { body: { pace: "voice" } });
    await giveCredits(api, owner, 1);
    const before = await countCredits();
    const answer = await requestRematch(owner, original);
    expect(answer.status).toBe(201);
    const rematch = answer.as(Debate.strict());
    expect(rematch).toMatchObject({
      ...INPUT,
      botAProvider: "claude",
      botBProvider: "openai",
      status: "pending",
      currentTurn: 0,
      isPublic: true,
      shareEnabled: true,
      pace: "voice",
      rematchOf: original.id,
      rematchId: null,
    });
    expect(await countCredits()).toBe(before - 1);
    expect(await get(owner, original)).toMatchObject({ rematchOf: null, rematchId: rematch.id });
  });

  it("links only debates that the viewer may see", async () => {
    const original = await createCompleted();
    await giveCredits(api, owner, 1);
    const rematch = (await requestRematch(owner, original)).as(Debate);
    expect(await get(other, original)).toMatchObject({ rematchId: rematch.id });
    expect(await get(other, rematch)).toMatchObject({ rematchOf: original.id });
    const hide = ({ id }: Debate) =>
      owner.client.request("PATCH", `/api/debates/${id}`, { body: { isPublic: false } });
    await hide(rematch);
    expect(await get(other, original)).toMatchObject({ rematchId: null });
    expect(await get(owner, original)).toMatchObject({ rematchId: rematch.id });
    await owner.client.request("PATCH", `/api/debates/${rematch.id}`, { body: { isPublic: true } });
    await hide(original);
    expect(await get(other, rematch)).toMatchObject({ rematchOf: null });
  });

  it.each([
    ["running", {}, 0, "Only a completed debate can have a rematch."],
    [
      "of one chatbot against itself",
      { botBProvider: "openai" },
      2,
      "Both sides have the same chatbot, so there is nothing to swap.",
    ],
  ])("is refused for a debate that is %s", async (_how, input, turns, message) => {
    const debate = await createPaidDebate(api, owner, { ...INPUT, ...input });
    await insertFinishedTurns(api, debate, turns);
    await giveCredits(api, owner, 1);
    const before = await countCredits();
    const answer = await requestRematch(owner, debate);
    expect([answer.status, answer.error.message]).toEqual([409, message]);
    expect(await countCredits()).toBe(before);
  });

  it("is refused for a rematch", async () => {
    const original = await createCompleted();
    await giveCredits(api, owner, 2);
    const rematch = (await requestRematch(owner, original)).as(Debate);
    await insertFinishedTurns(api, rematch, 2);
    const answer = await requestRematch(owner, rematch);
    expect([answer.status, answer.error.message]).toEqual([
      409,
      "This debate is a rematch itself.",
    ]);
  });

  it("is refused for a debate of somebody else", async () => {
    const original = await createCompleted();
    await giveCredits(api, other, 1);
    expect((await requestRematch(other, original)).status).toBe(403);
  });

  it("is refused without a credit, and leaves nothing behind", async () => {
    const original = await createCompleted();
    await giveCredits(api, owner, -(await countCredits()));
    expect((await requestRematch(owner, original)).status).toBe(402);
    expect(await get(owner, original)).toMatchObject({ rematchId: null });
  });

  it("is refused when one of the chatbots is not available any more", async () => {
    const original = await createCompleted();
    await api.sql("UPDATE debates SET bot_a_provider = 'grok' WHERE id = $1", [original.id]);
    await giveCredits(api, owner, 1);
    const before = await countCredits();
    const answer = await requestRematch(owner, original);
    expect([answer.status, answer.error.message]).toEqual([
      422,
      "Grok is not available on this server",
    ]);
    expect(await countCredits()).toBe(before);
  });

  it("is created and charged once when two requests arrive at the same time", async () => {
    const original = await createCompleted();
    await giveCredits(api, owner, 2);
    const before = await countCredits();
    const answers = await api.overlap(
      () => requestRematch(owner, original),
      () => requestRematch(owner, original),
    );
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
    expect(await countCredits()).toBe(before - 1);
  });

  it("is answered as the first time when a request with the same key is repeated", async () => {
    const original = await createCompleted();
    await giveCredits(api, owner, 2);
    const before = await countCredits();
    const first = await requestRematch(owner, original, "a key of this test");
    const second = await requestRematch(owner, original, "a key of this test");
    expect([second.status, second.as(Debate)]).toEqual([201, first.as(Debate)]);
    expect(await countCredits()).toBe(before - 1);
  });

  it("stays when the original is deleted, and can be started again when it is deleted itself", async () => {
    const original = await createCompleted();
    await giveCredits(api, owner, 2);
    const rematch = (await requestRematch(owner, original)).as(Debate);
    await owner.client.delete(`/api/debates/${rematch.id}`);
    expect(await get(owner, original)).toMatchObject({ rematchId: null });
    const next = (await requestRematch(owner, original)).as(Debate);
    await owner.client.delete(`/api/debates/${original.id}`);
    expect(await get(owner, next)).toMatchObject({ rematchOf: null });
  });
});
