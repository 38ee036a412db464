import { z } from "zod";
import { Transaction } from "#shared/contract/credits.ts";
import { Debate } from "#shared/contract/debate.ts";
import type { ApiClient } from "../api-client.ts";
import { finishTurns, newDebate, startFreshApi, type Person, type TestApi } from "./test-api.ts";

let api: TestApi;
let owner: Person;
let visitor: ApiClient;
const made: Debate[] = [];
beforeAll(async () => {
  api = await startFreshApi();
  owner = await api.person();
  visitor = api.visitor();
  for (let n = 1; n <= 24; n++)
    made.push(await newDebate(api, owner, { topic: `Motion ${n} of this house`, maxTurns: 2 }));
  for (const debate of made.slice(0, 22)) await finishTurns(api, debate, 1);
  await newDebate(api, owner, { topic: "Motion in secret", isPublic: false });
});
afterAll(() => api.close());

const list = async (client: ApiClient, query = "") => {
  const answer = await client.get(`/api/debates/public?${query}`);
  const topics = answer.as(z.array(Debate)).map(({ topic }) => topic);
  return { topics, total: Number(answer.headers.get("x-total-count")) };
};
const numbers = ({ topics }: { topics: string[] }) =>
  topics.map((topic) => Number(/\d+/.exec(topic)));

describe("the public list", () => {
  it("holds no private debate, and popular ones have begun", async () => {
    expect((await list(owner.client, "perPage=50")).total).toBe(22);
    expect((await list(owner.client, "perPage=50&sort=newest")).total).toBe(24);
  });

  it("comes in pages of 20, or as asked", async () => {
    const first = await list(owner.client, "sort=newest");
    expect(first.topics).toHaveLength(20);
    expect(first.total).toBe(24);
    expect(numbers(await list(owner.client, "sort=newest&page=2"))).toEqual([4, 3, 2, 1]);
    expect(numbers(await list(owner.client, "sort=newest&page=3&perPage=5"))).toEqual([
      14, 13, 12, 11, 10,
    ]);
    expect(await list(owner.client, "page=99")).toEqual({ topics: [], total: 22 });
  });

  it("finds topics by any part, in any case, and takes every character literally", async () => {
    await newDebate(api, owner, { topic: "100% of 50_50 c:\\temp" });
    const find = (q: string) => list(owner.client, `sort=newest&q=${encodeURIComponent(q)}`);
    expect(numbers(await find("mOTION 12"))).toEqual([12]);
    for (const q of ["100%", "50_50", "c:\\temp"]) expect((await find(q)).total).toBe(1);
    for (const q of ["%", "_"]) expect((await find(q)).total).toBe(1);
    expect((await find("nothing like it")).total).toBe(0);
  });

  it("is sorted by popularity, which a vote moves, and ties go to the newest", async () => {
    const [first] = made;
    expect(numbers(await list(owner.client, "perPage=3"))).toEqual([22, 21, 20]);
    await owner.client.post(`/api/debates/${first?.id}/reaction`, { type: "up" });
    expect(numbers(await list(owner.client, "perPage=3"))).toEqual([1, 22, 21]);
    await owner.client.post(`/api/debates/${first?.id}/reaction`, { type: "down" });
    expect(numbers(await list(owner.client, "perPage=50")).at(-1)).toBe(1);
  });

  it("is sorted by the number of votes", async () => {
    await owner.client.post(`/api/debates/${made[4]?.id}/reaction`, { type: "down" });
    const [first = 0] = numbers(await list(owner.client, "sort=voted&perPage=1"));
    expect([1, 5]).toContain(first);
  });

  it("counts votes of every kind, and ties go to the newest", async () => {
    const idOf = (number: number) => made[number - 1]?.id;
    await api.sql("UPDATE debates SET popularity = 1, upvotes = 0, downvotes = 0");
    for (const [kind, number, votes] of [
      ["upvotes", 3, 5],
      ["downvotes", 4, 6],
      ["winner_votes", 5, 7],
      ["winner_votes", 6, 5],
    ] as const)
      await api.sql(`UPDATE debates SET ${kind} = $2 WHERE id = $1`, [idOf(number), votes]);
    expect(numbers(await list(owner.client, "sort=voted&perPage=4"))).toEqual([5, 4, 6, 3]);
    expect(numbers(await list(owner.client, "sort=popular&perPage=4"))).toEqual([22, 21, 20, 19]);
  });
});

describe("a visitor", () => {
  it("gets 10 in all, whatever is asked", async () => {
    const ask = async (query: string) => (await list(visitor, query)).topics.length;
    expect(await ask("")).toBe(10);
    expect(await ask("perPage=50")).toBe(10);
    expect(await ask("page=2")).toBe(0);
    expect(await Promise.all([1, 2, 3, 4].map((page) => ask(`perPage=4&page=${page}`)))).toEqual([
      4, 4, 2, 0,
    ]);
    expect((await list(visitor)).total).toBe(10);
    expect((await list(visitor, "q=Motion%2012")).total).toBe(1);
  });

  it("has no list of one's own", async () => {
    expect((await visitor.get("/api/debates/my")).status).toBe(401);
  });
});

it("one's own list holds private ones too, newest first, and nobody else's", async () => {
  const mine = (await owner.client.get("/api/debates/my")).as(z.array(Debate));
  expect(mine).toHaveLength(26);
  expect(mine[1]?.topic).toBe("Motion in secret");
  const { client } = await api.person();
  expect((await client.get("/api/debates/my")).as(z.array(Debate))).toEqual([]);
});

it("one's own purchases are listed newest first, the last 500", async () => {
  const { client, user } = await api.person();
  await api.sql(
    `INSERT INTO transactions (user_id, amount, credits)
     SELECT $1::int, n, 1 FROM generate_series(1, 501) AS n UNION ALL SELECT $2, 299, 2`,
    [user.id, owner.user.id],
  );
  const listed = (await client.get("/api/credits/transactions")).as(z.array(Transaction));
  expect(listed.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 500 }, (_none, n) => 501 - n),
  );
});
