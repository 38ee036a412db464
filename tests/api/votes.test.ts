import { CastVoteResponse, Debate, SetReactionResponse } from "#shared/contract/debates/debate.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let people: TestUser[];
beforeAll(async () => {
  api = await startProxiedApi();
  owner = await api.person();
  people = await Promise.all(Array.from({ length: 5 }, () => api.person()));
});
afterAll(() => api.close());

const completed = async (input = {}) => {
  const debate = await createPaidDebate(api, owner, { maxTurns: 2, ...input });
  await insertFinishedTurns(api, debate, 2);
  return debate;
};
const vote = ({ client }: TestUser, { id }: Debate, winner: string) =>
  client.post(`/api/debates/${id}/vote`, { winner });
const react = ({ client }: TestUser, { id }: Debate, type: string) =>
  client.post(`/api/debates/${id}/reaction`, { type });
const getDebateAs = async ({ client }: TestUser, { id }: Debate) =>
  (await client.get(`/api/debates/${id}`)).as(Debate);

describe("the vote on the winner", () => {
  it("opens when the debate is completed", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 4 });
    await insertFinishedTurns(api, debate, 3);
    expect((await vote(owner, debate, "bot_a")).status).toBe(409);
  });

  it("is open to signed-in users who may see the debate", async () => {
    const { id } = await completed();
    expect((await api.visitor().post(`/api/debates/${id}/vote`, { winner: "bot_a" })).status).toBe(
      401,
    );
    const hidden = await completed({ isPublic: false });
    const [otherUser = owner] = people;
    expect((await vote(otherUser, hidden, "bot_a")).status).toBe(404);
    expect((await vote(owner, hidden, "bot_a")).status).toBe(200);
  });

  it("has two sides", async () => {
    expect((await vote(owner, await completed(), "nobody")).status).toBe(422);
  });

  it("counts once per user, and a second vote replaces the first", async () => {
    const debate = await completed();
    await vote(owner, debate, "bot_a");
    const answer = await vote(owner, debate, "bot_b");
    expect(answer.as(CastVoteResponse)).toEqual({
      winner: "bot_b",
      winnerVotes: { botA: 0, botB: 1 },
    });
  });

  it("shows its counts to users who have voted", async () => {
    const debate = await completed();
    const [one = owner, two = owner] = people;
    await vote(one, debate, "bot_a");
    expect((await getDebateAs(two, debate)).winnerVotes).toBeNull();
    await vote(two, debate, "bot_b");
    expect(await getDebateAs(two, debate)).toMatchObject({
      winnerVotes: { botA: 1, botB: 1 },
      myVote: "bot_b",
    });
    expect(await getDebateAs(two, await completed())).toMatchObject({
      winnerVotes: null,
      myVote: null,
    });
  });

  it("keeps both of two concurrent votes, also of different kinds", async () => {
    const [one = owner, two = owner, three = owner, four = owner] = people;
    const debate = await completed();
    const [, second] = await api.overlap(
      () => vote(one, debate, "bot_a"),
      () => vote(two, debate, "bot_a"),
    );
    expect(second.as(CastVoteResponse).winnerVotes).toEqual({ botA: 2, botB: 0 });
    const [, thumb] = await api.overlap(
      () => vote(three, debate, "bot_b"),
      () => react(four, debate, "up"),
    );
    expect(thumb.as(SetReactionResponse).upvotes).toBe(1);
    expect(
      await api.sql("SELECT winner_votes, upvotes FROM debates WHERE id = $1", [debate.id]),
    ).toEqual([{ winner_votes: 3, upvotes: 1 }]);
  });

  it("keeps all of many concurrent votes", async () => {
    const debate = await completed();
    await Promise.all(people.flatMap((p) => [vote(p, debate, "bot_a"), react(p, debate, "up")]));
    const [one = owner] = people;
    expect(await getDebateAs(one, debate)).toMatchObject({
      winnerVotes: { botA: people.length, botB: 0 },
      upvotes: people.length,
    });
  });
});

describe("a reaction", () => {
  it("can be up, down or none", async () => {
    const debate = await createPaidDebate(api, owner);
    const answers = [];
    for (const type of ["up", "up", "down", "none"])
      answers.push((await react(owner, debate, type)).as(SetReactionResponse));
    expect(answers).toEqual([
      { type: "up", upvotes: 1, downvotes: 0 },
      { type: "up", upvotes: 1, downvotes: 0 },
      { type: "down", upvotes: 0, downvotes: 1 },
      { type: "none", upvotes: 0, downvotes: 0 },
    ]);
    expect(await getDebateAs(owner, debate)).toMatchObject({
      myReaction: null,
      upvotes: 0,
      downvotes: 0,
    });
  });

  it("is removed without affecting other users' or other debates' reactions", async () => {
    const [one = owner, two = owner] = people;
    const [debate, otherDebate] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    for (const each of [debate, otherDebate])
      for (const person of [one, two]) await react(person, each, "up");
    const answer = await react(one, debate, "none");
    expect(answer.as(SetReactionResponse)).toEqual({ type: "none", upvotes: 1, downvotes: 0 });
    const said = await Promise.all([
      getDebateAs(one, debate),
      getDebateAs(two, debate),
      getDebateAs(one, otherDebate),
    ]);
    expect(said.map(({ myReaction, upvotes }) => [myReaction, upvotes])).toEqual([
      [null, 1],
      ["up", 1],
      ["up", 2],
    ]);
  });

  it("is shown to its user as their own, and to visitors as a count", async () => {
    const debate = await createPaidDebate(api, owner);
    await react(owner, debate, "up");
    expect((await getDebateAs(owner, debate)).myReaction).toBe("up");
    const visitor = { ...owner, client: api.visitor() };
    expect(await getDebateAs(visitor, debate)).toMatchObject({ myReaction: null, upvotes: 1 });
  });
});
