import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import type { ClientEvents } from "#shared/contract/events.ts";
import {
  type Caller,
  CALLERS,
  SERVER_EVENT_CONTRACTS,
  MEMBER_CALLERS,
} from "../event-contracts/server-events-table.ts";
import { type ApiClient, TEST_PASSWORD } from "../helpers/api-client.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import { storeRulings } from "../audio/recording-fixtures.ts";
import { IDENTITY_CONFIRMATION } from "./identity-confirmation-table.ts";
import {
  expireIdentityConfirmation,
  UNLIMITED_VARIABLES,
  type TestUser,
  startTestApi,
  type TestApi,
} from "./test-api.ts";

/** Expected status per caller. `users` stands for user, owner and other. */
type Expected = Partial<Record<Caller | "users" | "rest", number>>;

interface Row {
  expected: Expected;
  body?: object;
  query?: string;
}

const open = (status: number) => ({ expected: { rest: status } });
const members = (status: number) => ({ expected: { visitor: 401, rest: status } });
const admins = (status: number) => ({ expected: { visitor: 401, users: 403, rest: status } });
const superadmins = (status: number) => ({
  expected: { visitor: 401, superadmin: status, rest: 403 },
});
/**
 * The expected status of a route of a private debate, which only its owner may see. The caller
 * `user` requests a public debate.
 */
const debate = (status: number) => ({ expected: { user: status, owner: status, rest: 404 } });
const debateOfMembers = (status: number) => ({
  expected: { visitor: 401, user: status, owner: status, rest: 404 },
});

const SIGNED = { id: "A", clientData: "A", authenticatorData: "A", signature: "A" };

/** Every route with the status for each caller who sends valid input. */
const ROUTES: Record<string, Row> = {
  "POST /register": { ...open(422), body: { username: "x" } },
  "POST /login": { ...open(401), body: { username: "nobody", password: "nothing" } },
  "POST /logout": open(204),
  "GET /user": members(200),
  "GET /account": members(200),
  "PUT /account/password": {
    ...members(422),
    body: { password: "not this one", newPassword: "another" },
  },
  "PUT /account/email": { ...members(503), body: { email: "a@b.example", password: "x" } },
  "POST /account/confirmation": members(503),
  "PUT /account/mails": { ...members(204), body: { kind: "debate_finished", on: true } },
  "POST /account/identity": { ...members(422), body: { password: "not this one" } },
  "POST /login/passkey/options": open(200),
  "POST /login/passkey": { ...open(422), body: SIGNED },
  "POST /account/identity/passkey/options": members(200),
  "POST /account/identity/passkey": { ...members(422), body: SIGNED },
  "POST /account/passkeys/options": { ...members(200) },
  "POST /account/passkeys": {
    ...members(422),
    body: { name: "Key", id: "A", clientData: "A", attestation: "A" },
  },
  "PATCH /account/passkeys/:id": { ...members(404), body: { name: "Key" } },
  "DELETE /account/passkeys/:id": { ...members(404) },
  "POST /login/second-step": { ...open(401), body: { token: "none", code: "123456" } },
  "POST /account/app/confirm": { ...members(409), body: { code: "123456" } },
  "POST /account/app": { ...members(200) },
  "DELETE /account/app": { ...members(404) },
  "POST /account/recovery-codes": { ...members(409) },
  "POST /account/sessions/end": { ...members(404), body: { session: "0".repeat(32) } },
  "POST /account/sessions/end-others": members(204),
  "POST /account/export": members(204),
  "GET /account/export/data.json": members(404),
  "GET /account/export/debates.md": members(404),
  "POST /account/delete": { ...members(422), body: { password: "not this one" } },
  "POST /password/check": { ...open(200), body: { password: "another" } },
  "POST /password/forgot": { ...open(503), body: { username: "nobody" } },
  "POST /sign-in-link": { ...open(503), body: { username: "nobody" } },
  "POST /login/link": { ...open(404), body: { token: "none" } },
  "POST /password/reset": { ...open(404), body: { token: "none", password: "another" } },
  "POST /links/look": { ...open(404), body: { token: "none" } },
  "POST /links/use": { ...open(404), body: { token: "none" } },
  "GET /unsubscribe": open(303),
  "POST /unsubscribe": open(422),
  "GET /credits": members(200),
  "GET /credits/transactions": members(200),
  "POST /credits/purchase": { ...members(503), body: { packageIndex: 0 } },
  "POST /credits/capture": { ...members(503), body: { orderId: "ORDER", transactionId: 1 } },
  "POST /credits/cancel": { ...members(404), body: { transactionId: 1 } },
  "POST /credits/resume": { ...members(503), body: { transactionId: 1 } },
  "POST /credits/dismiss": { ...members(404), body: { transactionId: 1 } },
  "POST /webhooks/paypal": open(400),
  "GET /config": open(200),
  "POST /debates": { ...members(422), body: { topic: "" } },
  "POST /debates/language": { ...members(200), body: { topic: "Cats or dogs" } },
  "GET /debates/my": members(200),
  "GET /debates/public": open(200),
  "GET /debates/live": open(200),
  "GET /debates/:id": debate(200),
  "DELETE /debates/:id": {
    expected: { visitor: 401, user: 403, owner: 204, other: 404, rest: 204 },
  },
  "GET /debates/:id/turns": debate(200),
  "PATCH /debates/:id": {
    expected: { visitor: 401, user: 403, owner: 200, rest: 404 },
    body: { onlyOwnerSteps: true },
  },
  "POST /debates/:id/turns": debateOfMembers(409),
  "PUT /debates/:id/auto-play": { ...debateOfMembers(409), body: { on: true } },
  "POST /debates/:id/rematch": {
    expected: { visitor: 401, user: 403, owner: 409, rest: 404 },
  },
  "POST /debates/:id/vote": { ...debateOfMembers(200), body: { winner: "bot_a" } },
  "POST /debates/:id/ballot": { ...debateOfMembers(409), body: { stance: "for" } },
  "POST /turns/:id/seen": debateOfMembers(204),
  "GET /debates/:id/swing": debateOfMembers(200),
  "POST /debates/:id/appeal": {
    ...debateOfMembers(409),
    body: { ground: "misquoted", reason: "It said the opposite of turn 3." },
  },
  "GET /debates/:id/appeals": debateOfMembers(200),
  "POST /debates/:id/skip-vote": debateOfMembers(204),
  "POST /debates/:id/reaction": { ...debateOfMembers(200), body: { type: "up" } },
  "POST /turns/:id/reactions": { ...debateOfMembers(204), body: { sentence: 0 } },
  "GET /debates/:id/audio.mp3": debateOfMembers(409),
  "GET /debates/:id/live.mp3": debate(503),
  "GET /debates/:id/live": debate(200),
  "GET /debates/:id/moment": { ...debate(200), query: "?moment=1.1-1.1" },
  // 404, because the debate has no text yet.
  "GET /debates/:id/moment.mp3": { ...open(404), query: "?moment=1.1-1.1" },
  "GET /debates/languages": open(200),
  "GET /debates/spoken": open(200),
  "GET /leaderboard": open(200),
  "GET /judge": open(200),
  "GET /judge/rules": { ...open(404), query: `?hash=${"0".repeat(64)}` },
  "GET /admin/users": admins(200),
  "GET /admin/debates": admins(200),
  "GET /admin/spending": admins(200),
  "GET /admin/operations": admins(200),
  "POST /admin/mails/:id/retry": admins(503),
  "POST /admin/exports/:id/retry": admins(404),
  "POST /admin/turns/:id/judging": admins(404),
  "DELETE /admin/users/:id": admins(204),
  "POST /admin/users/:id/end-sessions": admins(204),
  "PATCH /admin/users/:id/credits": {
    ...admins(200),
    body: { credits: 3 },
  },
  "POST /admin/debates/:id/verdict": admins(409),
  "GET /admin-regen-audio/:id": admins(404),
  "GET /admin-audio-download": admins(422),
  "GET /admin/debates/:id/audio": admins(200),
  "POST /admin/debates/:id/audio": { ...admins(503), body: { turns: "all" } },
  "GET /tts/status": open(200),
  "GET /tts/audio": open(422),
  "GET /tts/sentences": open(422),
  "GET /turns/:id/ruling.mp3": debateOfMembers(200),
  "POST /debates/:id/report": {
    expected: { user: 204, owner: 403, rest: 404 },
    body: { reason: "something_else" },
  },
  "GET /admin/reviews": admins(200),
  "POST /admin/reviews/:id": { ...admins(404), body: { decision: "keep" } },
  "GET /admin/appeals": admins(200),
  "POST /admin/appeals/:id": {
    ...admins(404),
    body: { decision: "upheld", reason: "The quote is not in the turn." },
  },
  "PUT /admin/users/:id/suspension": { ...admins(204), body: { suspended: true } },
  "GET /superadmin/users": superadmins(200),
  "PUT /superadmin/users/:id/role": {
    ...superadmins(200),
    body: { role: "admin" },
  },
  "PUT /superadmin/users/:id/credits": {
    ...superadmins(200),
    body: { credits: 3 },
  },
  "GET /superadmin/model-check": superadmins(200),
  "POST /superadmin/model-check": superadmins(202),
  "GET /superadmin/judge-audits": superadmins(200),
  "POST /superadmin/judge-audits": { ...superadmins(202), body: { judge: "openai" } },
  "GET /superadmin/audit": superadmins(200),
};

/**
 * Who may join a debate's room, and who may leave it. The events of lists are covered in
 * tests/api/resync.test.ts.
 */
const SOCKET_EVENTS: Record<keyof ClientEvents, { letIn: readonly Caller[] }> = {
  "debate:join": { letIn: ["user", "owner"] },
  "debate:leave": { letIn: CALLERS },
  "lists:join": { letIn: CALLERS },
  "lists:leave": { letIn: CALLERS },
};

const USERS = new Set<Caller>(["user", "owner", "other"]);
const statusFor = (expected: Expected, caller: Caller): number | undefined =>
  expected[caller] ?? (USERS.has(caller) ? expected.users : undefined) ?? expected.rest;

/** Maps an endpoint's `requiresIdentity` to the value in the identity table. */
const ASKED = { true: "asks", with_second_factor: "asks with a second factor" } as const;

it("every endpoint that changes something declares whether it asks for the identity again", () => {
  const changing = ALL_ROUTES.filter(
    ({ endpoint: { method, guard, requiresIdentity } }) =>
      method !== "get" || guard === "act" || requiresIdentity,
  );
  const names = changing.map(({ endpoint: { method, path } }) => `${method.toUpperCase()} ${path}`);
  expect(Object.keys(IDENTITY_CONFIRMATION).toSorted()).toEqual(names.toSorted());
  for (const { endpoint } of changing) {
    const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
    const asked = endpoint.requiresIdentity && ASKED[`${endpoint.requiresIdentity}`];
    const says = Object.values<string>(ASKED).includes(IDENTITY_CONFIRMATION[name] ?? "")
      ? IDENTITY_CONFIRMATION[name]
      : undefined;
    expect([name, says]).toEqual([name, asked]);
  }
});

it("the table contains every route, and no others", () => {
  const routes = ALL_ROUTES.map(
    ({ endpoint }) => `${endpoint.method.toUpperCase()} ${endpoint.path}`,
  );
  const byName = (a: string, b: string) => a.localeCompare(b);
  expect(Object.keys(ROUTES).toSorted(byName)).toEqual(routes.toSorted(byName));
});

describeBackends(
  "access",
  (backend) => {
    let api: TestApi;
    const people = new Map<Caller, TestUser>();
    beforeAll(async () => {
      api = await startTestApi(backend().env(UNLIMITED_VARIABLES));
      for (const caller of MEMBER_CALLERS) {
        const role = caller === "admin" || caller === "superadmin" ? caller : "user";
        people.set(caller, await api.person(role));
      }
    });
    afterAll(() => api.close());

    const idOf = (caller: Caller) => people.get(caller)?.user.id ?? 0;
    const clientOf = (caller: Caller): ApiClient => people.get(caller)?.client ?? api.visitor();
    /**
     * The route that signs out gets a user of its own, because other tests need the callers'
     * sessions.
     */
    const clientFor = async (route: string, caller: Caller): Promise<ApiClient> =>
      route === "POST /logout" && caller !== "visitor"
        ? (await api.person()).client
        : clientOf(caller);
    const only = async (inserted: Promise<{ id: number }[]>) => (await inserted)[0]?.id ?? 0;
    const newDebate = (isPublic: boolean) =>
      only(
        api.sql<{ id: number }>(
          `INSERT INTO debates (topic, user_id, is_public, max_turns, current_turn, status)
           VALUES ('A motion', $1, $2, 2, 2, 'completed') RETURNING id`,
          [idOf("owner"), isPublic],
        ),
      );
    /** Inserts a turn with a recording of its ruling (the judge's sentence about it). */
    const newTurn = async (isPublic: boolean) => {
      const id = await only(
        api.sql<{ id: number }>(
          `INSERT INTO turns (debate_id, turn_number, role, type, content, status)
           VALUES ($1, 1, 'bot_a', 'opening', 'A speech.', 'complete') RETURNING id`,
          [await newDebate(isPublic)],
        ),
      );
      await storeRulings(api, [id]);
      return id;
    };
    const newUser = () =>
      only(
        api.sql<{ id: number }>(
          `INSERT INTO users (username, email, password)
           SELECT name, name, '!' FROM (SELECT gen_random_uuid()::text AS name) AS made RETURNING id`,
        ),
      );

    describe.each(Object.entries(ROUTES))("%s", (route, { expected, body, query = "" }) => {
      it.each(CALLERS)("as %s", async (caller) => {
        const [method = "", path = ""] = route.split(" ");
        const newSubject = path.startsWith("/turns/") ? newTurn : newDebate;
        const id = path.includes("/users/") ? newUser() : newSubject(caller === "user");
        const url = `/api${path.replace(":id", String(await id))}${query}`;
        const client = await clientFor(route, caller);
        const answer = await client.request(method, url, body ? { body } : {});
        expect(answer.status).toBe(statusFor(expected, caller));
      });
    });

    const ASKING = Object.entries(ROUTES).flatMap(([route, row]) =>
      IDENTITY_CONFIRMATION[route] === "asks" ? [{ route, ...row }] : [],
    );

    it.each(ASKING)(
      "$route answers confirm_identity after 15 minutes, until the identity is confirmed",
      async ({ route, body, expected }) => {
        const { client, user } = await api.person("superadmin");
        await expireIdentityConfirmation(api, user);
        const [method = "", path = ""] = route.split(" ");
        const id = path.includes("/users/") ? newUser() : newDebate(true);
        const url = `/api${path.replace(":id", String(await id))}`;
        const ask = () => client.request(method, url, body ? { body } : {});
        const refused = await ask();
        expect([refused.status, refused.error.code]).toEqual([403, "confirm_identity"]);
        await client.post("/api/account/identity", { password: TEST_PASSWORD });
        expect((await ask()).status).toBe(statusFor(expected, "superadmin"));
      },
    );

    const watching: DebateWatcher[] = [];
    afterEach(() => {
      for (const watcher of watching.splice(0)) watcher.close();
    });
    const watch = async (caller: Caller, debateId: number) => {
      const { cookie } = clientOf(caller);
      const watcher = await watchDebate(api.origin, debateId, cookie);
      watching.push(watcher);
      return watcher;
    };

    it.each(CALLERS)("debate:join and debate:leave, as %s", async (caller) => {
      const { socket, joined } = await watch(caller, await newDebate(caller === "user"));
      expect(joined.ok).toBe(SOCKET_EVENTS["debate:join"].letIn.includes(caller));
      const id = await newDebate(true);
      const answer = await socket.emitWithAck("debate:join", { debateId: id });
      expect(answer).toMatchObject({ ok: true });
      expect(SOCKET_EVENTS["debate:leave"].letIn).toContain(caller);
      socket.emit("debate:leave", { debateId: id });
      await waitUntil(() => api.visitor().get("/healthz"));
    });

    const PUSHED = Object.entries(SERVER_EVENT_CONTRACTS).flatMap(([name, { push }]) =>
      push ? [{ name, ...push }] : [],
    );
    it.each(PUSHED)(
      "$name is received by the expected callers",
      async ({ name, announce, heardBy }) => {
        const id = await newDebate(true);
        const watchers = await Promise.all(CALLERS.map((caller) => watch(caller, id)));
        const services = await openBackend(
          { redisUrl: undefined, databaseUrl: backend().database.url },
          testLogger,
        );
        const io = createHeadlessServer(services);
        announce(createEventPublisher(io), id, idOf("owner"));
        await closeHeadlessServer(io);
        await services.close();
        const findRecipients = () =>
          CALLERS.filter((_caller, i) => watchers[i]?.events.some((event) => event.name === name));
        await waitUntil(() => findRecipients().length >= heardBy.length, { what: name });
        expect(findRecipients()).toEqual(heardBy);
      },
    );
  },
  ["postgres"],
);
