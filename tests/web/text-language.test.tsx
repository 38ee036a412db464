/** @jest-environment ./tests/web/browser.cjs */
import { readFileSync } from "node:fs";
import { act, screen, waitFor } from "@testing-library/react";
import type { User } from "#shared/contract/accounts/account.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Review } from "#shared/contract/debates/moderation.ts";
import type { PageData } from "#shared/contract/page.ts";
import {
  LANGUAGES as LANGUAGES_OF_DEBATES,
  type LanguageTag,
} from "#shared/domain/debates/language/language.ts";
import { getPageComponent } from "#web/app/page-code.ts";
import { render } from "#web/entry-server.tsx";
import { openClipDialog } from "#web/lib/clip-dialog-store.ts";
import {
  buildDebate,
  buildListedDebate,
  buildLiveDebate,
  buildTurn,
  CONFIG,
  USER,
} from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

/**
 * A language, the characters by which the test finds its texts, and the attributes that elements
 * with them must have.
 */
const LANGUAGES = [
  {
    language: "ar",
    dir: "rtl",
    script: /[\p{Script=Arabic}]/u,
    topic: "ChatGPT أفضل من المعلمين؟",
    words: ["المدينة للناس أولا.", "الشوارع كانت هناك قبل السيارات.", "حجة قوية وواضحة."],
  },
  {
    language: "ja",
    dir: "auto",
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    topic: "学校は制服を廃止すべきですか。",
    words: ["都市は人のためにあります。", "道路は車より先にありました。", "強い論拠です。"],
  },
] as const;
type Case = (typeof LANGUAGES)[number];

interface Texts {
  language: LanguageTag;
  topic: string;
  words: readonly [string, string, string];
}

/**
 * Finds texts in the script of this case whose element has another `lang` or `dir`, and English
 * texts whose element has the `lang` or `dir` of this case.
 */
const findWrongTexts = (root: Document, { language, dir, script }: Case): string[] => {
  const wrong: string[] = [];
  const check = (element: Element | null, text: string, where: string) => {
    const lang = element?.closest("[lang]")?.getAttribute("lang") ?? "en";
    const direction = element?.closest("[dir]")?.getAttribute("dir") ?? "ltr";
    const isDebateText = script.test(text);
    const isMarked = lang === language && direction === dir;
    const isEnglish = lang === "en" && direction === "ltr";
    if (isDebateText ? !isMarked : /\p{L}{3}/u.test(text) && !isEnglish)
      wrong.push(`${where} ${lang} ${direction}: ${text}`);
  };
  const walker = root.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!parentElement?.closest("script, style, noscript"))
      check(parentElement, node.textContent ?? "", "text");
  }
  // An attribute has one language. A right-to-left topic in it must be inside isolate characters.
  for (const element of root.querySelectorAll("[aria-label], [title], img[alt]"))
    for (const name of ["aria-label", "title", "alt"]) {
      const label = element.getAttribute(name)?.replaceAll(/\u2068.*?\u2069/gs, "") ?? "";
      if (dir === "rtl" && script.test(label)) check(element, label, name);
    }
  return wrong;
};

const admin: User = { ...USER, role: "superadmin", isAdmin: true };

/** All pages that show texts of debates, with their data. */
const buildPages = ({ language, topic, words }: Texts): Record<string, Partial<PageData>> => {
  const [first, second, third] = words;
  const debate = buildDebate({
    topic,
    language,
    currentTurn: 4,
    maxTurns: 6,
    sentenceReactions: null,
  });
  const turns = [1, 2, 3, 4].map((turn) =>
    buildTurn(turn, {
      content: `${first}\n\n| ${second} | ${third} |\n| - | - |\n| ${first} | ${second} |`,
      quotes: [first],
      score: 8,
      ruling: third,
      feedback: second,
      judge: "grok",
    }),
  );
  const scores = { botA: 8, botB: 7, reasoning: second };
  const completed: Debate = {
    ...debate,
    status: "completed",
    currentTurn: 6,
    scores,
    myVote: "bot_a",
  };
  const listed = {
    ...buildListedDebate({ topic, language, currentTurn: 4 }),
    line: { turnNumber: 1, role: "bot_a", text: first, isQuote: true },
  };
  const live = buildLiveDebate({ topic, language, words: { text: first, end: first.length } });
  const openDebate = (shown: Debate): PageData["queries"] => [
    [["/api/debates/7"], shown],
    [["/api/debates/7/turns"], turns],
  ];
  const page = { rows: [listed], total: 1 };
  return {
    "/debate/7": { user: USER, queries: openDebate(debate) },
    "/debate/7?": { queries: openDebate(debate) },
    "/debate/7?over": { user: USER, queries: openDebate(completed) },
    "/": {
      queries: [
        [["/api/debates/public"], [listed]],
        [["/api/debates/live"], [live]],
        [["/api/debates/7/turns"], turns],
      ],
    },
    "/?mine": { user: USER, queries: [[["/api/debates/my?perPage=12"], page]] },
    "/debates/public": { queries: [[["/api/debates/public?perPage=12"], page]] },
    "/live": {
      queries: [
        [["/api/debates/spoken"], [{ debate: listed, turnNumber: 2, watchers: 1, listeners: 1 }]],
      ],
    },
  };
};

const PATHS = Object.keys(buildPages(LANGUAGES[0]));
const CASES = LANGUAGES.flatMap((each) =>
  PATHS.map((path) => [each.language, path, each] as const),
);

describe.each(CASES)("the texts of a debate in %s on %s", (_language, path, each) => {
  const data = buildPages(each)[path] ?? {};

  test("have language and direction in the server's HTML", async () => {
    await getPageComponent(path.replace(/\?.*/, ""), Boolean(data.user)).preload();
    const { head, body } = await render({
      url: path,
      origin: "https://debates.example",
      nonce: "n",
      data: { config: CONFIG, user: null, queries: [], ...data },
    });
    const html = new DOMParser().parseFromString(
      `<html lang="en"><head>${head}</head><body>${body}</body></html>`,
      "text/html",
    );
    expect(each.script.test(html.body.textContent)).toBe(true);
    expect(findWrongTexts(html, each)).toEqual([]);
  });

  test("have language and direction after hydration", async () => {
    await renderAppPage(fakeApi(), path, data);
    expect(each.script.test(document.body.textContent)).toBe(true);
    expect(findWrongTexts(document, each)).toEqual([]);
  });
});

test.each(PATHS)("French marks on %s cannot start a line", async (path) => {
  const french = {
    language: "fr",
    topic: "Quatre jours : oui ou non ?",
    words: [
      "La ville est aux gens !",
      "« Vraiment ? » dit-elle ; oui.",
      "Un argument fort : bravo !",
    ],
  } as const;
  await renderAppPage(fakeApi(), path, buildPages(french)[path] ?? {});
  expect(document.body.textContent).toContain("Quatre jours\u00a0: oui ou non\u00a0?");
  // The form to change the topic has the stored text, and the summary of a turn is one line.
  for (const part of document.querySelectorAll("textarea, summary")) part.remove();
  const lines = document.body.textContent.match(/.{0,20}(?:« | [?!:;»]).{0,9}/g) ?? [];
  expect(lines).toEqual([]);
});

test.each(LANGUAGES.map((each) => [each.language, each] as const))(
  "the flagged text of a debate in %s has its language, as have the texts around it",
  async (_language, each) => {
    const { language, topic, words } = each;
    const review: Review = {
      id: 5,
      createdAt: "2025-06-01T12:00:00.000Z",
      debate: { id: 7, topic, language, isPublic: true, isUnlisted: false },
      turn: { id: 101, turnNumber: 1, content: words[0], isHidden: true, flagged: ["hate"] },
      reports: { members: 0, weight: 0, visitors: 0, reasons: [], details: [] },
      owner: { id: 9, username: "berta", isAdmin: false, isSuspended: false },
      decision: null,
    };
    fakeApi().respond({
      "GET /api/user": [200, admin],
      "GET /api/admin/reviews?perPage=10": [200, [review], { "X-Total-Count": "1" }],
    });
    await renderAppPage(fakeApi(), "/operations", { user: admin });
    expect(await screen.findByText(words[0])).toBeTruthy();
    expect(findWrongTexts(document, each)).toEqual([]);
  },
);

test.each(LANGUAGES.map((each) => [each.language, each] as const))(
  "the dialog that shares a passage in %s has its language",
  async (_language, each) => {
    const data = buildPages(each)["/debate/7?over"] ?? {};
    await renderAppPage(fakeApi(), "/debate/7", data);
    act(() => openClipDialog({ turnNumber: 1 }));
    expect(await screen.findByRole("dialog", { name: "Share a moment" })).toBeTruthy();
    expect(findWrongTexts(document, each)).toEqual([]);
  },
);

test.each(LANGUAGES.map((each) => [each.language, each] as const))(
  "the announcement of a ruling in %s has its language",
  async (_language, each) => {
    const data = buildPages(each)["/debate/7"] ?? {};
    const [debateQuery, [turnsKey, turns] = [[], []]] = data.queries ?? [];
    const [before, last] = [(turns as Turn[]).slice(0, -1), (turns as Turn[]).at(-1)];
    const unjudged = { ...last, score: null, judge: null, ruling: null, feedback: null };
    const queries = [debateQuery, [turnsKey, [...before, unjudged]]] as PageData["queries"];
    await renderAppPage(fakeApi(), "/debate/7", { ...data, queries });
    fakeApi().respond({
      "GET /api/debates/7": [200, debateQuery?.[1]],
      "GET /api/debates/7/turns": [200, turns],
    });
    const [quote = "", , ruling = ""] = each.words;
    await waitFor(() => {
      fakeApi().io.emit("turn:judged", {
        debateId: 7,
        turnId: last?.id ?? 0,
        score: 8,
        judge: "grok",
        ruling,
        feedback: each.words[1],
        quotes: [quote],
      });
      expect(screen.getByText(/: scored 8 of 10\.$/)).toBeTruthy();
    });
    expect(findWrongTexts(document, each)).toEqual([]);
  },
);

test("large letters of every script but Latin, Greek and Cyrillic have their own spacing", () => {
  const css = readFileSync("web/debate-text.css", "utf8");
  const [, list = ""] = /:is\(([^{]*)\) \{[^}]*letter-spacing: 0/.exec(css) ?? [];
  const listed = Array.from(list.matchAll(/:lang\((\w+)\)/g), ([, tag]) => tag);
  const expected = LANGUAGES_OF_DEBATES.filter(
    (tag) => !["Latn", "Grek", "Cyrl"].includes(new Intl.Locale(tag).maximize().script ?? ""),
  );
  // `Intl` says that Kurdish (`ku`) is written in Latin letters, but it is also written in Arabic
  // ones.
  expect(new Set(listed)).toEqual(new Set([...expected, "ku"]));
});
