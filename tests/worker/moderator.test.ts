import { json } from "node:stream/consumers";
import { openManagementServer } from "#infra/process/management-server.ts";
import { createModerator } from "#worker/llm/moderator.ts";

const asked: { path: string | undefined; key: string | undefined; body: unknown }[] = [];
let answer: { status: number; body: unknown; headers?: Record<string, string> };
let server: Awaited<ReturnType<typeof openManagementServer>>;
beforeAll(async () => {
  server = await openManagementServer(0, { servesHost: () => true }, async (req, res) => {
    asked.push({ path: req.url, key: req.headers.authorization, body: await json(req) });
    if (answer.status === 0) return;
    res.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    res.end(JSON.stringify(answer.body));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
});

const scoresOf = (signal = new AbortController().signal, timeouts?: { firstByteMs: number }) => {
  const baseUrl = `http://127.0.0.1:${server.port}/v1`;
  const access = { model: "omni", apiKey: "k", baseUrl, isFree: true };
  const moderator = createModerator(
    access,
    timeouts && { silenceMs: 10_000, totalMs: 20_000, ...timeouts },
  );
  return moderator?.scoresOf("We must act.", signal);
};

describe("a moderation client", () => {
  it("does not exist without a configuration", () => {
    expect(createModerator(null)).toBeNull();
  });

  it("sends the text and returns the score of each category", async () => {
    const results = [{ category_scores: { hate: 0.25 } }, { category_scores: { violence: 0.5 } }];
    answer = { status: 200, body: { results } };
    expect(await scoresOf()).toEqual({ hate: 0.25, violence: 0.5 });
    expect(asked).toEqual([
      {
        path: "/v1/moderations",
        key: "Bearer k",
        body: expect.objectContaining({ model: "omni", input: "We must act." }) as unknown,
      },
    ]);
  });

  it.each([
    ["no results", { results: [] }],
    ["no scores", { results: [{}] }],
    ["scores that are no numbers", { results: [{ category_scores: { hate: "much" } }] }],
  ])("fails as interrupted when the answer has %s", async (_what, body) => {
    answer = { status: 200, body };
    await expect(scoresOf()).rejects.toMatchObject({ name: "ProviderError", code: "interrupted" });
  });

  it("reports the pause that a 429 asks for in milliseconds", async () => {
    answer = { status: 429, body: {}, headers: { "retry-after-ms": "1500" } };
    await expect(scoresOf()).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 1500 });
  });

  it("reports a wrong key as a misconfiguration, without the key", async () => {
    answer = { status: 401, body: { error: { message: "k is no key", type: "k" } } };
    await expect(scoresOf()).rejects.toMatchObject({
      code: "misconfigured",
      message: "The moderation is not set up correctly on this site.",
      detail: expect.stringMatching(/^AuthenticationError 401 \[redacted\]/) as unknown,
    });
    expect(asked).toHaveLength(1);
  });

  it("fails without an answer in time, and with the abort's reason when it is aborted", async () => {
    answer = { status: 0, body: null };
    await expect(scoresOf(undefined, { firstByteMs: 50 })).rejects.toMatchObject({
      code: "unreachable",
    });
    const reason = new Error("enough");
    await expect(scoresOf(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
