import type { JudgeReport, Leaderboard } from "#shared/contract/leaderboard.ts";
import type { PageData } from "#shared/contract/page.ts";
import { computeSnapshot } from "#shared/domain/leaderboard/compute-snapshot.ts";
import type { FinishedDebate, SpeakerFigures } from "#shared/domain/leaderboard/finished-debate.ts";
import { SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { render } from "#web/entry-server.tsx";
import { CONFIG, NO_JUDGE_FIGURES } from "./fixtures.ts";

const ORIGIN = "https://debates.example";
const COMPUTED_AT = "2026-11-28T12:00:00.000Z";
const TAG = /<script type="application\/ld\+json" nonce="n0nce">(.*?)<\/script>/g;

const createDebate = (n: number, isDemo: boolean): FinishedDebate => {
  const createSpeaker = (provider: Provider, model: string): SpeakerFigures => ({
    provider,
    model,
    length: 100 + n,
    price: 4000,
  });
  const models = isDemo ? [SIMULATED_MODEL, SIMULATED_MODEL] : ["gpt-x", "gpt-y"];
  const [one, other] = models.map((model, index) =>
    createSpeaker(index === 0 ? "openai" : "grok", model),
  ) as [SpeakerFigures, SpeakerFigures];
  return {
    id: n + 1,
    topic: "Tea is better than coffee",
    format: "standard",
    isDemo,
    speakers: n % 2 === 0 ? { for: one, against: other } : { for: other, against: one },
    votes: 5,
    forVotes: n % 2 === 0 ? 3 : 2,
    verdict: {
      provider: "claude",
      model: isDemo ? SIMULATED_MODEL : "claude-x",
      isDemo,
      isOfSeason: true,
      winner: "bot_a",
      wavered: false,
      scoresWinner: null,
    },
  };
};

/** The answers of the API for twelve debates, or for none. */
const createAnswers = (kind: "real" | "demo" | "none", computedAt: string | null = COMPUTED_AT) => {
  const debates = kind === "none" ? [] : Array.from({ length: 12 }, (_debate, n) => n);
  const { models, demo, judges, panels, formats } = computeSnapshot(
    debates.map((n) => createDebate(n, kind === "demo")),
  );
  const leaderboard: Leaderboard = { computedAt, models, demo };
  const records = { judges, panels, formats, topics: [] };
  const report: JudgeReport = { computedAt, ...records, figures: NO_JUDGE_FIGURES };
  return { "/leaderboard": leaderboard, "/judge": report };
};

type Path = keyof ReturnType<typeof createAnswers>;

const open = (path: Path, answer: unknown, config: Partial<PageData["config"]> = {}) =>
  render({
    url: `${path}?from=feed`,
    origin: ORIGIN,
    nonce: "n0nce",
    data: {
      config: { ...CONFIG, ...config },
      user: null,
      queries: answer === undefined ? [] : [[[`/api${path}`], answer]],
    },
  });

const readDatasets = (head: string): unknown[] =>
  [...head.matchAll(TAG)].map(([, json = ""]): unknown => JSON.parse(json));

describe.each([
  ["/leaderboard", "Leaderboard"],
  ["/judge", "The judge"],
] as const)("the head of %s", (path, title) => {
  test("describes the figures as one dataset, dated by the computation", async () => {
    const { head } = await open(path, createAnswers("real")[path]);
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(head) ?? [];
    expect(readDatasets(head)).toEqual([
      {
        "@context": "https://schema.org",
        "@type": "Dataset",
        name: `${title} | ${CONFIG.productName}`,
        description,
        url: ORIGIN + path,
        dateModified: COMPUTED_AT,
        creator: { "@type": "Organization", name: CONFIG.companyName, url: ORIGIN },
        isAccessibleForFree: true,
        variableMeasured: expect.any(Array),
        measurementTechnique: expect.any(String),
        distribution: {
          "@type": "DataDownload",
          encodingFormat: "application/json",
          contentUrl: `${ORIGIN}/api${path}`,
        },
      },
    ]);
  });

  test("names only figures that the page shows", async () => {
    const { head, body } = await open(path, createAnswers("real")[path]);
    const [dataset] = readDatasets(head) as [{ variableMeasured: string[] }];
    const shown = body.toLowerCase();
    expect(dataset.variableMeasured.filter((name) => !shown.includes(name.toLowerCase()))).toEqual(
      [],
    );
  });

  test.each([
    ["before the first computation", createAnswers("none", null)[path]],
    ["without debates", createAnswers("none")[path]],
    ["with figures of demo mode only", createAnswers("demo")[path]],
    ["if the figures could not be loaded", undefined],
  ])("has no dataset %s", async (_when, answer) => {
    const { head } = await open(path, answer);
    expect(readDatasets(head)).toEqual([]);
  });

  test("escapes names that would end the script", async () => {
    const companyName = "</script><script>alert(1)</script>";
    const { head } = await open(path, createAnswers("real")[path], { companyName });
    expect(head).not.toContain("<script>alert");
    expect(readDatasets(head)).toMatchObject([{ creator: { name: companyName } }]);
  });

  test("has a title, a canonical address without a query, and a social card", async () => {
    const { head } = await open(path, createAnswers("real")[path]);
    expect(head).toContain(`<title>${title} | ${CONFIG.productName}</title>`);
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
    for (const tag of ["og:title", "twitter:title"]) expect(head).toContain(`="${tag}"`);
    expect(head).toContain(`<meta property="og:url" content="${ORIGIN}${path}"/>`);
    expect(head).toMatch(
      /<meta property="og:image" content="https:\/\/debates\.example\/[^"]+\.png"/,
    );
    expect(head).toContain(`<meta name="twitter:card" content="summary_large_image"/>`);
    expect(head).not.toContain("noindex");
  });
});
