import { z } from "zod";
import { Credits } from "#shared/contract/credits.ts";
import { Debate } from "#shared/contract/debates/debate.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { requestNextTurn, fetchTurns } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import {
  insertFinishedTurns,
  giveCredits,
  createPaidDebate,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await startProxiedApi();
  [owner, other] = await Promise.all([api.person(), api.person()]);
});
afterAll(() => api.close());

const next = ({ client }: TestUser, { id }: Debate) => client.post(`/api/debates/${id}/turns`);
const failTurn = (id: number, { code = "overloaded", requests = 3 } = {}) =>
  api.sql(
    `UPDATE turns SET status = 'failed', attempt = 3, failures = 3, content = 'So far',
            requests = $3, run_at = now() - interval '1 hour', error = $2 WHERE id = $1`,
    [id, { code, message: "It would not." }, requests],
  );

const ADD_TURN = /INSERT INTO turns/;

describe("requesting the next turn", () => {
  it("answers 202 with the turn, which is the opening of bot_a", async () => {
    const debate = await createPaidDebate(api, owner);
    const answer = await next(owner, debate);
    expect(answer.status).toBe(202);
    expect(answer.as(Turn.strict())).toMatchObject({
      debateId: debate.id,
      turnNumber: 1,
      role: "bot_a",
      type: "opening",
      status: "pending",
      attempt: 0,
      content: "",
      error: null,
      score: null,
      ruling: null,
      feedback: null,
      judge: null,
      quotes: null,
      audio: { status: "none", durationMs: null, version: 0 },
    });
  });

  it("continues after the finished turns up to the closing, and answers 409 after it", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 4 });
    await insertFinishedTurns(api, debate, 3);
    const turn = await requestNextTurn(owner.client, debate.id);
    expect(turn).toMatchObject({ turnNumber: 4, role: "bot_b", type: "closing" });
    const done = await createPaidDebate(api, owner, { maxTurns: 2 });
    await insertFinishedTurns(api, done, 2);
    const { status, error } = await next(owner, done);
    expect([status, error.message]).toEqual([409, "This debate is completed."]);
  });

  it("is allowed to every signed-in user who may see the debate", async () => {
    const open = await createPaidDebate(api, owner);
    const hidden = await createPaidDebate(api, owner, { isPublic: false });
    expect((await next(other, open)).status).toBe(202);
    expect((await next(other, hidden)).status).toBe(404);
    expect((await api.visitor().post(`/api/debates/${open.id}/turns`)).status).toBe(401);
  });

  it("returns the running turn if there is one", async () => {
    const debate = await createPaidDebate(api, owner);
    const first = await requestNextTurn(owner.client, debate.id);
    await api.sql("UPDATE turns SET status = 'streaming', content = 'So far' WHERE id = $1", [
      first.id,
    ]);
    const second = await next(other, debate);
    expect(second.status).toBe(202);
    expect(second.as(Turn)).toMatchObject({ id: first.id, status: "streaming", content: "So far" });
  });

  it("after a failure restarts the turn and keeps counting its attempts", async () => {
    const debate = await createPaidDebate(api, owner);
    const { id } = await requestNextTurn(owner.client, debate.id);
    await failTurn(id);
    expect(await requestNextTurn(owner.client, debate.id)).toMatchObject({
      id,
      status: "pending",
      attempt: 3,
      content: "",
      error: null,
    });
    const [row] = await api.sql(
      `SELECT status, content, error, failures, requests, run_at <= now() AS due,
              run_at > now() - interval '30 minutes' AS "isFresh"
         FROM turns WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({
      status: "pending",
      content: "",
      error: null,
      failures: 0,
      requests: 3,
      due: true,
      isFresh: true,
    });
  });

  it("after a failure is allowed to the owner and to admins", async () => {
    const admin = await api.person("admin");
    const debate = await createPaidDebate(api, owner);
    const { id } = await requestNextTurn(owner.client, debate.id);
    await failTurn(id);
    expect((await next(other, debate)).status).toBe(403);
    expect(await fetchTurns(owner.client, debate.id)).toMatchObject([{ status: "failed" }]);
    expect((await next(admin, debate)).status).toBe(202);
  });

  it("after fourteen failed requests restarts the turn a last time", async () => {
    const debate = await createPaidDebate(api, owner);
    await failTurn((await requestNextTurn(owner.client, debate.id)).id, { requests: 14 });
    expect((await next(owner, debate)).status).toBe(202);
  });

  it.each([
    [{ requests: 15 }, "This turn has been tried 15 times. It can't be tried again."],
    [{ code: "refused" }, "It would not. Trying again won't help. Start a new debate."],
  ])("after a failure with %p is refused", async (failure, message) => {
    const debate = await createPaidDebate(api, owner);
    await failTurn((await requestNextTurn(owner.client, debate.id)).id, failure);
    const answer = await next(owner, debate);
    expect([answer.status, answer.error.message]).toEqual([409, message]);
    expect(await fetchTurns(owner.client, debate.id)).toMatchObject([{ status: "failed" }]);
  });

  it("after a failure leaves failed turns of other debates unchanged", async () => {
    const [debate, otherDebate] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    for (const { id } of [otherDebate, debate])
      await failTurn((await requestNextTurn(owner.client, id)).id);
    expect(await requestNextTurn(owner.client, debate.id)).toMatchObject({ debateId: debate.id });
    expect(await fetchTurns(owner.client, otherDebate.id)).toMatchObject([{ status: "failed" }]);
  });

  it("twice at once with concurrent inserts returns one turn", async () => {
    const debate = await createPaidDebate(api, owner);
    const adding = [ADD_TURN, ADD_TURN].map((statement) =>
      api.wire.hold(statement, { at: "request" }),
    );
    const asked = [next(owner, debate), next(other, debate)];
    await Promise.all(adding.map(({ reached }) => reached));
    for (const { release } of adding) release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [one, two] = answers.map((answer) => answer.as(Turn).id);
    expect(one).toBe(two);
    expect(await fetchTurns(owner.client, debate.id)).toHaveLength(1);
  });

  it("answers 404 if the debate is deleted meanwhile", async () => {
    const debate = await createPaidDebate(api, owner);
    const adding = api.wire.hold(ADD_TURN, { at: "request" });
    const asked = next(other, debate);
    await adding.reached;
    await owner.client.delete(`/api/debates/${debate.id}`);
    adding.release();
    const answer = await asked;
    expect([answer.status, answer.error.message]).toEqual([404, "Debate not found"]);
  });

  it("after a failure does not restart a turn that another request has just restarted", async () => {
    const debate = await createPaidDebate(api, owner);
    const { id } = await requestNextTurn(owner.client, debate.id);
    await failTurn(id);
    const locking = api.wire.hold(/FROM debates .*FOR NO KEY UPDATE/s, { at: "request" });
    const asked = next(owner, debate);
    await locking.reached;
    await requestNextTurn(owner.client, debate.id);
    await api.sql(
      "UPDATE turns SET status = 'streaming', attempt = 4, content = 'Anew' WHERE id = $1",
      [id],
    );
    locking.release();
    expect((await asked).as(Turn)).toMatchObject({ id, status: "streaming", content: "Anew" });
    const [turn] = await fetchTurns(owner.client, debate.id);
    expect(turn).toMatchObject({ status: "streaming", attempt: 4, content: "Anew" });
  });

  it("after a failure takes no credit if the topic is being refused", async () => {
    const debate = await createPaidDebate(api, owner);
    const { id } = await requestNextTurn(owner.client, debate.id);
    await failTurn(id);
    const locking = api.wire.hold(/FROM debates .*FOR NO KEY UPDATE/s, { at: "request" });
    const asked = next(owner, debate);
    await locking.reached;
    const refusal = "This topic is not debated here.";
    const refuse = "UPDATE debates SET refusal = $2, is_public = false WHERE id = $1";
    await api.sql(refuse, [debate.id, refusal]);
    locking.release();
    const answer = await asked;
    expect([answer.status, answer.error.message]).toEqual([409, refusal]);
    expect(await fetchTurns(owner.client, debate.id)).toMatchObject([{ id, status: "failed" }]);
  });
});

/** Refunds a debate in the same way as a worker that gives up the debate's first turn. */
const REFUND = `
  WITH refunded AS (
    UPDATE debates SET refunded = true WHERE id = $1 RETURNING id, user_id, charges)
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT user_id, 1, 'refund', id || ':' || charges FROM refunded`;

describe("a refunded debate", () => {
  const refunded = async (person: TestUser) => {
    const debate = await createPaidDebate(api, person);
    const { id } = await requestNextTurn(person.client, debate.id);
    await failTurn(id);
    await api.sql("UPDATE debates SET refunded = true WHERE id = $1", [debate.id]);
    return debate;
  };
  const credits = async ({ client }: TestUser) =>
    (await client.get("/api/credits")).as(Credits).credits;

  it("takes its credit again, once, when its owner requests the first turn", async () => {
    const person = await api.person();
    const debate = await refunded(person);
    expect(await credits(person)).toBe(1);
    const answers = await api.overlap(
      () => next(person, debate),
      () => next(person, debate),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await credits(person)).toBe(0);
    const again = (await person.client.get(`/api/debates/${debate.id}`)).as(Debate);
    expect(again.refunded).toBe(false);
  });

  it("takes a credit after every refund, and watchers get an event", async () => {
    const person = await api.person();
    const debate = await createPaidDebate(api, person);
    const [ownWatcher, otherWatcher] = [
      await watchDebate(api.origin, debate.id, person.client.cookie),
      await watchDebate(api.origin, debate.id),
    ];
    const { id } = await requestNextTurn(person.client, debate.id);
    // The first charge of the debate also causes an event about credits, which may arrive late. It
    // contains the balance without these five credits, so it is not taken for an awaited event.
    await giveCredits(api, person, 5);
    const getCreditEvents = () =>
      ownWatcher.named("credits:updated").filter(({ credits: left }) => left === 6);
    for (const times of [1, 2]) {
      await failTurn(id);
      await api.sql(REFUND, [debate.id]);
      expect((await next(person, debate)).status).toBe(202);
      for (const watcher of [ownWatcher, otherWatcher])
        await waitUntil(() => watcher.named("debate:updated").length === times);
      await waitUntil(() => getCreditEvents().length === times);
    }
    expect(otherWatcher.named("credits:updated")).toEqual([]);
    expect(otherWatcher.named("debate:updated")).toMatchObject([
      { refunded: false },
      { refunded: false },
    ]);
    expect(await verifyLedger({ query: api.sql })).toMatchObject({ differences: [] });
    for (const watcher of [ownWatcher, otherWatcher]) watcher.close();
  });

  it("answers 402 without a credit and stays unchanged", async () => {
    const person = await api.person();
    const debate = await refunded(person);
    await person.client.post("/api/debates", { topic: "The last credit" });
    expect((await next(person, debate)).status).toBe(402);
    const [turn] = await fetchTurns(person.client, debate.id);
    expect(turn).toMatchObject({ status: "failed", error: { code: "overloaded" } });
  });

  it("is not restarted by other users or admins, who would not pay for it", async () => {
    const admin = await api.person("admin");
    const debate = await refunded(await api.person());
    expect((await next(other, debate)).status).toBe(403);
    expect((await next(admin, debate)).status).toBe(409);
  });
});

describe("the turns of a debate", () => {
  const finished = async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 10 });
    await insertFinishedTurns(api, debate, 6);
    return debate;
  };

  it("are in order and judged, with the text so far of the one in progress", async () => {
    const debate = await finished();
    const { id } = await requestNextTurn(owner.client, debate.id);
    await api.sql("UPDATE turns SET status = 'streaming', content = 'So far' WHERE id = $1", [id]);
    const turns = await fetchTurns(other.client, debate.id);
    expect(turns.map(({ turnNumber }) => turnNumber)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(turns[0]).toMatchObject({
      content: "Speech 1",
      score: 7,
      ruling: "It holds.",
      feedback: "Well said.",
      judge: "grok",
      quotes: ["Speech"],
    });
    expect(turns[6]).toMatchObject({ status: "streaming", content: "So far", score: null });
  });

  it("end after 4 for visitors, who get no judgement but the total number", async () => {
    const { id } = await finished();
    const visitor = api.visitor();
    const turns = (await visitor.get(`/api/debates/${id}/turns`)).as(z.array(Turn));
    expect(turns.map(({ turnNumber }) => turnNumber)).toEqual([1, 2, 3, 4]);
    for (const turn of turns)
      expect(turn).toMatchObject({
        score: null,
        ruling: null,
        feedback: null,
        judge: null,
        quotes: null,
      });
    expect((await visitor.get(`/api/debates/${id}`)).as(Debate).currentTurn).toBe(6);
  });

  it("are empty before the first one", async () => {
    const { id } = await createPaidDebate(api, owner);
    expect(await fetchTurns(owner.client, id)).toEqual([]);
  });
});
