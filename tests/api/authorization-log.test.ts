import { io } from "socket.io-client";
import { z } from "zod";
import { createAuthorizationLog, type Denial } from "#api/http/authorization-log.ts";
import type { RenderedPage } from "#shared/contract/page.ts";
import { ApiClient, TEST_PASSWORD, registerWith, fetchTurns } from "../helpers/api-client.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import {
  insertFinishedTurns,
  expireIdentityConfirmation,
  createPaidDebate,
  startApiOnNewDatabase,
  type TestApi,
} from "./test-api.ts";

const EVENT = "authorization.denied";
const FOREIGN_ORIGIN = "https://evil.example";
/**
 * Public origin of an API behind a trusted proxy, so each test can set its client address in
 * X-Forwarded-For.
 */
const ORIGIN = "http://debates.example";
const render = async (): Promise<RenderedPage> => ({ status: 200, head: "", body: "" });
const WEB = { clientDir: "/nowhere", template: "", render };

const Line = z.object({
  level: z.literal("info"),
  time: z.string(),
  process: z.string(),
  instance: z.string(),
  host: z.string(),
  pid: z.number(),
  msg: z.literal(EVENT),
});
/** All fields of an entry. The schema rejects others, so that no secret is logged by accident. */
const Entry = Line.extend({
  route: z.string(),
  method: z.string(),
  userId: z.number().nullable(),
  role: z.string().nullable(),
  reason: z.string(),
  address: z.string(),
  requestId: z.string().optional(),
  suppressed: z.number().optional(),
}).strict();

describe("a denial is logged", () => {
  const { logger, lines } = createMemoryLogger();
  let api: TestApi;
  let addresses = 0;
  const visitor = (): ApiClient => {
    const client = new ApiClient(api.origin);
    addresses += 1;
    client.headers = { "x-forwarded-for": `10.0.0.${addresses}`, origin: ORIGIN };
    return client;
  };
  const person = async (role = "user") => {
    const client = visitor();
    const user = await registerWith(client);
    if (role !== "user") await api.sql("UPDATE users SET role = $1 WHERE id = $2", [role, user.id]);
    return { client, user };
  };
  type Someone = Awaited<ReturnType<typeof person>>;
  let owner: Someone;
  let privateId: number;
  let turnId: number;
  beforeAll(async () => {
    const variables = {
      TRUST_PROXY: "true",
      PUBLIC_ORIGIN: ORIGIN,
      TTS_BASE_URL: "http://127.0.0.1:1/v1",
    };
    api = await startApiOnNewDatabase(variables, WEB, logger);
    owner = await person();
    ({ id: privateId } = await createPaidDebate(api, owner, { isPublic: false }));
    await insertFinishedTurns(api, { id: privateId }, 1);
    turnId = (await fetchTurns(owner.client, privateId))[0]?.id ?? 0;
  });
  afterAll(() => api.close());
  beforeEach(() => void lines.splice(0));

  const denials = () => lines.filter(({ msg }) => msg === EVENT).map((line) => Entry.parse(line));
  const addressOf = ({ headers }: ApiClient) => headers["x-forwarded-for"];
  const nobody = (client: ApiClient) => ({
    userId: null,
    role: null,
    address: addressOf(client),
  });
  const asUser = ({ client, user }: Someone, role = "user") => ({
    userId: user.id,
    role,
    address: addressOf(client),
  });

  it("for a visitor, with the route pattern and the request id", async () => {
    const client = visitor();
    const { status, headers } = await client.get("/api/admin/debates/7/audio?token=hunter2");
    expect(status).toBe(401);
    expect(denials()).toMatchObject([
      {
        route: "/api/admin/debates/:id/audio",
        method: "GET",
        reason: "unauthenticated",
        requestId: headers.get("x-request-id"),
        ...nobody(client),
      },
    ]);
  });

  it("for a user on an admin route", async () => {
    const user = await person();
    expect((await user.client.get("/api/admin/users")).status).toBe(403);
    expect(denials()).toMatchObject([
      { route: "/api/admin/users", method: "GET", reason: "forbidden", ...asUser(user) },
    ]);
  });

  it("for a right that a command checks", async () => {
    const [admin, superadmin] = [await person("admin"), await person("superadmin")];
    const url = `/api/admin/users/${superadmin.user.id}`;
    const { status } = await admin.client.delete(url);
    expect(status).toBe(403);
    expect(denials()).toMatchObject([
      {
        route: "/api/admin/users/:id",
        method: "DELETE",
        reason: "forbidden",
        ...asUser(admin, "admin"),
      },
    ]);
  });

  it("for an identity that was not confirmed recently", async () => {
    const user = await person();
    await expireIdentityConfirmation(api, user.user);
    expect((await user.client.post("/api/account/app", {})).status).toBe(403);
    expect(denials()).toMatchObject([{ reason: "confirm_identity", ...asUser(user) }]);
  });

  it("but not for a wrong password, which is a failed sign-in", async () => {
    const login = { username: "somebody", password: TEST_PASSWORD };
    expect((await visitor().post("/api/login", login)).status).toBe(401);
    const code = { token: "none", code: "000000" };
    expect((await visitor().post("/api/login/second-step", code)).status).toBe(401);
    expect(denials()).toEqual([]);
  });

  it.each(["/api/login", "/api/no-such-path"])(
    "for a request from another origin, without a route: %s",
    async (path) => {
      const client = visitor();
      const headers = { origin: FOREIGN_ORIGIN };
      expect((await client.request("POST", path, { headers, body: {} })).status).toBe(403);
      expect(denials()).toMatchObject([
        { route: "none", method: "POST", reason: "cross_origin", ...nobody(client) },
      ]);
    },
  );

  it("for a cross-site read of a route that only the own pages may read", async () => {
    const client = visitor();
    const headers = { origin: FOREIGN_ORIGIN };
    const path = `/api/admin-audio-download?turnId=${turnId}`;
    expect((await client.request("GET", path, { headers })).status).toBe(403);
    expect(denials()).toMatchObject([
      { route: "/api/admin-audio-download", reason: "cross_origin" },
    ]);
  });

  it("for a socket handshake from another origin", async () => {
    const client = visitor();
    const socket = io(api.origin, {
      forceNew: true,
      extraHeaders: { "x-forwarded-for": addressOf(client) ?? "", origin: FOREIGN_ORIGIN },
    });
    await new Promise((resolve) => socket.once("connect_error", resolve));
    socket.close();
    expect(denials()).toMatchObject([
      { route: "/socket.io/", method: "GET", reason: "cross_origin", ...nobody(client) },
    ]);
  });

  const join = async (client: ApiClient, debateId: number) => {
    const socket = io(api.origin, {
      transports: ["websocket"],
      forceNew: true,
      extraHeaders: { ...client.headers, ...(client.cookie && { cookie: client.cookie }) },
    });
    await new Promise((resolve) => socket.once("connect", () => resolve(null)));
    const answer: unknown = await socket.emitWithAck("debate:join", { debateId });
    socket.close();
    return answer;
  };

  it("for a socket that joins a hidden debate, which gets the same answer as for a missing one", async () => {
    const [client, user] = [visitor(), await person()];
    const missing = await join(client, 999_999);
    expect(denials()).toEqual([]);
    expect(await join(client, privateId)).toEqual(missing);
    expect(await join(user.client, privateId)).toEqual(missing);
    const denial = { route: "debate:join", method: "SOCKET", reason: "not_found" };
    expect(denials()).toMatchObject([
      { ...denial, ...nobody(client) },
      { ...denial, ...asUser(user) },
    ]);
  });

  /** URLs that read a debate and its turn, with their patterns in the log. */
  const READS: [path: (debateId: number, turn: number) => string, route: string][] = [
    [(id) => `/api/debates/${id}`, "/api/debates/:id"],
    [(id) => `/api/debates/${id}/turns`, "/api/debates/:id/turns"],
    [(id) => `/api/debates/${id}/live`, "/api/debates/:id/live"],
    [(id) => `/api/debates/${id}/live.mp3`, "/api/debates/:id/live.mp3"],
    [(id) => `/api/debates/${id}/moment?moment=1.1-1.1`, "/api/debates/:id/moment"],
    [(id) => `/api/debates/${id}/moment.mp3?moment=1.1-1.1`, "/api/debates/:id/moment.mp3"],
    [(_, turn) => `/api/tts/audio?turnId=${turn}`, "/api/tts/audio"],
    [(_, turn) => `/api/tts/sentences?turnId=${turn}`, "/api/tts/sentences"],
    [(id) => `/oembed?url=${encodeURIComponent(`${ORIGIN}/debate/${id}`)}`, "/oembed"],
    [(id) => `/embed/debate/${id}`, "/embed/debate/:id"],
    [(id) => `/debate/${id}/picture.png`, "/debate/:id/picture.png"],
    [(id) => `/debate/${id}`, "/{*splat}"],
  ];

  it.each(READS.map(([path, route]) => [route, path] as const))(
    "for a hidden debate, which gets the same response as a missing one: %s",
    async (route, path) => {
      const client = visitor();
      const answerOf = async (url: string) => {
        const { status, text, headers } = await client.get(url);
        const names = Array.from(headers.keys(), (name) => name);
        return { status, text, names, caching: headers.get("cache-control") };
      };
      const missing = await answerOf(path(999_999, 999_999));
      expect(missing.status).toBe(404);
      expect(denials()).toEqual([]);
      expect(await answerOf(path(privateId, turnId))).toEqual(missing);
      expect(denials()).toMatchObject([
        {
          route,
          method: "GET",
          reason: "not_found",
          ...nobody(client),
        },
      ]);
    },
  );

  it.each<[method: string, path: string, body: unknown]>([
    ["POST", "/turns", undefined],
    ["POST", "/vote", { winner: "bot_a" }],
    ["PATCH", "", { isPublic: true }],
    ["DELETE", "", undefined],
  ])("for a change of a hidden debate: %s /api/debates/:id%s", async (method, path, body) => {
    const user = await person();
    const url = `/api/debates/${privateId}${path}`;
    expect((await user.client.request(method, url, { body })).status).toBe(404);
    expect(denials()).toMatchObject([{ method, reason: "not_found", ...asUser(user) }]);
  });

  it("for a public debate that is not shared, on routes for shared ones", async () => {
    const { id } = await createPaidDebate(api, owner, { shareEnabled: false });
    lines.splice(0);
    const client = visitor();
    expect((await client.get(`/embed/debate/${id}`)).status).toBe(404);
    expect(denials()).toMatchObject([{ route: "/embed/debate/:id", ...nobody(client) }]);
  });

  it("for another user's purchase", async () => {
    const [row] = await api.sql<{ id: number }>(
      `INSERT INTO transactions (user_id, credits, amount, order_id)
       VALUES ($1, 5, 500, 'ORDER-1') RETURNING id`,
      [owner.user.id],
    );
    const user = await person();
    const cancel = (transactionId: number) =>
      user.client.post("/api/credits/cancel", { transactionId });
    const missing = await cancel(999_999);
    expect(missing.status).toBe(404);
    expect(denials()).toEqual([]);
    expect((await cancel(row?.id ?? 0)).text).toBe(missing.text);
    expect(denials()).toMatchObject([{ route: "/api/credits/cancel", ...asUser(user) }]);
  });

  it("without cookies, tokens, bodies or raw URLs", async () => {
    const user = await person();
    const headers = {
      origin: FOREIGN_ORIGIN,
      authorization: "Bearer hunter2",
      "user-agent": "hunter2",
    };
    const body = { username: "hunter2", password: "hunter2" };
    await user.client.request("POST", "/api/login?token=hunter2", { headers, body });
    await user.client.get("/api/admin/users?q=hunter2");
    const written = JSON.stringify(denials());
    expect(denials()).toHaveLength(2);
    expect(written).not.toContain("hunter2");
    const [, session = ""] = user.client.cookie.split("=");
    expect(written).not.toContain(decodeURIComponent(session).split(".")[0]);
  });

  it("at most ten times a minute per address, for all routes together", async () => {
    const [loud, quiet] = [visitor(), visitor()];
    for (let n = 0; n < 15; n += 1) await loud.get(n % 2 ? "/api/user" : "/api/admin/users");
    await quiet.get("/api/user");
    const written = denials().map(({ address }) => address);
    expect(written.filter((address) => address === addressOf(loud))).toHaveLength(10);
    expect(written.at(-1)).toBe(addressOf(quiet));
  });
});

describe("the log of denials", () => {
  let now = 0;
  const open = () => {
    now = 0;
    const { logger, lines } = createMemoryLogger();
    return { deny: createAuthorizationLog(logger, () => now), lines };
  };
  const denial = (more: Partial<Denial> = {}): Denial => ({
    route: "/api/user",
    method: "GET",
    viewer: null,
    reason: "unauthenticated",
    address: "10.0.0.1",
    ...more,
  });
  const member = (id: number) => denial({ viewer: { id, role: "user" }, reason: "forbidden" });

  it("counts suppressed denials and reports the count in the next entry", () => {
    const { deny, lines } = open();
    for (let n = 0; n < 25; n += 1) deny(denial());
    expect(lines).toHaveLength(10);
    now = 59_999;
    deny(denial());
    expect(lines).toHaveLength(10);
    now = 60_000;
    deny(denial());
    deny(denial());
    expect(lines.slice(10).map(({ suppressed }) => suppressed)).toEqual([16, undefined]);
  });

  it("throttles users by id at any address, and visitors by address", () => {
    const { deny, lines } = open();
    for (let n = 0; n < 20; n += 1) deny({ ...member(1), address: `10.0.0.${n}` });
    expect(lines).toHaveLength(10);
    deny(member(2));
    deny(denial());
    deny(denial({ address: "10.0.0.2" }));
    expect(lines).toHaveLength(13);
  });

  it("keeps a bounded number of addresses in memory", () => {
    const { deny, lines } = open();
    for (let n = 0; n < 11; n += 1) deny(denial());
    for (let n = 0; n < 10_000; n += 1) deny(denial({ address: `address ${n}` }));
    const before = lines.length;
    deny(denial());
    expect(lines).toHaveLength(before + 1);
  });
});
