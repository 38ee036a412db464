import type { Debate } from "#shared/contract/debates/debate.ts";
import { CastBallotResponse, DebateSwing } from "#shared/contract/debates/swing.ts";
import { isAskedBefore } from "#api/queries/debates/ballot-rules.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { insertSignedInUsers } from "../helpers/signed-in-users.ts";
import { TEST_SESSION_SECRET } from "../harness.ts";
import {
  createPaidDebate,
  insertFinishedTurns,
  type ProxiedApi,
  startProxiedApi,
  type TestUser,
} from "./test-api.ts";

type Member = { id: number; client: ApiClient };

let api: ProxiedApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({ SESSION_SECRET: TEST_SESSION_SECRET });
  owner = await api.person();
});
afterAll(() => api.close());

const members = async (count: number): Promise<Member[]> => {
  const cookies = await insertSignedInUsers(api.sql, count);
  return Promise.all(
    cookies.map(async (cookie) => {
      const client = api.visitor();
      client.cookie = cookie;
      const sid = /s%3A(.+)\./.exec(cookie)?.[1];
      const [row] = await api.sql<{ id: number }>("SELECT id FROM users WHERE username = $1", [
        sid,
      ]);
      return { id: row?.id ?? 0, client };
    }),
  );
};
const isAsked = ({ id }: Member, debate: Pick<Debate, "id">) =>
  isAskedBefore(TEST_SESSION_SECRET, debate.id, id);
/** Creates members who are all asked before the debate, or of whom none is asked. */
const sampled = async (debate: Pick<Debate, "id">, count: number, asked = true) => {
  const found: Member[] = [];
  while (found.length < count)
    found.push(...(await members(count * 2)).filter((each) => isAsked(each, debate) === asked));
  return found.slice(0, count);
};
const created = (input = {}) => createPaidDebate(api, owner, { maxTurns: 4, ...input });
const cast = ({ client }: Pick<Member, "client">, { id }: Pick<Debate, "id">, stance: unknown) =>
  client.post(`/api/debates/${id}/ballot`, { stance });
const vote = ({ client }: Member, { id }: Debate, winner: string) =>
  client.post(`/api/debates/${id}/vote`, { winner });
const skip = ({ client }: Member, { id }: Debate, undecided?: boolean) =>
  client.post(`/api/debates/${id}/skip-vote`, undecided === undefined ? undefined : { undecided });
const swingOf = async ({ client }: Pick<Member, "client">, { id }: Debate) =>
  (await client.get(`/api/debates/${id}/swing`)).as(DebateSwing);
const turnIds = async ({ id }: Debate) =>
  (
    await api.sql<{ id: number }>(
      "SELECT id FROM turns WHERE debate_id = $1 ORDER BY turn_number",
      [id],
    )
  ).map((turn) => turn.id);
const see = ({ client }: Member, turnId: number | undefined) =>
  client.post(`/api/turns/${turnId}/seen`);
/** Makes the debate end now, so that its results are sealed. */
const end = async (debate: Debate) => {
  await api.sql("DELETE FROM turns WHERE debate_id = $1", [debate.id]);
  await insertFinishedTurns(api, debate, 4);
  await api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [debate.id]);
};
/**
 * Lets the members choose before the debate, see the turns and vote after it. All requests come
 * from one network, so each member gets a stored network of its own, unless `isOneNetwork`.
 */
const takePart = async (
  debate: Debate,
  people: readonly Member[],
  { before = "for", after = "bot_b", turns = 3, isOneNetwork = false } = {},
) => {
  const asked = people.filter((each) => isAsked(each, debate));
  for (const each of asked) expect((await cast(each, debate, before)).status).toBe(200);
  await insertFinishedTurns(api, debate, 1);
  const [first] = await turnIds(debate);
  for (const each of people) expect((await see(each, first)).status).toBe(204);
  if (!isOneNetwork)
    await api.sql("UPDATE ballots SET network = user_id WHERE debate_id = $1", [debate.id]);
  await end(debate);
  const ids = await turnIds(debate);
  await Promise.all(people.flatMap((each) => ids.slice(0, turns).map((id) => see(each, id))));
  await Promise.all(
    people.map((each) =>
      after === "undecided" ? skip(each, debate, true) : vote(each, debate, after),
    ),
  );
};

describe("a ballot before the debate", () => {
  it("is stored, and shown to the viewer alone", async () => {
    const debate = await created();
    const [one, other] = await sampled(debate, 2);
    if (!one || !other) throw new Error("no members");
    expect((await swingOf(one, debate)).ballot).toEqual({
      isAsked: true,
      isOpen: true,
      isTracked: true,
      mine: null,
    });
    expect((await cast(one, debate, "undecided")).as(CastBallotResponse)).toEqual({
      stance: "undecided",
    });
    expect((await swingOf(one, debate)).ballot.mine).toBe("undecided");
    expect((await swingOf(other, debate)).ballot.mine).toBeNull();
  });

  it("is final: a second one is refused and changes nothing", async () => {
    const debate = await created();
    const [one] = await sampled(debate, 1);
    if (!one) throw new Error("no member");
    await cast(one, debate, "for");
    const second = await cast(one, debate, "against");
    expect([second.status, second.error.code, second.error.message]).toEqual([
      409,
      "conflict",
      "You have already chosen. The choice is final.",
    ]);
    expect((await swingOf(one, debate)).ballot.mine).toBe("for");
  });

  it("is refused with the status codes of votes", async () => {
    const debate = await created();
    const [one] = await sampled(debate, 1);
    if (!one) throw new Error("no member");
    expect((await cast({ client: api.visitor() }, debate, "for")).status).toBe(401);
    for (const stance of ["bot_a", "", null, 1])
      expect((await cast(one, debate, stance)).status).toBe(422);
    expect((await one.client.post(`/api/debates/${debate.id}/ballot`, {})).status).toBe(422);
    expect(
      (await one.client.post(`/api/debates/${debate.id}/ballot`, { stance: "for", x: 1 })).status,
    ).toBe(422);
    expect((await cast(one, { id: 999_999 }, "for")).status).toBe(404);
    expect((await cast(one, await created({ isPublic: false }), "for")).status).toBe(404);
    expect(await api.sql("SELECT FROM ballots WHERE debate_id = $1", [debate.id])).toEqual([]);
  });

  it("is possible during turn 1, and refused once turn 2 has words or the debate is over", async () => {
    const debate = await created();
    const [one, two, three] = await sampled(debate, 3);
    if (!one || !two || !three) throw new Error("no members");
    await insertFinishedTurns(api, debate, 1);
    expect((await cast(one, debate, "for")).status).toBe(200);
    await api.sql(
      `INSERT INTO turns (debate_id, turn_number, role, type, status, content)
       VALUES ($1, 2, 'bot_b', 'opening', 'streaming', '')`,
      [debate.id],
    );
    expect((await swingOf(two, debate)).ballot.isOpen).toBe(true);
    await api.sql("UPDATE turns SET content = 'But' WHERE debate_id = $1 AND turn_number = 2", [
      debate.id,
    ]);
    const late = await cast(two, debate, "for");
    expect([late.status, late.error.message]).toEqual([
      409,
      "Turn 2 has begun, so it is too late. Vote at the end.",
    ]);
    expect((await swingOf(two, debate)).ballot.isOpen).toBe(false);
    await end(debate);
    const over = await cast(three, debate, "for");
    expect([over.status, over.error.message]).toEqual([
      409,
      "The debate is over. You can only vote on who won.",
    ]);
  });

  it("is possible while pages still wait for the voice of turn 1", async () => {
    const debate = await created();
    const [one, two] = await sampled(debate, 2);
    if (!one || !two) throw new Error("no members");
    await insertFinishedTurns(api, debate, 2);
    await api.sql("UPDATE debates SET pace = 'voice', spoken_at = now() WHERE id = $1", [
      debate.id,
    ]);
    const [first] = await turnIds(debate);
    await api.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status, turn_attempt, run_at, spoken)
       VALUES ($1, 'openai', 'a', 'running', 0, 'infinity',
               jsonb_build_array(jsonb_build_object('hash', 'a', 'ms', 60000, 'at', extract(epoch FROM now()) * 1000)))`,
      [first],
    );
    expect((await cast(one, debate, "for")).status).toBe(200);
    await api.sql("UPDATE debates SET pace = 'text' WHERE id = $1", [debate.id]);
    expect((await cast(two, debate, "for")).status).toBe(409);
  });

  it("is not asked of a random fifth of viewers, and refused if they send one", async () => {
    const debate = await created();
    const asked = Array.from({ length: 5000 }, (_, id) =>
      isAskedBefore(TEST_SESSION_SECRET, debate.id, id),
    ).filter(Boolean).length;
    expect(asked).toBeGreaterThan(3850);
    expect(asked).toBeLessThan(4150);
    const [one] = await sampled(debate, 1, false);
    if (!one) throw new Error("no member");
    expect((await swingOf(one, debate)).ballot.isAsked).toBe(false);
    const refused = await cast(one, debate, "for");
    expect([refused.status, refused.error.message]).toEqual([
      409,
      "You are not asked before this debate. Vote at the end.",
    ]);
  });

  it("keeps all of 50 parallel ballots, and one of 50 parallel ballots of one viewer", async () => {
    const debate = await created();
    const people = await sampled(debate, 50);
    const statuses = await Promise.all(
      people.map(async (each) => (await cast(each, debate, "for")).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const [one] = await sampled(debate, 1);
    if (!one) throw new Error("no member");
    const repeated = await Promise.all(
      people.map(async (_each, index) => {
        const stance = index % 2 ? "for" : "against";
        return (await cast(one, debate, stance)).status;
      }),
    );
    expect(repeated.filter((status) => status === 200)).toHaveLength(1);
    expect(repeated.filter((status) => status === 409)).toHaveLength(49);
    expect(
      await api.sql("SELECT FROM ballots WHERE debate_id = $1 AND stance_before IS NOT NULL", [
        debate.id,
      ]),
    ).toHaveLength(51);
  });

  it("is not stored if the debate ends at the same time", async () => {
    const debate = await created();
    const people = await sampled(debate, 20);
    const [answers] = await Promise.all([
      Promise.all(people.map((each) => cast(each, debate, "for"))),
      end(debate),
    ]);
    const stored = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await api.sql("SELECT FROM ballots WHERE debate_id = $1", [debate.id])).toHaveLength(
      stored,
    );
    expect((await cast(people[0] ?? owner, debate, "for")).status).toBe(409);
  });
});

describe("a report of a seen turn", () => {
  it("is refused for turns that do not exist, are hidden from the viewer or are not finished", async () => {
    const debate = await created({ isPublic: false });
    await insertFinishedTurns(api, debate, 1);
    const [first] = await turnIds(debate);
    const [one] = await members(1);
    if (!one) throw new Error("no member");
    expect((await api.visitor().post(`/api/turns/${first}/seen`)).status).toBe(401);
    expect((await see(one, 999_999)).status).toBe(404);
    expect((await see(one, first)).status).toBe(404);
    await api.sql("UPDATE turns SET status = 'streaming' WHERE id = $1", [first]);
    await api.sql("UPDATE debates SET is_public = true WHERE id = $1", [debate.id]);
    expect((await see(one, first)).status).toBe(409);
    expect((await one.client.post(`/api/turns/${first}/seen`, { turn: 1 })).status).toBe(422);
  });

  it("is refused if nobody can have read the text since the viewer came", async () => {
    const debate = await created();
    const [one] = await sampled(debate, 1);
    if (!one) throw new Error("no member");
    await cast(one, debate, "for");
    await end(debate);
    await api.sql("UPDATE turns SET content = repeat('word ', 2000) WHERE debate_id = $1", [
      debate.id,
    ]);
    const [first, second] = await turnIds(debate);
    expect((await see(one, first)).status).toBe(204);
    const refused = await see(one, second);
    expect([refused.status, refused.error.message]).toEqual([
      409,
      "Nobody can have read this turn yet.",
    ]);
    await api.sql(
      "UPDATE ballots SET created_at = now() - interval '1 minute' WHERE debate_id = $1",
      [debate.id],
    );
    expect((await see(one, second)).status).toBe(204);
    expect(
      await api.sql("SELECT seen_turns FROM ballots WHERE debate_id = $1", [debate.id]),
    ).toEqual([{ seen_turns: [1, 2] }]);
  });

  it("of a viewer who came after turn 1 stores nothing", async () => {
    const debate = await created();
    await insertFinishedTurns(api, debate, 2);
    const [one] = await members(1);
    if (!one) throw new Error("no member");
    for (const id of await turnIds(debate)) expect((await see(one, id)).status).toBe(204);
    expect((await swingOf(one, debate)).ballot).toMatchObject({ isOpen: false, isTracked: false });
    expect(await api.sql("SELECT FROM ballots WHERE debate_id = $1", [debate.id])).toEqual([]);
  });
});

describe("the swing of a debate", () => {
  it("is shown to viewers who have voted, from 20 pairs on", async () => {
    const debate = await created();
    const people = await sampled(debate, 20);
    const last = people.at(-1);
    const [visitor, stranger] = [api.visitor(), (await members(1))[0]];
    if (!last || !stranger) throw new Error("no members");
    await takePart(debate, people.slice(0, 19));
    await api.sql(
      `INSERT INTO ballots (debate_id, user_id, is_asked, stance_before, seen_turns)
       VALUES ($1, $2, true, 'against', '{1,2,4}')`,
      [debate.id, last.id],
    );
    expect((await visitor.get(`/api/debates/${debate.id}/swing`)).status).toBe(401);
    expect((await swingOf(stranger, debate)).result).toBeNull();
    await skip(stranger, debate);
    expect((await swingOf(stranger, debate)).result).toBeNull();
    expect((await swingOf(people[0] ?? last, debate)).result).toEqual({
      pairs: 19,
      table: null,
      notAsked: { for: 0, undecided: 0, against: 0 },
    });
    await skip(last, debate, true);
    expect((await swingOf(last, debate)).result).toEqual({
      pairs: 20,
      table: {
        for: { for: 0, undecided: 0, against: 19 },
        undecided: { for: 0, undecided: 0, against: 0 },
        against: { for: 0, undecided: 1, against: 0 },
      },
      notAsked: { for: 0, undecided: 0, against: 0 },
    });
  });

  it("does not count viewers who have seen less than 60 percent, or did not watch at all", async () => {
    const debate = await created();
    const [short, enough, absent] = await sampled(debate, 3);
    if (!short || !enough || !absent) throw new Error("no members");
    await cast(short, debate, "for");
    await cast(absent, debate, "for");
    await takePart(debate, [enough], { turns: 3 });
    for (const id of (await turnIds(debate)).slice(0, 2)) await see(short, id);
    for (const each of [short, absent]) await vote(each, debate, "bot_b");
    expect((await swingOf(enough, debate)).result?.pairs).toBe(1);
  });

  it("shows the final votes of viewers who were not asked before separately", async () => {
    const debate = await created();
    const [asked] = await sampled(debate, 1);
    const others = await sampled(debate, 2, false);
    if (!asked) throw new Error("no member");
    await takePart(debate, [asked, ...others]);
    expect((await swingOf(asked, debate)).result).toEqual({
      pairs: 1,
      table: null,
      notAsked: { for: 0, undecided: 0, against: 2 },
    });
  });

  it("counts the vote in the sealed verdict, not a later change and not a vote after it", async () => {
    const debate = await created();
    const [changed, skipped, late] = await sampled(debate, 3);
    if (!changed || !skipped || !late) throw new Error("no members");
    for (const each of [skipped, late]) await cast(each, debate, "for");
    await takePart(debate, [changed], { after: "bot_b" });
    await vote(changed, debate, "bot_a");
    await skip(skipped, debate);
    await vote(skipped, debate, "bot_a");
    await api.sql("UPDATE debates SET spoken_at = now() - interval '1 hour' WHERE id = $1", [
      debate.id,
    ]);
    await vote(late, debate, "bot_a");
    expect(
      await api.sql(
        "SELECT user_id, stance_after FROM ballots WHERE debate_id = $1 AND stance_after IS NOT NULL",
        [debate.id],
      ),
    ).toEqual([{ user_id: changed.id, stance_after: "against" }]);
  });

  it("counts at most 5 of twenty new accounts of one network", async () => {
    const debate = await created();
    const people = await sampled(debate, 20);
    await takePart(debate, people, { isOneNetwork: true });
    const [first] = people;
    if (!first) throw new Error("no member");
    expect((await swingOf(first, debate)).result).toMatchObject({ pairs: 5, table: null });
    const digests = await api.sql<{ network: string }>(
      "SELECT DISTINCT network FROM ballots WHERE debate_id = $1",
      [debate.id],
    );
    expect(digests).toHaveLength(1);
    expect(digests[0]?.network).not.toContain("127.0.0");
  });

  it("is gone from the debate when the viewer deletes the account", async () => {
    const debate = await created();
    const [one] = await sampled(debate, 1);
    if (!one) throw new Error("no member");
    await cast(one, debate, "for");
    await api.sql("DELETE FROM users WHERE id = $1", [one.id]);
    expect(await api.sql("SELECT FROM ballots WHERE debate_id = $1", [debate.id])).toEqual([]);
  });
});
