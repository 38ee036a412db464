import { rememberVisible } from "#api/realtime/visible-debates.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const OWNER = { id: 7, role: "user" } as const;
const hidden = { userId: 7, isPublic: false, onlyOwnerSteps: false, status: "active" };

/** Rows of which the first asked for come first; an error is one that is thrown. */
const answering = (...answers: (object[] | Error)[]) => {
  const query = jest.fn(async () => {
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { query, ...rememberVisible({ query }) };
};

describe("joining a debate", () => {
  it("asks the database once in a second, however many join", async () => {
    const { query, requireVisible } = answering([{ ...hidden, isPublic: true }], []);
    await Promise.all(Array.from({ length: 1000 }, () => requireVisible(null, 1)));
    await jest.advanceTimersByTimeAsync(999);
    await requireVisible(null, 1);
    expect(query).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    await expect(requireVisible(null, 1)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is decided for each who joins", async () => {
    const { query, requireVisible } = answering([hidden]);
    await requireVisible(OWNER, 1);
    await expect(requireVisible(null, 1)).rejects.toMatchObject({ code: "not_found" });
    expect(query).toHaveBeenCalledTimes(1);
  });

  it("that failed is asked again", async () => {
    const { requireVisible } = answering(new Error("no connection"), [hidden]);
    await expect(requireVisible(OWNER, 1)).rejects.toThrow("no connection");
    await requireVisible(OWNER, 1);
  });

  it("that has been hidden is asked about again, by those too who are waiting", async () => {
    const { query, requireVisible, forget } = answering([{ ...hidden, isPublic: true }], [], []);
    const waiting = requireVisible(null, 1);
    forget(1);
    await expect(waiting).rejects.toMatchObject({ code: "not_found" });
    expect(query).toHaveBeenCalledTimes(2);
    await expect(requireVisible(null, 1)).rejects.toMatchObject({ code: "not_found" });
    forget(1);
    await expect(requireVisible(null, 1)).rejects.toMatchObject({ code: "not_found" });
    expect(query).toHaveBeenCalledTimes(3);
  });

  it("is remembered from when it was asked about last", async () => {
    const { query, requireVisible, forget } = answering([hidden], [hidden], [hidden]);
    await requireVisible(OWNER, 1);
    await jest.advanceTimersByTimeAsync(500);
    forget(1);
    await requireVisible(OWNER, 1);
    await jest.advanceTimersByTimeAsync(999);
    await requireVisible(OWNER, 1);
    expect(query).toHaveBeenCalledTimes(2);
  });
});
