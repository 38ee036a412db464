import { startApiOnNewDatabase, type TestApi } from "./test-api.ts";

const FOREIGN_ORIGIN = "https://evil.example";
const login = { username: "nobody", password: "nothing" };

describe("a request that changes something", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApiOnNewDatabase();
  });
  afterAll(() => api.close());

  const post = (headers: Record<string, string>, path = "/api/login") =>
    fetch(api.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(login),
    });

  it.each([
    ["no origin headers", {}],
    ["another origin", { origin: FOREIGN_ORIGIN }],
    ["the origin null", { origin: "null" }],
    ["a cross-site header", { "sec-fetch-site": "cross-site" }],
    ["a same-site header", { "sec-fetch-site": "same-site" }],
    ["two contradicting headers", { origin: FOREIGN_ORIGIN, "sec-fetch-site": "same-origin" }],
  ])("with %s is refused", async (_what, headers) => {
    const answer = await post(headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "cross_origin" });
  });

  it("is refused before anything else is checked", async () => {
    expect((await post({ origin: FOREIGN_ORIGIN }, "/api/no-such-path")).status).toBe(403);
    const broken = { method: "POST", headers: { origin: FOREIGN_ORIGIN }, body: "{" };
    expect((await fetch(`${api.origin}/api/login`, broken)).status).toBe(403);
  });

  it("from the own pages is processed", async () => {
    expect((await post({ origin: api.origin })).status).toBe(401);
    expect((await post({ "sec-fetch-site": "same-origin" })).status).toBe(401);
  });

  it("may come from anywhere if it only reads", async () => {
    const answer = await fetch(`${api.origin}/api/debates/public`, {
      headers: { origin: FOREIGN_ORIGIN },
    });
    expect(answer.status).toBe(200);
  });
});

describe("behind a proxy that terminates TLS", () => {
  const PUBLIC = "https://debates.example";

  it("uses the public origin and marks the cookie as secure", async () => {
    const api = await startApiOnNewDatabase({ PUBLIC_ORIGIN: PUBLIC });
    const body = { username: "proxied", email: "proxied@example.org", password: "123456" };
    const forwarded = { origin: PUBLIC, "x-forwarded-proto": "https" };
    const answer = await api.visitor().post("/api/register", body, { headers: forwarded });
    const cookies = answer.headers.getSetCookie().toSorted();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-device=.*; HttpOnly; Secure; SameSite/),
      expect.stringMatching(/^__Host-sid=.*; HttpOnly; Secure; SameSite/),
    ]);
    const inside = await api.visitor().post("/api/login", login);
    expect(inside.status).toBe(403);
    await api.close();
  });

  it("ignores the forwarded origin of a client that is not a trusted proxy", async () => {
    const headers = { origin: PUBLIC, "x-forwarded-proto": "https", host: "debates.example" };
    const forwarded = { ...headers, "x-forwarded-host": "debates.example" };
    const otherApi = await startApiOnNewDatabase();
    expect(
      (await otherApi.visitor().post("/api/login", login, { headers: forwarded })).status,
    ).toBe(403);
    await otherApi.close();
  });

  it.each(["true", "1", "loopback"])(
    "does not start with TRUST_PROXY=%s and without PUBLIC_ORIGIN, which cookies depend on",
    async (trust) => {
      const sentence = "TRUST_PROXY is set, and PUBLIC_ORIGIN is not set.";
      await expect(startApiOnNewDatabase({ TRUST_PROXY: trust })).rejects.toThrow(sentence);
    },
  );

  it.each(["false", "0"])("starts with TRUST_PROXY=%s as without it", async (trust) => {
    const started = await startApiOnNewDatabase({ TRUST_PROXY: trust });
    expect((await started.visitor().get("/healthz")).status).toBe(200);
    await started.close();
  });
});
