import { ApiClient, TEST_PASSWORD, registerWith, createDebateWith } from "../helpers/api-client.ts";
import { describeBackends } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { UNLIMITED_VARIABLES, startTestApi, type TestApi } from "./test-api.ts";

const PAGE = { status: 200, head: "", body: "" };
/**
 * Public origin of an API behind a trusted proxy, so each test can set its client address in
 * X-Forwarded-For.
 */
const ORIGIN = "http://debates.example";

describeBackends("too many attempts", (backend) => {
  const log = createMemoryLogger();
  let api: TestApi;
  beforeAll(async () => {
    const strict = {
      LIMIT_REGISTER_PER_HOUR: "6",
      LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "3",
      LIMIT_LOGIN_FAILURES_PER_ADDRESS: "12",
      LIMIT_CREATE_DEBATE_PER_MINUTE: "2",
      LIMIT_NEXT_TURN_PER_MINUTE: "2",
      LIMIT_AUDIO_PER_MINUTE: "6",
      TRUST_PROXY: "true",
      PUBLIC_ORIGIN: ORIGIN,
      LIMIT_LOGINS_PER_HOUR: "16",
      LIMIT_PAGE_PER_MINUTE: "6",
      LIMIT_WEBHOOK_PER_MINUTE: "2",
      LIMIT_CAPTURE_PER_MINUTE: "2",
      ALERT_REGISTRATIONS_PER_HOUR: "16",
    };
    const web = { clientDir: "/nowhere", template: "", render: async () => PAGE };
    const { logger } = log;
    api = await startTestApi(backend().env({ ...UNLIMITED_VARIABLES, ...strict }), { logger, web });
  });
  afterAll(() => api.close());

  const clientAt = (address: string): ApiClient => {
    const client = new ApiClient(api.origin);
    client.headers = { "x-forwarded-for": address, origin: ORIGIN };
    return client;
  };
  const registration = { username: "taken", email: "taken@example.org", password: TEST_PASSWORD };
  const tryLogin = (client: ApiClient, username: string, password: string) =>
    client.post("/api/login", { username, password });
  const statuses = async (count: number, attempt: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let n = 0; n < count; n++) seen.push((await attempt()).status);
    return seen;
  };

  it("to register from one address are refused with Retry-After", async () => {
    const registerFromNetwork = () => clientAt("10.0.0.1").post("/api/register", registration);
    expect(await statuses(7, registerFromNetwork)).toEqual([201, 422, 422, 422, 422, 422, 429]);
    const answer = await registerFromNetwork();
    expect(answer.error.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/);
    const wait = Number(answer.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect((await clientAt("10.0.0.2").post("/api/register", registration)).status).toBe(422);
  });

  it("to register do not include those with invalid input", async () => {
    const failOnce = () =>
      clientAt("10.0.10.1").post("/api/register", { ...registration, email: "none" });
    expect(new Set(await statuses(10, failOnce))).toEqual(new Set([422]));
    await registerWith(clientAt("10.0.10.1"));
  });

  it("to register do not include those that failed with an internal error", async () => {
    await api.sql("ALTER TABLE users RENAME TO users_away");
    const newcomer = () =>
      clientAt("10.0.11.1").post("/api/register", {
        ...registration,
        username: "new",
        email: "new@b.example",
      });
    const failed = await statuses(10, newcomer);
    await api.sql("ALTER TABLE users_away RENAME TO users");
    expect(new Set(failed)).toEqual(new Set([500]));
    await registerWith(clientAt("10.0.11.1"));
  });

  it("to register from one IPv6 network count as one client's", async () => {
    let host = 0;
    const registerFromNetwork = () =>
      clientAt(`2001:db8:7:7::${++host}`).post("/api/register", registration);
    expect((await statuses(7, registerFromNetwork)).slice(-2)).toEqual([422, 429]);
    expect((await clientAt("2001:db8:7:8::1").post("/api/register", registration)).status).toBe(
      422,
    );
  });

  it("to register from many addresses are not refused, but raise one alert", async () => {
    for (let n = 0; n < 20; n++) await registerWith(clientAt(`10.0.12.${n}`));
    expect(log.lines.filter(({ alert }) => alert === "registrations")).toHaveLength(1);
  });

  it("to sign in include successful ones, with a separate limit", async () => {
    const { username } = await registerWith(clientAt("10.0.13.1"));
    const loginCorrectly = () => tryLogin(clientAt("10.0.13.2"), username, TEST_PASSWORD);
    expect((await statuses(17, loginCorrectly)).slice(-2)).toEqual([200, 429]);
  });

  it("to read pages and feeds are refused for that address only", async () => {
    for (const [network, path] of ["/feed.xml", "/sitemap.xml", "/"].entries()) {
      const read = () => clientAt(`10.0.14.${network}`).get(path);
      expect((await statuses(8, read)).slice(-2)).toEqual([429, 429]);
      expect((await clientAt(`10.1.14.${network}`).get(path)).status).toBe(200);
    }
  });

  it("to have PayPal verify a signature are refused per address", async () => {
    const deliver = (address: string) => clientAt(address).post("/api/webhooks/paypal", "{}");
    expect(await statuses(3, () => deliver("10.0.15.1"))).toEqual([400, 400, 429]);
    expect((await deliver("10.0.15.3")).status).toBe(400);
  });

  it("to have PayPal check a purchase are refused per user at any address, and per address", async () => {
    const PLACE = "10.0.15.2";
    const capture = { orderId: "O", transactionId: 1 };
    const buyerThere = async () => {
      const buyer = clientAt(PLACE);
      await registerWith(buyer);
      return buyer;
    };
    const first = await buyerThere();
    const submit = (buyer: ApiClient) => buyer.post("/api/credits/capture", capture);
    // Refused attempts of one user do not count against others at the same address.
    expect(await statuses(4, () => submit(first))).toEqual([503, 503, 429, 429]);
    first.headers = { ...first.headers, "x-forwarded-for": "10.0.15.4" };
    expect((await submit(first)).status).toBe(429);
    for (let n = 0; n < 4; n++) {
      const neighbour = await buyerThere();
      expect(await statuses(2, () => submit(neighbour))).toEqual([503, 503]);
    }
    const last = await buyerThere();
    expect((await submit(last)).status).toBe(429);
    expect((await last.post("/api/credits/purchase", { packageIndex: 0 })).status).toBe(429);
    last.headers = { ...last.headers, "x-forwarded-for": "10.0.15.5" };
    expect((await submit(last)).status).toBe(503);
  });

  it("to sign in to an account are refused even with the right password", async () => {
    const { username } = await registerWith(clientAt("10.0.1.1"));
    const wrong = () => tryLogin(clientAt("10.0.1.2"), username, "wrong");
    expect(await statuses(4, wrong)).toEqual([401, 401, 401, 429]);
    expect((await tryLogin(clientAt("10.0.1.2"), username, TEST_PASSWORD)).status).toBe(429);
    expect((await tryLogin(clientAt("10.0.1.3"), username, TEST_PASSWORD)).status).toBe(200);
  });

  it("to sign in from many addresses are refused, except on devices that signed in before", async () => {
    const owner = clientAt("10.0.16.1");
    const { username } = await registerWith(owner);
    for (let network = 0; network < 10; network++) {
      const guess = () => tryLogin(clientAt(`10.1.16.${network}`), username, "wrong");
      expect(await statuses(3, guess)).toEqual([401, 401, 401]);
    }
    expect((await tryLogin(clientAt("10.2.16.1"), username, TEST_PASSWORD)).status).toBe(429);
    // A known device can sign in from any network, even from a refused one.
    owner.headers = { ...owner.headers, "x-forwarded-for": "10.1.16.1" };
    expect((await tryLogin(owner, username, TEST_PASSWORD)).status).toBe(200);
    const failOnce = () => tryLogin(owner, username, "wrong");
    expect(await statuses(4, failOnce)).toEqual([401, 401, 401, 429]);
    // A device is known to one account only.
    const other = await registerWith(clientAt("10.0.16.2"));
    const guess = () => tryLogin(owner, other.username, "wrong");
    expect(await statuses(4, guess)).toEqual([401, 401, 401, 429]);
  });

  it("to sign in are counted by the typed name, so that a lockout does not reveal an address", async () => {
    const owner = clientAt("10.0.9.1");
    const { username, email } = await registerWith(owner);
    const unknown = "nobodys-address@example.org";
    const guess = async (client: ApiClient, name: string) => {
      const { status, text } = await tryLogin(client, name, "wrong");
      return { status, text };
    };
    const lockOut = async (client: ApiClient, name: string) => {
      const spelled = [name, name.toUpperCase(), name, name.toUpperCase()];
      return (await statuses(4, () => guess(client, spelled.shift() ?? ""))).at(-1);
    };
    for (const client of [clientAt("10.0.9.2"), owner]) {
      expect(await lockOut(client, username)).toBe(429);
      expect(await guess(client, email)).toEqual(await guess(client, unknown));
    }
    expect(await lockOut(owner, email)).toBe(429);
  });

  it("to sign in cannot evade the limit with letters that PostgreSQL lower-cases differently", async () => {
    const client = clientAt("10.0.9.3");
    const body = { username: "mini.throttled", email: "mini@example.org", password: TEST_PASSWORD };
    expect((await client.post("/api/register", body)).status).toBe(201);
    expect((await tryLogin(client, "M\u0130N\u0130.throttled", TEST_PASSWORD)).status).toBe(401);
    expect((await tryLogin(client, "MINI.Throttled", TEST_PASSWORD)).status).toBe(200);
  });

  it("in parallel are refused as well", async () => {
    const { username } = await registerWith(clientAt("10.0.2.1"));
    const burst = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        tryLogin(clientAt(`10.0.3.${n % 2}`), username, "wrong"),
      ),
    );
    expect(burst.filter(({ status }) => status === 401)).toHaveLength(6);
  });

  it("for an unknown account are refused in the same way", async () => {
    const names = ["nobody-at-all", "NOBODY-at-all", "Nobody-At-All", "nobody-at-all"];
    const wrong = () => tryLogin(clientAt("10.0.4.1"), names.shift() ?? "", "wrong");
    expect(await statuses(4, wrong)).toEqual([401, 401, 401, 429]);
  });

  it("from one address to many accounts are refused", async () => {
    let account = 0;
    const loginToNextAccount = () => tryLogin(clientAt("10.0.5.1"), `account${account++}`, "wrong");
    expect((await statuses(13, loginToNextAccount)).slice(-2)).toEqual([401, 429]);
  });

  it("do not include successful ones", async () => {
    const { username } = await registerWith(clientAt("10.0.6.1"));
    const loginCorrectly = () => tryLogin(clientAt("10.0.6.1"), username, TEST_PASSWORD);
    expect(new Set(await statuses(15, loginCorrectly))).toEqual(new Set([200]));
  });

  it("to create debates and request turns are refused for that user only", async () => {
    const client = clientAt("10.0.7.1");
    await registerWith(client);
    const debate = await createDebateWith(client);
    const create = () => client.post("/api/debates", { topic: "Cats or dogs" });
    expect(await statuses(2, create)).toEqual([402, 429]);
    const next = () => client.post(`/api/debates/${debate.id}/turns`);
    expect(await statuses(3, next)).toEqual([202, 202, 429]);
    const neighbour = clientAt("10.0.7.1");
    await registerWith(neighbour);
    expect((await neighbour.post(`/api/debates/${debate.id}/turns`)).status).toBe(202);
  });

  it("to listen are refused above the limit, although half of them are counted in batches", async () => {
    const listen = (address: string) => () => clientAt(address).get("/api/tts/audio?turnId=999999");
    expect(await statuses(8, listen("10.0.8.1"))).toEqual([404, 404, 404, 404, 404, 404, 429, 429]);
    await listen("10.0.8.2")();
    const burst = await Promise.all(Array.from({ length: 20 }, listen("10.0.8.2")));
    expect(burst.filter(({ status }) => status === 404)).toHaveLength(5);
    expect((await listen("10.0.8.3")()).status).toBe(404);
  });
});
