import {
  hasListFilters,
  buildListUrl,
  buildListApiPath,
  MY_DEBATE_LIST,
  parseListState,
} from "#shared/domain/debates/debate-list.ts";

describe("the URL of the list of public debates", () => {
  it.each([
    ["", { sort: "popular", q: "", page: 1 }],
    ["?sort=newest&q=two+words&page=3", { sort: "newest", q: "two words", page: 3 }],
    ["?sort=best&page=-1", { sort: "popular", q: "", page: 1 }],
    ["?page=1.5&q=%20%20", { sort: "popular", q: "", page: 1 }],
    ["?page=0", { sort: "popular", q: "", page: 1 }],
    ["?page=100000", { sort: "popular", q: "", page: 100_000 }],
    ["?page=100001", { sort: "popular", q: "", page: 1 }],
    [`?q=${"a".repeat(101)}`, { sort: "popular", q: "a".repeat(100), page: 1 }],
    [
      "?status=live&format=roast&provider=grok",
      { sort: "popular", q: "", page: 1, status: "live", format: "roast", provider: "grok" },
    ],
    ["?language=pt-BR", { sort: "popular", q: "", page: 1, language: "pt" }],
    ["?language=tlh", { sort: "popular", q: "", page: 1 }],
    ["?status=active&format=&provider=gpt", { sort: "popular", q: "", page: 1 }],
  ] as const)(
    "with the query '%s' is parsed, with defaults for invalid values",
    (search, place) => {
      expect(parseListState(search)).toEqual(place);
    },
  );

  it("omits defaults and is parsed to the same state", () => {
    expect(buildListUrl({ sort: "popular", q: "", page: 1 })).toBe("/debates/public");
    const narrowed = { status: "completed", format: "oxford", provider: "claude" } as const;
    const place = { sort: "voted", q: "a&b", page: 2, ...narrowed } as const;
    for (const list of [undefined, MY_DEBATE_LIST])
      expect(
        parseListState(new URL(buildListUrl(place, list), "http://page").search, list),
      ).toEqual(place);
  });

  it("has one API path, which omits defaults", () => {
    expect(buildListApiPath({ sort: "popular", q: "", page: 1 })).toBe(
      "/api/debates/public?perPage=12",
    );
    expect(buildListApiPath(parseListState("?status=paused", MY_DEBATE_LIST), MY_DEBATE_LIST)).toBe(
      "/api/debates/my?status=paused&perPage=12",
    );
  });

  it("keeps the language of the public list only", () => {
    const state = parseListState("?language=ja&page=2");
    expect(buildListUrl(state)).toBe("/debates/public?language=ja&page=2");
    expect(parseListState("?language=ja", MY_DEBATE_LIST)).not.toHaveProperty("language");
  });

  it.each([
    ["?language=he", true],
    ["?sort=newest&page=2", false],
    ["?q=tea", true],
    ["?status=pending", true],
    ["?format=roast", true],
    ["?provider=grok", true],
  ])("with the query '%s' has filters: %s", (search, narrows) => {
    expect(hasListFilters(parseListState(search))).toBe(narrows);
  });
});
