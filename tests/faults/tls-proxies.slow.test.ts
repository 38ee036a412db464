import { readFileSync } from "node:fs";
import { io, type Socket } from "socket.io-client";
import { Agent, fetch as fetchWithAgent } from "undici";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import { runSql } from "../bench/support/run-sql.ts";
import { openTestBackend, type TestBackend, waitUntil } from "../harness.ts";
import {
  ApiClient,
  createDebateWith,
  registerWith,
  requestNextTurn,
} from "../helpers/api-client.ts";
import { createTestCertificates, type TestCertificates } from "../helpers/test-certificates.ts";
import { startTestStack, type TestStack } from "../helpers/test-stack.ts";
import { type RunningProxy, startComposeProxy, TLS_PROXIES } from "../helpers/tls-proxy.ts";
import { describeWith } from "../setup/server-programs.ts";

const LIVE_WITHIN_MS = 10_000;
const MAX_FAILED_LOGINS = 3;
/** Larger than the largest request body that the API accepts. */
const LARGE_BODY_BYTES = 200_000;

describeWith("nginx", "caddy", "openssl").each(["nginx", "caddy"] as const)(
  "two API processes behind %s as documented and the Caddy of Compose",
  (program) => {
    let backend: TestBackend;
    let certificates: TestCertificates;
    let stack: TestStack;
    let origin: string;
    let owner: ApiClient;
    let ca: string;
    const proxies: RunningProxy[] = [];
    const agents: Agent[] = [];

    /** A client that connects from this loopback address. */
    const createClient = (localAddress: string): ApiClient => {
      const agent = new Agent({
        localAddress,
        connect: { ca, family: 4, autoSelectFamily: false },
      });
      agents.push(agent);
      const fetchFrom = (url: URL, init: object) =>
        fetchWithAgent(url, { ...init, dispatcher: agent });
      return new ApiClient(origin, fetchFrom as unknown as typeof fetch);
    };

    beforeAll(async () => {
      [backend, certificates] = await Promise.all([
        openTestBackend("postgres"),
        createTestCertificates(),
      ]);
      ca = readFileSync(certificates.ca, "utf8");
      const port = await findFreePort();
      origin = `https://localhost:${port}`;
      stack = await startTestStack(backend, {
        apis: 2,
        hasVoice: true,
        variables: {
          PUBLIC_ORIGIN: origin,
          TRUST_PROXY: "2",
          SPEAK_AHEAD: "always",
          LIMIT_LOGIN_FAILURES_PER_ADDRESS: String(MAX_FAILED_LOGINS),
        },
      });
      const site = await startComposeProxy(stack.apis.map((api) => api.port));
      proxies.push(site);
      proxies.push(await TLS_PROXIES[program](port, `http://127.0.0.1:${site.port}`, certificates));
      owner = createClient("127.0.0.1");
      const { id } = await registerWith(owner);
      await runSql(
        backend,
        "INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 9, 'admin', 'a')",
        [id],
      );
    });
    afterAll(async () => {
      await Promise.all(agents.map((agent) => agent.destroy()));
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await stack?.stop();
      await certificates?.remove();
      await backend?.database.drop();
    });

    test.each(["/", "/api/config", "/api/no-such-path"])(
      "%s has the security headers once",
      async (path) => {
        const { headers } = await owner.get(path);
        expect(headers.get("strict-transport-security")).toBe(
          "max-age=31536000; includeSubDomains",
        );
        expect(headers.get("x-content-type-options")).toBe("nosniff");
      },
    );

    test.each(["websocket", "polling"] as const)(
      "a turn's text arrives within 10 s by %s",
      async (transport) => {
        const { id: debateId } = await createDebateWith(owner, { maxTurns: 2 });
        const startedAt = Date.now();
        const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
          transports: [transport],
          forceNew: true,
          auth: SOCKET_AUTH,
          ca,
          // Keeps the cookie of the balancer, as browsers do.
          withCredentials: true,
          extraHeaders: { origin, cookie: owner.cookie },
        });
        try {
          let text = "";
          socket.on("turn:delta", (delta) => void (text += delta.text));
          await new Promise<void>((resolve, reject) => {
            socket.once("connect", resolve).once("connect_error", reject);
          });
          expect(await socket.emitWithAck("debate:join", { debateId })).toMatchObject({ ok: true });
          await requestNextTurn(owner, debateId);
          await waitUntil(() => text.length > 0);
          expect(Date.now() - startedAt).toBeLessThan(LIVE_WITHIN_MS);
          expect(socket.io.engine.transport.name).toBe(transport);
        } finally {
          socket.close();
        }
      },
    );

    test("live audio arrives while the debate goes on", async () => {
      const { id } = await createDebateWith(owner, { maxTurns: 4 });
      await requestNextTurn(owner, id);
      const [dispatcher] = agents;
      if (!dispatcher) throw new Error("no agent");
      const response = await fetchWithAgent(`${origin}/api/debates/${id}/live.mp3`, {
        headers: { cookie: owner.cookie },
        dispatcher,
      });
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
      const reader = response.body?.getReader();
      const { value, done } = (await reader?.read()) ?? {};
      expect(value?.length).toBeGreaterThan(0);
      expect(done).toBe(false);
      await reader?.cancel();
    });

    test("a request that is too large gets the API's error", async () => {
      const answer = await owner.post("/api/debates", { topic: "x".repeat(LARGE_BODY_BYTES) });
      expect([answer.status, answer.error.code]).toEqual([413, "too_large"]);
    });

    test("failed logins are counted by the address of the user", async () => {
      const guesser = createClient("127.0.0.2");
      let guesses = 0;
      const logIn = async (client: ApiClient, headers = {}) => {
        // Uses another account each time, because failures also count per account.
        const body = { username: `somebody-${(guesses += 1)}`, password: "a wrong password" };
        return (await client.post("/api/login", body, { headers })).status;
      };
      for (let n = 0; n < MAX_FAILED_LOGINS; n++) expect(await logIn(guesser)).toBe(401);
      expect(await logIn(guesser)).toBe(429);
      expect(await logIn(guesser, { "x-forwarded-for": "192.0.2.66" })).toBe(429);
      expect(await logIn(createClient("127.0.0.3"))).toBe(401);
    });
  },
);
