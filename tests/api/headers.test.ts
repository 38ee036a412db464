import { startApiOnNewDatabase, type TestApi } from "./test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApiOnNewDatabase();
});
afterAll(() => api.close());

describe("every response", () => {
  it("has its request's id: the client's if it is valid", async () => {
    const getRequestId = async (id: string) =>
      (await api.visitor().get("/api/config", { headers: { "x-request-id": id } })).headers.get(
        "x-request-id",
      );
    expect(await getRequestId("from-the-proxy.7")).toBe("from-the-proxy.7");
    expect(await getRequestId("no good: spaces")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(["/api/config", "/api/user", "/api/no-such-path"])(
    "of the API forbids use as a document: %s",
    async (path) => {
      const { headers } = await api.visitor().get(path);
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none';frame-ancestors 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
      expect(headers.has("x-powered-by")).toBe(false);
      expect(headers.has("strict-transport-security")).toBe(false);
    },
  );

  it("is not stored if it is personal, and is revalidated if it is public", async () => {
    const { client } = await api.person();
    const getCacheControl = async (path: string) =>
      (await client.get(path)).headers.get("cache-control");
    for (const path of [
      "/api/user",
      "/api/credits",
      "/api/credits/transactions",
      "/api/debates/my",
    ])
      expect([path, await getCacheControl(path)]).toEqual([path, "private, no-store"]);
    for (const path of ["/api/config", "/api/debates/public"])
      expect([path, await getCacheControl(path)]).toEqual([path, "private, no-cache"]);
    const login = await api.visitor().post("/api/login", { username: "nobody", password: "no" });
    expect(login.headers.get("cache-control")).toBe("private, no-store");
  });

  it("over https has HSTS", async () => {
    const secure = await startApiOnNewDatabase({ PUBLIC_ORIGIN: "https://debates.example" });
    const { headers } = await secure.visitor().get("/api/config");
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d+/);
    await secure.close();
  });
});
