import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PageData, PageRequest, RenderedPage } from "#shared/contract/page.ts";
import { createScriptHostsLookup } from "#api/http/server/security-headers.ts";
import { readEnv } from "#infra/env.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { sendRawHttp } from "./raw-http.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startApiOnNewDatabase,
  startProxiedApi,
  type TestUser,
  type TestApi,
} from "./test-api.ts";

const TEMPLATE = `<!doctype html><html><head><script nonce="__CSP_NONCE__"></script>
<!--app-head--></head><body><div id="root"><!--app-html--></div><!--app-data--></body></html>`;

const render = async ({ url, nonce, data }: PageRequest): Promise<RenderedPage> => {
  if (url === "/broken") throw new Error("this page cannot be rendered");
  return {
    status: url === "/no-such-page" ? 404 : 200,
    head: `<style nonce="${nonce}"></style>`,
    body: `${url} $& ${data.user?.username ?? "visitor"}`,
    ...(url === "/elsewhere" ? { redirectTo: "/auth" } : {}),
  };
};

let api: TestApi;
let owner: TestUser;
let visitor: ApiClient;
let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), "debate-web-"));
  await mkdir(path.join(clientDir, "static"));
  await writeFile(path.join(clientDir, "static", "app-1a2b.js"), "run();".repeat(500));
  await writeFile(path.join(clientDir, "favicon.svg"), "<svg/>");
  await writeFile(path.join(clientDir, "index.html"), TEMPLATE);
  const variables = { ALLOWED_HOSTS: "debates.example" };
  api = await startApiOnNewDatabase(variables, { clientDir, template: TEMPLATE, render });
  owner = await api.person();
  visitor = api.visitor();
});
afterAll(async () => {
  await api.close();
  await rm(clientDir, { recursive: true });
});

const dataOf = (html: string): PageData => {
  const [, json = ""] =
    /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json) as PageData;
};

describe("a page", () => {
  it("is the template with the rendered parts, at every path outside the API", async () => {
    for (const url of ["/", "/info?tab=1", "/assets", "/a/b/c"]) {
      const page = await visitor.get(url);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`<div id="root">${url} $& visitor</div>`);
    }
    expect((await visitor.get("/no-such-page")).status).toBe(404);
  });

  it.each([
    ["http://debates.example/info?tab=1", "200 OK", '<div id="root">/info?tab=1 $& visitor'],
    ["HTTPS://me:word@debates.example:99/info", "200 OK", '<div id="root">/info $& visitor'],
    ["http://debates.example", "200 OK", '<div id="root">/ $& visitor'],
    ["http://debates.example?tab=1", "200 OK", '<div id="root">/?tab=1 $& visitor'],
    ["http://debates.example/api/config", "200 OK", '"productName":"Chatbot Debate"'],
    [
      "HTTP://debates.example/api/no-such-path",
      "404 Not Found",
      "There is no GET /api/no-such-path",
    ],
  ])("at the absolute target %s is the one at its path", async (target, status, holds) => {
    const words = `GET ${target} HTTP/1.1\r\nHost: debates.example\r\nConnection: close\r\n\r\n`;
    const answer = await sendRawHttp(api, words);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(answer).toContain(holds);
  });

  it.each([
    ["/about", "/info"],
    ["/About/?tab=1&q=%26", "/info?tab=1&q=%26"],
    ["/debates", "/debates/public"],
    [
      "/debates?q=tea&sort=newest&next=//evil.example",
      "/debates/public?q=tea&sort=newest&next=//evil.example",
    ],
  ])("at %s redirects permanently to %s", async (path, page) => {
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([301, page]);
  });

  it("allows only its own scripts, and the payment provider's where credits are sold", async () => {
    const real = { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "secret" };
    const standIn = { ...real, PAYPAL_SDK_URL: "http://127.0.0.1:9/paypal/sdk/js" };
    const listScriptHosts = (variables: Record<string, string>, at: string) =>
      createScriptHostsLookup(readEnv(variables))(at);
    expect(listScriptHosts({}, "/credits")).toEqual([]);
    expect(listScriptHosts(real, "/")).toEqual([]);
    expect(listScriptHosts(real, "/credits/")).toContain("https://*.paypal.com");
    expect(listScriptHosts(standIn, "/credits")).toEqual(["http://127.0.0.1:9"]);
    const fakeApi = await startApiOnNewDatabase(standIn, { clientDir, template: TEMPLATE, render });
    const policyAt = async (at: string) =>
      (await fakeApi.visitor().get(at)).headers.get("content-security-policy");
    expect(await policyAt("/credits")).toMatch(
      /script-src 'self' 'nonce-[^']+' http:..127.0.0.1:9;/,
    );
    expect(await policyAt("/")).toMatch(/script-src 'self' 'nonce-[^']+';/);
    await fakeApi.close();
  });

  it("has a new nonce in its policy, scripts and styles", async () => {
    const pages = await Promise.all([visitor.get("/"), visitor.get("/")]);
    const nonces = pages.map(({ headers, text }) => {
      const policy = headers.get("content-security-policy") ?? "";
      const [, nonce = "none"] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(text).toContain(`<script nonce="${nonce}">`);
      expect(text).toContain(`<style nonce="${nonce}">`);
      expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it("that redirects is not stored by shared caches", async () => {
    const page = await visitor.get("/elsewhere");
    expect(page.status).toBe(302);
    expect(page.headers.get("location")).toBe("/auth");
    expect(page.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("is not stored by shared caches", async () => {
    expect((await visitor.get("/")).headers.get("cache-control")).toBe("private, no-cache");
  });

  it("contains the configuration, the user and the data of its first requests", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 6 });
    await insertFinishedTurns(api, debate, 6);
    const home = dataOf((await visitor.get("/")).text);
    expect(home).toMatchObject({ config: { productName: "Chatbot Debate" }, user: null });
    expect(home.queries.map(([[path]]) => path)).toEqual([
      "/api/debates/public",
      "/api/debates/live",
      `/api/debates/${debate.id}/turns`,
    ]);
    const signedIn = dataOf((await owner.client.get("/")).text);
    expect(signedIn.user).toEqual(owner.user);
    expect(signedIn.queries.map(([[path]]) => path)).toEqual([
      "/api/debates/my?perPage=12",
      "/api/debates/live",
      "/api/credits",
    ]);
    const found = dataOf((await owner.client.get("/?q=no%20such&status=paused")).text);
    expect(found.queries[0]).toEqual([
      ["/api/debates/my?q=no+such&status=paused&perPage=12"],
      { rows: [], total: 0 },
    ]);
  });

  it("contains the live debate for visitors, with the turns they may read and no scores", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 5);
    await api.sql("UPDATE debates SET auto_play_by = user_id WHERE id = $1", [debate.id]);
    const { queries } = dataOf((await visitor.get("/")).text);
    const path = `/api/debates/${debate.id}`;
    const [, , found, turns] = queries;
    expect(found).toEqual([[path], expect.objectContaining({ id: debate.id, scores: null })]);
    const unscored = { score: null, ruling: null, feedback: null, quotes: null };
    expect(turns).toEqual([
      [`${path}/turns`],
      [1, 2, 3, 4].map((turnNumber) => expect.objectContaining({ turnNumber, ...unscored })),
    ]);
    await api.sql("UPDATE debates SET auto_play_by = NULL WHERE id = $1", [debate.id]);
  });

  it("renders even if the debate it plays is deleted at that moment", async () => {
    const wired = await startProxiedApi({}, { web: { clientDir, template: TEMPLATE, render } });
    const { id } = await createPaidDebate(wired, await wired.person());
    await insertFinishedTurns(wired, { id }, 2);
    const words = wired.wire.hold(/LEFT JOIN turns t .* AND t\.turn_number <= \$2/s, {
      at: "request",
    });
    const asked = wired.visitor().get("/");
    await words.reached;
    await wired.sql("DELETE FROM debates WHERE id = $1", [id]);
    words.release();
    const home = await asked;
    expect([home.status, dataOf(home.text).queries.map(([[path]]) => path)]).toEqual([
      200,
      ["/api/debates/public", "/api/debates/live"],
    ]);
    await wired.close();
  });

  it("of all public debates contains the requested page of the list and the total", async () => {
    const path = async (url: string) => dataOf((await visitor.get(url)).text).queries;
    const [[[key], list] = [[""], null]] = await path(
      "/debates/public?sort=newest&q=no%20such&page=0",
    );
    expect(key).toBe("/api/debates/public?sort=newest&q=no+such&perPage=12");
    expect(list).toEqual({ rows: [], total: 0 });
  });

  it("of a debate contains it as its viewer may see it", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 6);
    for (const [client, turns] of [
      [owner.client, 6],
      [visitor, 4],
    ] as const) {
      const page = await client.get(`/debate/${debate.id}?moment=5.1-5.1`);
      const { queries } = dataOf(page.text);
      const answers = await Promise.all(
        queries.map(async ([[path]]) => [[path], JSON.parse((await client.get(path)).text)]),
      );
      expect(queries).toEqual(answers);
      expect(queries.map(([[path]]) => path)).toContain("/api/tts/status");
      expect(queries[1]?.[1]).toHaveLength(turns);
      const clip = queries.find(([[path]]) => path.includes("/moment?"));
      expect(clip?.[1]).toMatchObject({ passages: turns === 6 ? [{ turnNumber: 5 }] : [] });
    }
  });

  it("of a running debate at the pace of the voice contains the schedule of the voice", async () => {
    const voiced = await startApiOnNewDatabase(
      { TTS_API_KEY: "key" },
      { clientDir, template: TEMPLATE, render },
    );
    const person = await voiced.person();
    const debate = await createPaidDebate(voiced, person);
    const path = `/api/debates/${debate.id}`;
    const readPaths = async () => {
      const { queries } = dataOf((await person.client.get(`/debate/${debate.id}`)).text);
      return queries.map(([[key]]) => key);
    };
    expect(await readPaths()).not.toContain(`${path}/live`);
    await person.client.request("PATCH", path, { body: { pace: "voice" } });
    expect(await readPaths()).toContain(`${path}/live`);
    await voiced.sql("UPDATE debates SET status = 'completed' WHERE id = $1", [debate.id]);
    expect(await readPaths()).not.toContain(`${path}/live`);
    await voiced.close();
  });

  it("of a debate that is private or missing answers 404 without any of its data", async () => {
    const secret = await createPaidDebate(api, owner, {
      isPublic: false,
      topic: "A secret motion",
    });
    for (const id of [secret.id, 2147483647, "nonsense"]) {
      const page = await visitor.get(`/debate/${id}`);
      expect(page.status).toBe(404);
      expect(page.text).not.toContain("secret");
      expect(dataOf(page.text).queries).toEqual([[[`/api/debates/${id}`], null]]);
    }
    expect((await owner.client.get(`/debate/${secret.id}`)).status).toBe(200);
  });

  it("escapes a topic that would end its script or look like a placeholder", async () => {
    const topic = "</script><!--app-html--> $& $1 __CSP_NONCE__ \u2028 'x'";
    const { id } = await createPaidDebate(api, owner, { topic });
    const { text } = await visitor.get(`/debate/${id}`);
    expect(text).not.toContain("</script><!--");
    expect(dataOf(text).queries[0]?.[1]).toMatchObject({ topic });
  });

  it("that fails to render is left to the browser", async () => {
    const page = await visitor.get("/broken");
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root"></div>');
  });
});

describe("a file", () => {
  it("with a content hash in its name is immutable and compressed", async () => {
    const file = await visitor.get("/static/app-1a2b.js", {
      headers: { "accept-encoding": "gzip" },
    });
    expect(file.status).toBe(200);
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("content-encoding")).toBe("gzip");
  });

  it("that is missing answers 404 without a page, and is not cached", async () => {
    const file = await visitor.get("/static/app-0000.js");
    expect(file.status).toBe(404);
    expect(file.headers.get("cache-control")).toBe("no-store");
    expect(file.text).not.toContain("<html");
  });

  it("of another kind is cached for an hour, and the template is not served", async () => {
    const file = await visitor.get("/favicon.svg");
    expect(file.text).toBe("<svg/>");
    expect(file.headers.get("cache-control")).toBe("public, max-age=3600");
    expect((await visitor.get("/index.html")).status).toBe(302);
  });
});
