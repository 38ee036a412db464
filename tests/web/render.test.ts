import type { PageData } from "#shared/contract/page.ts";
import { render } from "#web/entry-server.tsx";
import { aDebate, aTurn, config, user } from "./examples.ts";

const SCRIPT_TOPIC = `</title><script>alert("$&")</script>`;
const ORIGIN = "https://debates.example";
const debate = aDebate({ topic: SCRIPT_TOPIC, currentTurn: 4 });

const page = (url: string, data: Partial<PageData> = {}) =>
  render({
    url,
    origin: ORIGIN,
    nonce: "n0nce",
    data: { config, user: null, queries: [], ...data },
  });

const debatePage = (viewer: PageData["user"] = null) =>
  page("/debate/7", {
    user: viewer,
    queries: [
      [["/api/debates/7"], debate],
      [["/api/debates/7/turns"], [1, 2, 3, 4].map((turn) => aTurn(turn))],
    ],
  });

const PAGES: [string, () => ReturnType<typeof page>][] = [
  ["home", () => page("/", { queries: [[["/api/debates/public"], [debate]]] })],
  ["home of a user", () => page("/", { user, queries: [[["/api/debates/my"], [debate]]] })],
  ["sign-in", () => page("/auth?tab=register")],
  ["a debate", () => debatePage()],
  ["a debate for a user", () => debatePage(user)],
  ["nothing", () => page("/nothing/here")],
];

describe.each(PAGES)("the page of %s", (_name, open) => {
  test("is written whole, with one title and one heading", async () => {
    const { head, body } = await open();
    expect(head.match(/<title>/g)).toHaveLength(1);
    expect(head).toContain('<meta name="description"');
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).not.toContain("<title>");
  });

  test("asks for nothing that its content security policy forbids", async () => {
    const { head, body } = await open();
    expect(body).not.toMatch(/<[^>]+ style=/);
    for (const tag of (head + body).match(/<(?:style|script)\b[^>]*>/g) ?? [])
      expect(tag).toContain('nonce="n0nce"');
  });

  test("is complete: no part of it is left to the browser", async () => {
    expect((await open()).body).not.toContain("<!--$!-->");
  });
});

test("a debate's topic is text, in the title as in the page", async () => {
  const { head, body } = await debatePage();
  expect(head + body).not.toContain("<script>alert");
  expect(body).toContain("&lt;script&gt;");
});

test("a debate's first turns are in the HTML", async () => {
  const { body, status } = await debatePage();
  expect(status).toBe(200);
  expect(body).toContain("The words of turn 4.");
  expect(body).toContain("Want to see how this debate ends?");
});

test("404 where there is no such page, and where there is no such debate", async () => {
  expect((await page("/nothing/here")).status).toBe(404);
  const missing = await page("/debate/9", { queries: [[["/api/debates/9"], null]] });
  expect(missing.status).toBe(404);
  expect(missing.body).toContain("Debate not found");
});
