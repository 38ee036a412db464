import { createVisibleDebates } from "#api/realtime/rooms/visible-debates.ts";
import { coalesceQueries } from "#infra/db/connection/coalesce-queries.ts";

const OWNER = { id: 7, role: "user" } as const;
const hidden = { userId: 7, isPublic: false, onlyOwnerSteps: false, status: "active" };
const shown = { ...hidden, isPublic: true };

/** A query that returns these results in order. A result that is an Error is thrown. */
const answering = (...answers: (object[] | Error)[]) => {
  const query = jest.fn(async () => {
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { query, ...createVisibleDebates(coalesceQueries({ query })) };
};

describe("the check whether a viewer may join a debate", () => {
  it("reads the rows once for all who join at the same moment, and again for the next one", async () => {
    const { query, requireVisible } = answering([shown], []);
    await Promise.all(Array.from({ length: 1000 }, () => requireVisible(null, 1)));
    expect(query).toHaveBeenCalledTimes(1);
    await expect(requireVisible(null, 1)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is made for each viewer", async () => {
    const { query, requireVisible } = answering([hidden]);
    const [owner, visitor] = await Promise.allSettled([
      requireVisible(OWNER, 1),
      requireVisible(null, 1),
    ]);
    expect(owner.status).toBe("fulfilled");
    expect(visitor).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    expect(query).toHaveBeenCalledTimes(1);
  });

  it("is made again after it failed", async () => {
    const { requireVisible } = answering(new Error("no connection"), [hidden]);
    await expect(requireVisible(OWNER, 1)).rejects.toThrow("no connection");
    await requireVisible(OWNER, 1);
  });

  it("reads the rows again if the debate changes meanwhile, but not if another one does", async () => {
    const { query, requireVisible, invalidate } = answering([shown], []);
    const waiting = [requireVisible(null, 1), requireVisible(null, 1)];
    invalidate(1);
    const settled = await Promise.allSettled(waiting);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(query).toHaveBeenCalledTimes(2);

    const other = answering([shown], []);
    const joining = other.requireVisible(null, 2);
    other.invalidate(1);
    await joining;
    expect(other.query).toHaveBeenCalledTimes(1);
  });
});
