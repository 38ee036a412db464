import { DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import type { PageData } from "#shared/contract/page.ts";
import { render } from "#web/entry-server.tsx";
import { buildDebate, buildListedDebate, buildTurn, CONFIG, USER } from "./fixtures.ts";

const SCRIPT_TOPIC = `</title><script>alert("$&")</script>`;
const ORIGIN = "https://debates.example";
const debate = buildDebate({ topic: SCRIPT_TOPIC, currentTurn: 4 });

const page = (url: string, data: Partial<PageData> = {}) =>
  render({
    url,
    origin: ORIGIN,
    nonce: "n0nce",
    data: { config: CONFIG, user: null, queries: [], ...data },
  });

const debatePage = (viewer: PageData["user"] = null, change: Partial<Debate> = {}) =>
  page("/debate/7", {
    user: viewer,
    queries: [
      [["/api/debates/7"], { ...debate, ...change }],
      [["/api/debates/7/turns"], [1, 2, 3, 4].map((turn) => buildTurn(turn))],
    ],
  });

const LIST = "/api/debates/public?perPage=12";
const listed = buildListedDebate({ topic: SCRIPT_TOPIC, currentTurn: 4 });
const ONE_DEBATE = { rows: [listed], total: 13 };

const PAGES: [string, () => ReturnType<typeof page>][] = [
  [
    "home",
    () =>
      page("/", {
        queries: [
          [["/api/debates/public"], [listed]],
          [["/api/debates/7/turns"], [1, 2].map((turn) => buildTurn(turn))],
        ],
      }),
  ],
  [
    "home of a user",
    () => page("/", { user: USER, queries: [[["/api/debates/my?perPage=12"], ONE_DEBATE]] }),
  ],
  ["sign-in", () => page("/auth?tab=register")],
  ["a debate", () => debatePage()],
  ["a debate for a user", () => debatePage(USER)],
  ["all public debates", () => page("/debates/public", { queries: [[[LIST], ONE_DEBATE]] })],
  ["the product itself", () => page("/info")],
  ["the privacy policy", () => page("/privacy")],
  ["the brand's assets", () => page("/assets")],
  ["nothing", () => page("/nothing/here")],
];

describe.each(PAGES)("the HTML page of %s", (_name, open) => {
  test("has one title, one description and one heading", async () => {
    const { head, body } = await open();
    expect(head.match(/<title[ >]/g)).toHaveLength(1);
    expect(head).toContain('<meta name="description"');
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).not.toContain("<title");
  });

  test("contains nothing that its content security policy forbids", async () => {
    const { head, body } = await open();
    expect(body).not.toMatch(/<[^>]+ style=/);
    for (const tag of (head + body).match(/<(?:style|script)\b[^>]*>/g) ?? [])
      expect(tag).toContain('nonce="n0nce"');
  });

  test("is complete without client-side rendering", async () => {
    expect((await open()).body).not.toContain("<!--$!-->");
  });
});

test("a debate's topic is escaped in title and page", async () => {
  const { head, body } = await debatePage();
  expect(head + body).not.toContain("<script>alert");
  expect(body).toContain("&lt;script&gt;");
});

test("the form for a new debate has its defaults without scripts", async () => {
  const { body } = await page("/", { user: USER });
  const chosen = (body.match(/<input[^>]*>/g) ?? []).filter((input) => / checked=/.test(input));
  expect(chosen.map((input) => /name="(\w+)"/.exec(input)?.[1])).toEqual([
    "botAProvider",
    "botBProvider",
    "format",
    "isPublic",
    "shareEnabled",
  ]);
  expect(body).toMatch(/<input[^>]*name="onlyOwnerSteps"/);
});

test("a debate's first turns are in the HTML", async () => {
  const { body, status } = await debatePage();
  expect(status).toBe(200);
  expect(body).toContain("The words of turn 4.");
  expect(body).toContain("Want to see how this debate ends?");
});

test("a missing page and a missing debate have the status 404", async () => {
  expect((await page("/nothing/here")).status).toBe(404);
  const missing = await page("/debate/9", { queries: [[["/api/debates/9"], null]] });
  expect(missing.status).toBe(404);
  expect(missing.body).toContain("Debate not found");
});

const EMPTY_CLIP: ClipView = {
  debateId: 7,
  problem: null,
  quote: "",
  passages: [],
  durationMs: 0,
};
const buildClipView = (turnNumber: number): Partial<ClipView> => {
  const { id: turnId, role, type, model } = buildTurn(turnNumber);
  const sentences = [{ text: "Some <words>.", startMs: 0, endMs: 1000 }];
  return {
    quote: "Some <words>.",
    passages: [{ turnId, turnNumber, role, type, model, version: 1, first: 1, sentences }],
    durationMs: 1000,
  };
};

/** Tags from which link previews are made. */
const PREVIEW_TAGS = /(?:<meta property="og:[^>]*>)+/;
const PREVIEW = /og:|twitter:|canonical|ld\+json/;

describe("the link preview", () => {
  test("of a page has a title, a description and a picture of 1200 by 630 pixels", async () => {
    for (const path of ["/", "/info", "/privacy", "/assets", "/auth", "/debates/public"]) {
      const { head } = await page(path, { queries: [[[LIST], ONE_DEBATE]] });
      expect(head).toContain('property="og:title"');
      expect(head).toContain('property="og:description"');
      expect(head).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
      expect(head).toContain(`content="${ORIGIN}/downloadable/share-image.png"`);
      expect(head).toContain('property="og:image:width" content="1200"');
      expect(head).toContain('property="og:image:height" content="630"');
      expect(head).toContain('name="twitter:card" content="summary_large_image"');
      expect(head).not.toContain("noindex");
    }
  });

  test("of a debate has the debate's picture and no result", async () => {
    const scores = { botA: 9.9, botB: 1.1, reasoning: "A crushing victory." };
    const { head } = await page("/debate/7", {
      queries: [
        [["/api/debates/7"], { ...debate, status: "completed", scores }],
        [["/api/debates/7/turns"], [buildTurn(1, { model: "gpt-5.4" }), buildTurn(2)]],
      ],
    });
    expect(head).toContain(`content="${ORIGIN}/debate/7/picture.png"`);
    const [, json = ""] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(head) ?? [];
    const structuredData: unknown = JSON.parse(json);
    expect(structuredData).toMatchObject({
      headline: SCRIPT_TOPIC,
      url: `${ORIGIN}/debate/7`,
      digitalSourceType: DIGITAL_SOURCE_TYPE,
      creator: ["ChatGPT", "Claude"].map((name) => ({ "@type": "SoftwareApplication", name })),
      hasPart: [
        {
          "@type": "CreativeWork",
          position: 1,
          name: "Turn 1, For",
          inLanguage: "en",
          creator: {
            "@type": "SoftwareApplication",
            name: "ChatGPT",
            softwareVersion: "gpt-5.4",
          },
        },
      ],
    });
    // The description of the whole debate is always English. Only its turns name another language.
    expect(structuredData).not.toHaveProperty("inLanguage");
    expect(head + json).not.toMatch(/"9\.9|crushing/);
  });

  test.each([
    ["pt-BR", "pt_BR"],
    ["zh-Hant-TW", "zh_TW"],
    ["pt", undefined],
  ] as const)("of a debate in %s has the locale %s", async (language, locale) => {
    const { head } = await page("/debate/7", {
      queries: [[["/api/debates/7"], { ...debate, language }]],
    });
    expect(/property="og:locale" content="([^"]+)"/.exec(head)?.[1]).toBe(locale);
  });

  const openClip = (clip: string, view: Partial<ClipView>, change: Partial<Debate> = {}) =>
    page(`/debate/7?moment=${clip}`, {
      queries: [
        [["/api/debates/7"], { ...debate, ...change }],
        [["/api/debates/7/turns"], [1, 2].map((turn) => buildTurn(turn))],
        [[`/api/debates/7/moment?moment=${clip}`], { ...EMPTY_CLIP, ...view }],
      ],
    });

  test("of a clip has the clip's title, picture and player, and the debate's canonical address", async () => {
    const { head, body } = await openClip("2.1-2.1", buildClipView(2));
    expect(body).toContain("Shared moment: turn 2, 0:01");
    expect(head).toContain(
      '<title lang="en" dir="auto">“Some &lt;words&gt;.” Claude, Against | Chatbot Debate</title>',
    );
    for (const property of ["og:image", "twitter:image"])
      expect(head).toContain(
        `="${property}" content="${ORIGIN}/debate/7/picture.png?moment=2.1-2.1"`,
      );
    expect(head).toContain(`property="og:url" content="${ORIGIN}/debate/7?moment=2.1-2.1"`);
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/debate/7"/>`);
    expect(head).toContain(`url=${encodeURIComponent(`${ORIGIN}/debate/7?moment=2.1-2.1`)}`);
  });

  test("of a clip beyond the visitors' limit has the debate's picture", async () => {
    const { head } = await openClip("5.1-5.1", buildClipView(5));
    expect(head).toContain(`content="${ORIGIN}/debate/7/picture.png"`);
    expect(head).not.toContain("picture.png?");
  });

  test("of an invalid clip is the debate's, and of an unshared clip empty", async () => {
    const { head, body } = await openClip("9.1-9.1", {
      problem: "There is no turn 9 in this debate.",
    });
    expect(body).toContain("There is no turn 9 in this debate.");
    expect(body).toContain("The words of turn 1.");
    const plain = await debatePage();
    expect(PREVIEW_TAGS.exec(head)?.[0]).toBe(PREVIEW_TAGS.exec(plain.head)?.[0]);
    const secret = await openClip("2.1-2.1", buildClipView(2), { shareEnabled: false });
    expect(secret.head).not.toMatch(PREVIEW);
    expect(secret.head).not.toContain("Some &lt;words&gt;");
  });

  test.each([
    ["unshared", { shareEnabled: false }],
    ["private", { isPublic: false }],
  ])("of a debate that is %s is empty, and the page is noindex", async (_what, change) => {
    const { head, body } = await debatePage(USER, change);
    expect(head).toContain('<meta name="robots" content="noindex"/>');
    expect(head + body).not.toMatch(PREVIEW);
  });

  test("of a missing page has the default picture, and the page is noindex", async () => {
    const missing = await page("/debate/9", { queries: [[["/api/debates/9"], null]] });
    for (const { head } of [missing, await page("/nothing/here")]) {
      expect(head).toContain("noindex");
      expect(head).not.toContain("canonical");
      expect(head).toContain(`content="${ORIGIN}/downloadable/share-image.png"`);
    }
  });
});

test("the privacy policy and the info page name the configured company and contact", async () => {
  const named = { ...CONFIG, companyName: "Quarrel LLC", contactEmail: "mail@quarrel.example" };
  for (const path of ["/privacy", "/info"]) {
    const { body } = await page(path, { config: named });
    expect(body).toContain("Quarrel LLC");
    expect(body).toContain("mail@quarrel.example");
  }
});

test("the privacy policy contains all required statements", async () => {
  const { body } = await page("/privacy");
  const statements = [
    "Last updated March 27, 2025",
    "Return to Home",
    "within 30 days",
    "“Data Deletion Request”",
    "under 16",
    "standard contractual clauses",
    "Legal bases for processing",
    "Indemnification",
    "Changes take effect when they are posted",
    "Portability",
    "Non-discrimination",
  ];
  for (const words of statements) expect(body.replace(/<!-- -->/g, "")).toContain(words);
  expect(body.match(/<h2/g)).toHaveLength(12);
});

describe("the server redirects", () => {
  test.each([
    ["a visitor", null, "/credits", "/auth?tab=login&next=%2Fcredits"],
    ["a visitor", null, "/admin?page=2", "/auth?tab=login&next=%2Fadmin%3Fpage%3D2"],
    ["a visitor", null, "/admin-panel", "/auth?tab=login&next=%2Fadmin-panel"],
    ["a user", USER, "/auth?tab=register", "/"],
    ["a user", USER, "/auth?tab=login&next=%2Fdebate%2F7%23vote", "/debate/7#vote"],
    ["a user", USER, "/auth?next=https://evil.example", "/"],
  ])("%s (%p) from %s to %s", async (_who, viewer, from, to) => {
    expect(await page(from, { user: viewer })).toMatchObject({ redirectTo: to, body: "" });
  });

  test.each(["/admin", "/admin-panel"])(
    "no user from %s, whose page shows the reason instead",
    async (path) => {
      const { redirectTo, head, body } = await page(path, { user: USER });
      expect(redirectTo).toBeUndefined();
      expect(head).toMatch(/<title>[^<]+<\/title>/);
      expect(body).toContain("Loading");
    },
  );
});

describe("a turn without text", () => {
  const written = async (status: "pending" | "streaming") => {
    const turns = [buildTurn(1, { status, content: "" })];
    const queries: PageData["queries"] = [
      [["/api/debates/7"], debate],
      [["/api/debates/7/turns"], turns],
    ];
    return (await page("/debate/7", { user: USER, queries })).body;
  };

  test("shows a note while it is pending, and another while its model is thinking", async () => {
    expect(await written("pending")).toContain("Thinking");
    expect(await written("streaming")).toContain("Thinking");
    expect(await written("streaming")).not.toContain("Gathering");
  });
});

test.each(["streaming", "complete"] as const)(
  "a model's HTML is escaped in a turn that is %s",
  async (status) => {
    const content = `<img src=x onerror=x()> <b>Now</b> ![a](https://x.example/a.png) <https://x.example>`;
    const queries: PageData["queries"] = [
      [["/api/debates/7"], debate],
      [["/api/debates/7/turns"], [buildTurn(1, { status, content })]],
    ];
    const { body } = await page("/debate/7", { user: USER, queries });
    expect(body).toContain("&lt;img src=x onerror=x()&gt;");
    expect(body).not.toMatch(/<img|<b>Now|(?:src|href)="https:\/\/x\.example/);
  },
);
