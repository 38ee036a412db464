import { comparePair, findRematchObstacle } from "#shared/domain/debates/rematch.ts";

const completed = {
  status: "completed",
  botAProvider: "openai",
  botBProvider: "claude",
  mystery: false,
  rematchOf: null,
  rematchId: null,
} as const;

describe("a rematch", () => {
  it("is possible for a completed debate of two chatbots", () => {
    expect(findRematchObstacle(completed)).toBeNull();
  });

  it.each([
    [{ status: "active" }, "Only a completed debate can have a rematch."],
    [{ rematchId: 8 }, "This debate already has a rematch."],
    [{ rematchOf: 6 }, "This debate is a rematch itself."],
    [{ mystery: true }, "A blind debate has no rematch, because its chatbots were drawn."],
    [{ botBProvider: "openai" }, "Both sides have the same chatbot, so there is nothing to swap."],
  ] as const)("is not possible for a debate with %j", (change, obstacle) => {
    expect(findRematchObstacle({ ...completed, ...change })).toBe(obstacle);
  });
});

describe("a debate and its rematch", () => {
  const pair = (first: [number | null, number | null], second: typeof first) =>
    comparePair(
      {
        botAProvider: "openai",
        botBProvider: "claude",
        scores: { botA: first[0], botB: first[1] },
      },
      {
        botAProvider: "claude",
        botBProvider: "openai",
        scores: { botA: second[0], botB: second[1] },
      },
    );

  it("show that a provider won on both sides", () => {
    expect(pair([8, 7], [7, 8])).toBe("provider");
    expect(pair([6, 7], [7, 6])).toBe("provider");
  });

  it("show that a side won with both providers", () => {
    expect(pair([8, 7], [8, 7])).toBe("side");
    expect(pair([6, 7], [6, 7])).toBe("side");
  });

  it("show neither if one of them is a draw", () => {
    expect(pair([7, 7], [8, 7])).toBe("neither");
    expect(pair([8, 7], [7, 7])).toBe("neither");
  });

  it("show nothing before both have a winner by score", () => {
    expect(pair([8, 7], [null, 8])).toBeNull();
    expect(
      comparePair(
        { botAProvider: "openai", botBProvider: "claude", scores: null },
        { botAProvider: "claude", botBProvider: "openai", scores: { botA: 7, botB: 8 } },
      ),
    ).toBeNull();
  });

  it("show nothing if the providers were not swapped and different ones won", () => {
    const scores = { botA: 8, botB: 7 };
    const first = { botAProvider: "openai", botBProvider: "claude", scores } as const;
    const second = { botAProvider: "grok", botBProvider: "openai", scores: { botA: 7, botB: 8 } };
    expect(comparePair(first, { ...second, botAProvider: "grok", botBProvider: "claude" })).toBe(
      "neither",
    );
  });
});
