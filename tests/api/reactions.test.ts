import { z } from "zod";
import { Debate, ListedDebate } from "#shared/contract/debates/debate.ts";
import { ApiClient, TEST_PASSWORD } from "../helpers/api-client.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import { insertSignedInUsers } from "../helpers/signed-in-users.ts";
import {
  createPaidDebate,
  insertFinishedTurns,
  startTestApi,
  UNLIMITED_VARIABLES,
  type TestApi,
  type TestUser,
} from "./test-api.ts";

const SPEECH = "Streets belong to **people**. Cars take them away, and give nothing back!";
const USERS = 200;

type Member = Pick<TestUser, "client">;

describeBackends("reactions to sentences", (backend) => {
  let api: TestApi;
  let otherApi: TestApi;
  let owner: TestUser;
  let member: Member;
  let other: Member;
  let third: Member;
  const watchers: DebateWatcher[] = [];
  beforeAll(async () => {
    const env = backend().env({ ...UNLIMITED_VARIABLES, LIMIT_REACTIONS_PER_MINUTE: "20" });
    [api, otherApi] = await Promise.all([startTestApi(env), startTestApi(env)]);
    owner = await api.person();
  });
  // The number of reactions per user is limited, so each test has users of its own.
  beforeEach(async () => {
    [member = owner, other = owner, third = owner] = await members(3);
  });
  afterEach(() => {
    for (const watcher of watchers.splice(0)) watcher.close();
  });
  afterAll(() => Promise.all([api.close(), otherApi.close()]));

  const members = async (number: number): Promise<Member[]> => {
    const cookies = await insertSignedInUsers(api.sql, number);
    return cookies.map((cookie, index) => {
      const client = new ApiClient((index % 2 ? otherApi : api).origin);
      client.cookie = cookie;
      return { client };
    });
  };
  /** Lets new users react, one after another, until the condition holds. */
  const reactUntil = async (turnId: number, sentence: number, isTrue: () => boolean) => {
    const people = await members(100);
    await waitUntil(async () => {
      const person = people.pop();
      if (person) await react(person, turnId, sentence);
      return isTrue();
    });
  };
  /** A completed debate of two turns, each with two sentences. */
  const spoken = async (input: Record<string, unknown> = {}) => {
    const { id } = await createPaidDebate(api, owner, { maxTurns: 2, ...input });
    await insertFinishedTurns(api, { id }, 2);
    const turns = await api.sql<{ id: number; turn_number: number }>(
      "UPDATE turns SET content = $2, attempt = 1 WHERE debate_id = $1 RETURNING id, turn_number",
      [id, SPEECH],
    );
    const [first = 0, second = 0] = turns
      .toSorted((a, b) => a.turn_number - b.turn_number)
      .map((turn) => turn.id);
    return { id, first, second };
  };
  const react = ({ client }: Member, turnId: number, sentence: unknown = 0) =>
    client.post(`/api/turns/${turnId}/reactions`, { sentence });
  const read = async ({ client }: Member, id: number) =>
    (await client.get(`/api/debates/${id}`)).as(Debate).sentenceReactions;
  const watch = async (id: number, person?: Member, at = api) => {
    const watcher = await watchDebate(at.origin, id, person?.client.cookie);
    watchers.push(watcher);
    return watcher;
  };
  const count = (watcher: DebateWatcher, turnId: number) =>
    watcher
      .named("reactions:updated")
      .at(-1)
      ?.turns.find((turn) => turn.turnId === turnId)?.sentences[0]?.count;
  const countRows = async (turnId: number) =>
    (await api.sql("SELECT FROM sentence_reactions WHERE turn_id = $1", [turnId])).length;

  it(`of ${USERS} users at two processes are counted exactly, with one push per second`, async () => {
    const { id, first, second } = await spoken();
    for (const person of [third, member]) await react(person, second);
    const revealed = [await watch(id, third), await watch(id, member, otherApi)];
    const unrevealed = [await watch(id, other), await watch(id)];
    const countPushes = (watcher: DebateWatcher) => watcher.named("reactions:updated").length;
    await reactUntil(second, 1, () => revealed.every((watcher) => countPushes(watcher) > 0));
    const people = await members(USERS);
    const before = revealed.map(countPushes);
    const startedAt = performance.now();
    const answers = await Promise.all(people.map((person) => react(person, first)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await waitUntil(() => revealed.every((watcher) => count(watcher, first) === USERS));
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    for (const [index, watcher] of revealed.entries())
      expect(countPushes(watcher) - (before[index] ?? 0)).toBeLessThanOrEqual(seconds + 1);
    expect(unrevealed.map(countPushes)).toEqual([0, 0]);
    const turns = (await read(member, id))?.turns;
    expect(turns?.find(({ turnId }) => turnId === first)).toEqual({
      turnId: first,
      attempt: 1,
      sentences: [{ sentence: 0, count: USERS }],
    });
    expect(await countRows(first)).toBe(USERS);
  });

  it("are stored once per user and sentence, with the same status each time", async () => {
    const { id, first } = await spoken();
    const answers = [await react(member, first), await react(member, first)];
    answers.push(...(await Promise.all([react(member, first), react(member, first)])));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    await react(member, first, 1);
    expect(await read(member, id)).toEqual({
      turns: [
        {
          turnId: first,
          attempt: 1,
          sentences: [
            { sentence: 0, count: 1 },
            { sentence: 1, count: 1 },
          ],
        },
      ],
      mine: [
        { turnId: first, attempt: 1, sentence: 0 },
        { turnId: first, attempt: 1, sentence: 1 },
      ],
    });
  });

  it("are limited to 20 per user and minute", async () => {
    const { first } = await spoken();
    const answers = await Promise.all(Array.from({ length: 21 }, () => react(member, first)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).not.toBeNull();
  });

  it("need an account and a debate that the user may see", async () => {
    const { first } = await spoken();
    expect((await react({ client: api.visitor() }, first)).status).toBe(401);
    expect((await react(member, 2_000_000_000)).status).toBe(404);
    const hidden = await spoken({ isPublic: false });
    expect((await react(member, hidden.first)).status).toBe(404);
    expect((await react(owner, hidden.first)).status).toBe(204);
  });

  it.each([
    ["a sentence after the last one", "status = 'complete'", 2, 422],
    ["a sentence that is not spoken yet", "status = 'streaming'", 2, 409],
    ["a sentence of a running turn", "status = 'streaming'", 1, 204],
    ["a turn without text", "status = 'pending', content = ''", 0, 409],
    ["a failed turn", "status = 'failed'", 0, 409],
    ["a hidden turn", "is_hidden = true", 0, 409],
    ["no number", "status = 'complete'", "0", 422],
    ["a negative number", "status = 'complete'", -1, 422],
  ])("to %s", async (_what, change, sentence, status) => {
    const { first } = await spoken();
    await api.sql(`UPDATE turns SET ${change} WHERE id = $1`, [first]);
    expect((await react(other, first, sentence)).status).toBe(status);
    expect(await countRows(first)).toBe(status === 204 ? 1 : 0);
  });

  it("of one batch are refused separately", async () => {
    const { first } = await spoken();
    const [good, bad] = await Promise.all([react(member, first, 0), react(member, first, 9)]);
    expect([good.status, bad.status]).toEqual([204, 422]);
    expect(bad.error.message).toBe("This turn has no such sentence.");
  });

  it("are shown to users who have reacted or voted, and not in lists", async () => {
    const { id, first } = await spoken();
    await react(third, first);
    expect(await read(member, id)).toBeNull();
    expect(await read({ client: api.visitor() }, id)).toBeNull();
    await member.client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
    const turns = [{ turnId: first, attempt: 1, sentences: [{ sentence: 0, count: 1 }] }];
    expect(await read(member, id)).toEqual({ turns, mine: [] });
    await react(owner, first);
    const listed = (await owner.client.get("/api/debates/my")).as(z.array(ListedDebate));
    expect(listed.find((debate) => debate.id === id)?.sentenceReactions).toBeNull();
  });

  it("are pushed to all tabs of a user from the first reaction or vote on", async () => {
    const { id, first } = await spoken();
    const tabs = [await watch(id, member), await watch(id, member, otherApi)];
    const voters = [await watch(id, other), await watch(id, other, otherApi)];
    await react(member, first);
    await waitUntil(() => tabs.every((tab) => count(tab, first) === 1));
    expect(voters.map((voter) => count(voter, first))).toEqual([undefined, undefined]);
    await other.client.post(`/api/debates/${id}/vote`, { winner: "bot_b" });
    await react(third, first);
    await waitUntil(() => [...tabs, ...voters].every((tab) => count(tab, first) === 2));
  });

  it("are pushed to a user who comes back", async () => {
    const { id, first } = await spoken();
    await react(member, first);
    const watcher = await watch(id, member);
    await reactUntil(first, 0, () => count(watcher, first) !== undefined);
    expect(count(watcher, first)).toBeGreaterThan(1);
  });

  it("are no longer pushed to a user who has left, or may not see the debate any more", async () => {
    const { id, first } = await spoken();
    const [stays, goes, loses] = [
      await watch(id, owner),
      await watch(id, member),
      await watch(id, other),
    ];
    for (const person of [owner, member, other]) await react(person, first);
    await waitUntil(() => [stays, goes, loses].every((watcher) => count(watcher, first) === 3));
    goes.socket.emit("debate:leave", { debateId: id });
    await owner.client.request("PATCH", `/api/debates/${id}`, { body: { isPublic: false } });
    await waitUntil(() => loses.named("debate:hidden").length > 0);
    await react(owner, first, 1);
    const hasSecond = (watcher: DebateWatcher) =>
      watcher.named("reactions:updated").at(-1)?.turns[0]?.sentences.length === 2;
    await waitUntil(() => hasSecond(stays));
    expect([hasSecond(goes), hasSecond(loses)]).toEqual([false, false]);
  });

  it("to an earlier attempt are deleted when a turn is written again", async () => {
    const { id, first, second } = await spoken();
    for (const turnId of [first, second]) await react(member, turnId);
    await api.sql("UPDATE turns SET attempt = attempt + 1 WHERE id = $1", [first]);
    expect([await countRows(first), await countRows(second)]).toEqual([0, 1]);
    await react(member, first);
    expect((await read(member, id))?.mine).toContainEqual({
      turnId: first,
      attempt: 2,
      sentence: 0,
    });
  });

  it("to a hidden turn are not shown", async () => {
    const { id, first } = await spoken();
    await react(member, first);
    await api.sql("UPDATE turns SET is_hidden = true WHERE id = $1", [first]);
    expect((await read(member, id))?.turns).toEqual([]);
  });

  it("are deleted with the account", async () => {
    const { first } = await spoken();
    const leaving = await api.person();
    await react(leaving, first);
    await react(member, first);
    await leaving.client.post("/api/account/delete", { password: TEST_PASSWORD });
    expect(await countRows(first)).toBe(1);
  });

  it("whose announcement was lost are pushed by the resync", async () => {
    const { id, first } = await spoken();
    await react(member, first);
    const resyncing = await startTestApi(backend().env(UNLIMITED_VARIABLES), {
      resyncIntervalMs: 50,
    });
    const watcher = await watch(id, member, resyncing);
    await waitUntil(async () => {
      await api.sql(
        `INSERT INTO sentence_reactions (turn_id, attempt, sentence, user_id)
         SELECT $1, 1, 0, id FROM users WHERE id NOT IN
           (SELECT user_id FROM sentence_reactions WHERE turn_id = $1) LIMIT 1`,
        [first],
      );
      return (count(watcher, first) ?? 0) > 1;
    });
    watcher.close();
    await resyncing.close();
  });
});
