import { inspect } from "node:util";
import { TOTP } from "otpauth";
import { startFakes, type FakeServers } from "#infra/dev/fakes/start-fakes.ts";
import { digestToken, createToken } from "#infra/tokens.ts";
import { startWorker, type RunningWorker } from "#worker/start-worker.ts";
import { User } from "#shared/contract/accounts/account.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { QUEUES } from "#shared/contract/jobs.ts";
import {
  AuthenticatorSecret,
  PasskeyCreationOptions,
  RecoveryCodes,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { type ApiClient, TEST_PASSWORD, createDebateWith } from "../helpers/api-client.ts";
import {
  insertFinishedTurns,
  UNLIMITED_VARIABLES,
  giveCredits,
  startTestApi,
  type TestApi,
} from "../api/test-api.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { insertVerdict } from "../helpers/insert-verdict.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { VirtualAuthenticator } from "../helpers/virtual-authenticator.ts";
import { type EchoingServer, startEchoingServer } from "./echoing-server.ts";

const TOPIC = `Whether herons' "patience" should be taught in schools`;
const KEYS = {
  OPENAI_API_KEY: "key-of-openai-1",
  XAI_API_KEY: "key-of-grok-2",
  ANTHROPIC_API_KEY: "key-of-claude-3",
  TTS_API_KEY: "key-of-the-voice-4",
  PAYPAL_CLIENT_ID: "merchant",
  PAYPAL_CLIENT_SECRET: "key-of-paypal-5",
  PAYPAL_WEBHOOK_ID: "webhook",
  SESSION_SECRET: "key-of-the-sessions-6",
  MODERATION_API_KEY: "key-of-the-moderation-7",
  SMTP_PASSWORD: "key-of-the-mail-9",
};
const BASIC = Buffer.from(`${KEYS.PAYPAL_CLIENT_ID}:${KEYS.PAYPAL_CLIENT_SECRET}`);
const ALWAYS_SECRET = [
  "herons",
  "@mail.example",
  "$argon2",
  TEST_PASSWORD,
  "key-of-a-signature-8",
  ...Object.values(KEYS).filter((key) => key.startsWith("key-of")),
  BASIC.toString("base64"),
  "token-of-paypal",
  "secretKey",
  '"parameters"',
];

const TABLES_WRITTEN_BY_REQUESTS = [
  "users",
  "mails",
  "mail_links",
  "mail_recipients",
  "exports",
  "passkeys",
  "passkey_challenges",
  "authenticators",
  "recovery_codes",
  "second_steps",
  "known_devices",
  "security_events",
  "sessions",
  "debates",
  "debate_words",
  "turns",
  "credit_ledger",
  "votes",
  "debate_votes",
  "sentence_reactions",
  "transactions",
  "audio_cache",
  "audio_jobs",
  "idempotency_keys",
  "audit_log",
  "moderations",
  "reports",
  "reviews",
  "verdict_appeals",
  "rate_limits",
];
const TABLES_WRITTEN_BY_WORKERS = [
  "turns",
  "debates",
  "audio_cache",
  "audio_parts",
  "moderations",
  "usage",
  "provider_places",
  "provider_health",
  "mails",
  "mail_links",
  "exports",
  "work_failures",
];
/**
 * Tables without secrets and without texts of users. They contain rules of judging, votes of judges,
 * rankings, migrations, presence, numbers of listeners, workers, sums of money, model checks, and
 * long messages between processes.
 */
const TABLES_WITHOUT_TEXTS = [
  "charters",
  "cleanups",
  "daily_spending",
  "debate_identities",
  "leaderboards",
  "judge_audit_runs",
  "judge_audits",
  "model_checks",
  "panel_votes",
  "ballots",
  "skipped_votes",
  "schema_migrations",
  "seasons",
  "turn_identities",
  "typeorm_metadata",
  "verdict_repeats",
  "verdicts",
  "connected_users",
  "listeners",
  "workers",
  "socket_io_attachments",
];

const INSPECT_OPTIONS = { depth: null, maxArrayLength: null, maxStringLength: null };

const TWO_OF_EACH = new Map(QUEUES.map((queue) => [queue, 2]));

const SIGNATURE = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://paypal.example/cert",
  "paypal-transmission-id": "1",
  "paypal-transmission-sig": "key-of-a-signature-8",
  "paypal-transmission-time": "now",
};

/** SQL for a trigger that makes a write fail. Its error repeats the row in every field. */
const FAILING_TRIGGER_SQL = `
  CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE said text := to_jsonb(coalesce(NEW, OLD))::text;
  BEGIN
    RAISE EXCEPTION 'invalid input syntax: "%"', said
      USING ERRCODE = 'invalid_text_representation', DETAIL = said, HINT = said,
            TABLE = TG_TABLE_NAME, DATATYPE = 'text';
  END $$`;

describeBackends("the log of failures", (backend, name) => {
  const log = createMemoryLogger();
  let api: TestApi;
  let fakes: FakeServers;
  let echoingServer: EchoingServer;
  const secrets = [...ALWAYS_SECRET];
  const printed: unknown[][] = [];

  beforeAll(async () => {
    for (const method of ["log", "warn", "error"] as const)
      jest
        .spyOn(console, method)
        .mockImplementation((...args: unknown[]) => void printed.push(args));
    [fakes, echoingServer] = await Promise.all([
      startFakes({ firstTokenMs: 1, tokensPerSecond: 5000, ...createFastFakeVoice() }),
      startEchoingServer(),
    ]);
    api = await startTestApi(env(), { logger: log.logger });
    await api.sql(FAILING_TRIGGER_SQL);
  });
  afterAll(async () => {
    await api.close();
    await Promise.all([fakes.close(), echoingServer.close()]);
    jest.restoreAllMocks();
  });

  const env = (variables: Record<string, string> = {}) =>
    backend().env({
      ...UNLIMITED_VARIABLES,
      ...KEYS,
      OPENAI_BASE_URL: echoingServer.url,
      XAI_BASE_URL: echoingServer.url,
      ANTHROPIC_BASE_URL: echoingServer.url,
      TTS_BASE_URL: echoingServer.url,
      PAYPAL_BASE_URL: echoingServer.url,
      MODERATION_BASE_URL: echoingServer.url,
      SMTP_URL: fakes.smtpUrl.replace("//", `//us:${KEYS.SMTP_PASSWORD}@`),
      ...variables,
    });

  const expectNoSecret = () => {
    // JSON.stringify leaves out an error's message, so `inspect` is used, too.
    const output = JSON.stringify([log.lines, printed]) + inspect(printed, INSPECT_OPTIONS);
    for (const secret of secrets) {
      const index = output.indexOf(secret);
      expect(index < 0 ? "" : output.slice(Math.max(0, index - 200), index + 200)).toBe("");
    }
  };
  const listFailedTables = () => new Set(JSON.stringify(log.lines).match(/(?<="table":")\w+/g));

  const listSessions = ({ cookie }: ApiClient): string[] =>
    Array.from(cookie.matchAll(/=([^;]+)/g), ([, value = ""]) => value);
  let userCount = 0;
  const registerSomeUser = async () => {
    const username = `${backend().name}-${++userCount}`;
    const client = api.visitor();
    const body = { username, email: `${username}@mail.example`, password: TEST_PASSWORD };
    const user = (await client.post("/api/register", body)).as(User);
    secrets.push(...listSessions(client));
    return { client, user };
  };

  const withFailingWrites = async (table: string, run: () => Promise<unknown>) => {
    await api.sql(`CREATE TRIGGER a_fault BEFORE INSERT OR UPDATE OR DELETE ON ${table}
                   FOR EACH ROW EXECUTE FUNCTION fail_write()`);
    await run();
    await api.sql(`DROP TRIGGER a_fault ON ${table}`);
  };

  /**
   * Adds a passkey and an authenticator app, and signs in up to the step that asks for the code.
   * Some of these writes may fail.
   */
  const addSignInMethods = async ({
    client,
    user,
  }: Awaited<ReturnType<typeof registerSomeUser>>) => {
    const optionsResponse = await client.post("/api/account/passkeys/options");
    if (optionsResponse.status === 200) {
      const passkey = new VirtualAuthenticator(api.origin).create(
        optionsResponse.as(PasskeyCreationOptions),
      );
      await client.post("/api/account/passkeys", { name: "Key", ...passkey });
    }
    const setupResponse = await client.post("/api/account/app");
    if (setupResponse.status !== 200) return;
    const { secret } = setupResponse.as(AuthenticatorSecret);
    secrets.push(secret);
    const code = new TOTP({ secret }).generate();
    const confirmed = await client.post("/api/account/app/confirm", { code });
    if (confirmed.status !== 200) return;
    secrets.push(...confirmed.as(RecoveryCodes).recoveryCodes);
    await api.visitor().post("/api/login", { username: user.username, password: TEST_PASSWORD });
  };

  /** Inserts new rows. Returns a function that sends requests for every kind of write to them. */
  const prepareAllWrites = async () => {
    const [owner, admin] = [await registerSomeUser(), await registerSomeUser()];
    const [leavingUser, careful] = [await registerSomeUser(), await registerSomeUser()];
    await api.sql("UPDATE users SET role = 'superadmin' WHERE id = $1", [admin.user.id]);
    await api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = ANY ($1)", [
      [owner.user.id, careful.user.id],
    ]);
    await giveCredits(api, owner, 5);
    const { id } = await createDebateWith(owner.client, { topic: TOPIC, maxTurns: 2 });
    const { id: unspoken } = await createDebateWith(owner.client, { topic: TOPIC });
    await insertFinishedTurns(api, { id }, 2);
    const [turn] = await api.sql<{ id: number }>("SELECT id FROM turns WHERE debate_id = $1", [id]);
    const [review] = await api.sql<{ id: number }>(
      "INSERT INTO reviews (debate_id) VALUES ($1) RETURNING id",
      [id],
    );
    await insertVerdict(api.sql, id);
    const token = createToken();
    secrets.push(token);
    await api.sql(
      `INSERT INTO email_tokens VALUES ($1, 'confirm_email', $2, $3, now() + interval '1 hour')`,
      [digestToken(token), owner.user.id, owner.user.email],
    );
    const visitor = api.visitor();
    const newcomer = { username: `new-${userCount}`, email: `new-${userCount}@mail.example` };
    const sendPut = (path: string, body: object) =>
      admin.client.request("PUT", `/api/superadmin/users/${owner.user.id}/${path}`, { body });
    const idempotencyHeader = { headers: { "idempotency-key": "once" } };
    return async () => {
      await visitor.post("/api/register", { ...newcomer, password: TEST_PASSWORD });
      await visitor.post("/api/login", { username: owner.user.username, password: TEST_PASSWORD });
      secrets.push(...listSessions(visitor));
      await visitor.post("/api/links/use", { token });
      await addSignInMethods(careful);
      await owner.client.post("/api/account/export");
      await visitor.post("/api/password/forgot", { username: owner.user.username });
      await owner.client.post("/api/debates", { topic: TOPIC }, idempotencyHeader);
      await owner.client.post(`/api/debates/${unspoken}/turns`);
      await owner.client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
      await owner.client.post(`/api/debates/${id}/reaction`, { type: "up" });
      await owner.client.post(`/api/turns/${turn?.id}/reactions`, { sentence: 0 });
      await owner.client.post("/api/credits/purchase", { packageIndex: 1 });
      await leavingUser.client.post(`/api/debates/${id}/report`, {
        reason: "something_else",
        details: TOPIC,
      });
      await admin.client.post(`/api/admin/reviews/${review?.id}`, { decision: "unlist" });
      await leavingUser.client.post(`/api/debates/${id}/appeal`, {
        ground: "misquoted",
        reason: TOPIC,
      });
      await admin.client.post(`/api/admin/debates/${id}/audio`, { turns: "all" });
      await admin.client.get(`/api/admin-regen-audio/${turn?.id}`, {
        headers: { origin: api.origin },
      });
      await sendPut("credits", { credits: 9 });
      await sendPut("role", { role: "admin" });
      await admin.client.delete(`/api/debates/${id}`);
      await admin.client.delete(`/api/admin/users/${leavingUser.user.id}`);
    };
  };

  it("is tested for a failed write to every table", async () => {
    const tables = await api.sql<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const known = new Set([
      ...TABLES_WRITTEN_BY_REQUESTS,
      ...TABLES_WRITTEN_BY_WORKERS,
      ...TABLES_WITHOUT_TEXTS,
    ]);
    expect(tables.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  // Both backends store rows in PostgreSQL, so one of them is enough.
  if (name === "postgres") {
    it.each(TABLES_WRITTEN_BY_REQUESTS)(
      "contains no texts of users or secrets when a request fails to write to %s",
      async (table) => {
        log.lines.length = 0;
        await withFailingWrites(table, await prepareAllWrites());
        expect(listFailedTables()).toEqual(new Set([table]));
        expectNoSecret();
      },
    );

    describe("when a worker fails to write", () => {
      let worker: RunningWorker;
      let owner: Awaited<ReturnType<typeof registerSomeUser>>;
      beforeAll(async () => {
        const { claude, grok, openai } = fakes.baseUrls;
        worker = await startWorker({
          env: env({
            OPENAI_BASE_URL: openai,
            XAI_BASE_URL: grok,
            ANTHROPIC_BASE_URL: claude,
            TTS_BASE_URL: fakes.ttsBaseUrl,
            MODERATION_BASE_URL: fakes.moderationBaseUrl,
          }),
          logger: log.logger,
          concurrency: TWO_OF_EACH,
          graceMs: 0,
        });
        owner = await registerSomeUser();
      });
      afterAll(() => worker.close());

      it.each(TABLES_WRITTEN_BY_WORKERS)(
        "to %s, contains no texts of users or secrets",
        async (table) => {
          log.lines.length = 0;
          await giveCredits(api, owner, 1);
          // The topic is unique, so that a job of an earlier test does not use up the fault of this
          // test.
          const contains = `(${table})`;
          const { id } = await createDebateWith(owner.client, { topic: `${TOPIC} ${contains}` });
          if (table === "turns") await owner.client.post(`/api/debates/${id}/turns`);
          if (table === "provider_health")
            fakes.faults.add({ kind: "turn", contains, effect: "status", status: 500 });
          if (table === "work_failures")
            fakes.faults.add({ kind: "turn", contains, effect: "status", status: 401 });
          await withFailingWrites(table, async () => {
            await owner.client.post(`/api/debates/${id}/turns`);
            await owner.client.post("/api/account/confirmation");
            await owner.client.post("/api/account/export");
            await waitUntil(() => listFailedTables().has(table), {
              what: `a failed write to ${table}`,
            });
          });
          expectNoSecret();
        },
      );
    });
  }

  it("contains neither requests nor keys that a service repeats in its errors", async () => {
    const owner = await registerSomeUser();
    const worker = await startWorker({
      env: env(),
      logger: log.logger,
      concurrency: TWO_OF_EACH,
      graceMs: 0,
    });
    for (const provider of PROVIDERS) {
      await giveCredits(api, owner, 2);
      const input = { topic: TOPIC, botAProvider: provider, botBProvider: provider };
      const { id } = await createDebateWith(owner.client, input);
      // The turn would wait while the moderation of the debate's topic is pending.
      await api.sql("DELETE FROM moderations WHERE debate_id = $1", [id]);
      await owner.client.post(`/api/debates/${id}/turns`);
      const spoken = await createDebateWith(owner.client, { ...input, maxTurns: 2 });
      await insertFinishedTurns(api, spoken, 1);
      await api.sql("UPDATE turns SET content = $2 WHERE debate_id = $1", [spoken.id, TOPIC]);
      const [turn] = await api.sql<{ id: number }>("SELECT id FROM turns WHERE debate_id = $1", [
        spoken.id,
      ]);
      await owner.client.get(`/api/tts/audio?turnId=${turn?.id}`);
    }
    await owner.client.post("/api/credits/purchase", { packageIndex: 1 });
    const [{ id: purchaseId } = { id: 0 }] = await api.sql<{ id: number }>(
      "INSERT INTO transactions (user_id, amount, credits, order_id) VALUES ($1, 599, 5, 'ORDER') RETURNING id",
      [owner.user.id],
    );
    await owner.client.post("/api/credits/capture", {
      orderId: "ORDER",
      transactionId: purchaseId,
    });
    await api.visitor().post("/api/webhooks/paypal", JSON.stringify({ summary: TOPIC }), {
      headers: SIGNATURE,
    });
    for (const path of [
      "/moderations",
      "/v1/notifications/verify-webhook-signature",
      "/chat/completions",
      "/v1/messages",
      "/audio/speech",
      "/v2/checkout/orders",
      "/v2/checkout/orders/ORDER",
    ])
      await waitUntil(() => echoingServer.requestedPaths.has(path), { what: path });
    await waitUntil(() => JSON.stringify(log.lines).match(/request-of-the-vendor/g), {
      what: "a logged refusal",
    });
    await worker.close();
    expectNoSecret();
  });

  it("contains no client and no key when connections are lost", async () => {
    log.lines.length = 0;
    const { client } = await registerSomeUser();
    await giveCredits(api, { client, user: (await registerSomeUser()).user }, 1);
    await backend().database.terminateConnections();
    await client.get("/api/user");
    await waitUntil(() => log.lines.some(({ msg }) => msg === "database.connection_lost"));
    const { redis } = backend();
    if (redis) {
      await redis.stop();
      await client.post("/api/debates", { topic: TOPIC });
      await waitUntil(() => log.lines.some(({ msg }) => msg === "redis.failed"));
    }
    expectNoSecret();
  });
});
