import { openBackend } from "#infra/backend/open-backend.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import {
  ADMIN_ROOM,
  fullRoom,
  previewRoom,
  resultsRoom,
  sessionRoom,
  userRoom,
  visitorRoom,
} from "#infra/realtime/rooms.ts";
import { digestToken } from "#infra/tokens.ts";
import type { EmailLinkKind } from "#shared/domain/email.ts";
import { reconcilePurchasesOnce } from "#worker/runtime/reconciler/purchase-reconciler.ts";
import { insertFinishedTurns, giveCredits, type TestUser } from "../api/test-api.ts";
import { createMemoryLogger, type MemoryLogger } from "../helpers/memory-logger.ts";
import { startPurchaseHarness, type PurchaseHarness } from "../helpers/purchase-harness.ts";
import { type TenantIsolation, seedOtherTenant } from "../helpers/tenant-isolation.ts";
import { startEffectRecorder, type EffectRecorder } from "./effect-recorder.ts";
import { expectRefused, type ContractCase } from "./contract-case.ts";

const SPEECH = "Streets belong to people. Cars take them away, and give nothing back!";
const OWNER_CREDITS = 5;
/**
 * The line of an event that `#lines` triggers last. All effects of the action have been sent before
 * it.
 */
const SENTINEL_LINE = "votes:updated → nobody, nobody";

interface CreatedDebate {
  id: number;
  turnIds: number[];
}

/**
 * An API with people, debates and a fake PayPal that sends no webhooks by itself, plus a recorder.
 */
export class ApiEffectsHarness {
  readonly #names = new Map<string, string>();
  #debates = 0;

  private constructor(
    readonly purchases: PurchaseHarness,
    readonly owner: TestUser,
    readonly admin: TestUser,
    readonly root: TestUser,
    private readonly log: MemoryLogger,
    private readonly recorder: EffectRecorder,
    private readonly bystanders: TenantIsolation,
    private readonly lastDebate: number,
  ) {}

  static async open(): Promise<ApiEffectsHarness> {
    const log = createMemoryLogger();
    // The API never calls these addresses. A base URL only marks the service as configured.
    const nowhere = "http://127.0.0.1:1/v1";
    const variables = {
      TTS_BASE_URL: nowhere,
      MODERATION_BASE_URL: nowhere,
      SMTP_URL: "smtp://127.0.0.1:1",
    };
    const purchases = await startPurchaseHarness(variables, { logger: log.logger });
    purchases.paypal.webhooks.url = undefined;
    const bystanders = await seedOtherTenant(purchases.api.sql);
    const recorder = await startEffectRecorder(purchases.databaseUrl, log);
    const owner = await purchases.api.person();
    const admin = await purchases.api.person("admin");
    const root = await purchases.api.person("superadmin");
    const [last] = await purchases.api.sql<{ id: number }>(
      "INSERT INTO debates (topic, user_id) VALUES ('The last word', $1) RETURNING id",
      [root.user.id],
    );
    return new ApiEffectsHarness(
      purchases,
      owner,
      admin,
      root,
      log,
      recorder,
      bystanders,
      last?.id ?? 0,
    );
  }

  /**
   * Runs the action of a contract case. Returns refusals, everything that was sent, and all
   * changes to the rows of the bystanders. No action may affect these users.
   */
  async record({ prepare }: ContractCase<ApiEffectsHarness>): Promise<string[]> {
    const { owner, purchases } = this;
    this.#debates = 0;
    this.#names.clear();
    this.#name("admins", ADMIN_ROOM);
    this.#name("owner", userRoom(owner.user.id));
    this.#name("nobody", fullRoom(this.lastDebate), visitorRoom(this.lastDebate));
    const missing = OWNER_CREDITS - (await purchases.credits(owner));
    if (missing !== 0) await giveCredits(purchases.api, owner, missing);
    const act = await prepare(this);
    await this.#lines();
    const asked = this.#requests().length;
    await act();
    const lines = await this.#lines();
    const refusals = this.#requests()
      .slice(asked)
      .map(({ status }) => Number(status))
      .filter((status) => status >= 400)
      .flatMap((status) => expectRefused(status));
    return [...refusals, ...lines, ...(await this.bystanders.changes())];
  }

  /** Inserts a user. The expected effects name this user `user`. */
  async user(): Promise<number> {
    const [user] = await this.sql<{ id: number }>(
      `INSERT INTO users (username, email, password)
       SELECT name, name, '!' FROM (SELECT gen_random_uuid()::text AS name) AS made RETURNING id`,
    );
    const { id } = user ?? { id: 0 };
    this.#name("user", userRoom(id));
    return id;
  }

  /** Makes the expected effects name this existing user `user`. */
  async name(username: string): Promise<void> {
    const [user] = await this.sql<{ id: number }>("SELECT id FROM users WHERE username = $1", [
      username,
    ]);
    this.#name("user", userRoom(user?.id ?? 0));
  }

  /** Inserts a user with an emailed link of this kind and returns its token. */
  async link(kind: EmailLinkKind): Promise<string> {
    const id = await this.user();
    await this.sql(
      `INSERT INTO email_tokens SELECT $2, $3, id, email, now() + interval '1 hour' FROM users WHERE id = $1`,
      [id, digestToken(`${kind}-${id}`.padEnd(43, "-")), kind],
    );
    return `${kind}-${id}`.padEnd(43, "-");
  }

  async nameOf(userId: number): Promise<string> {
    const [user] = await this.sql<{ username: string }>(
      "SELECT username FROM users WHERE id = $1",
      [userId],
    );
    return user?.username ?? "";
  }

  /**
   * Inserts a debate with finished turns, by default of the owner. The expected effects name the
   * second debate of a case `another`.
   */
  async debate(
    finished = 0,
    { maxTurns = 6, userId = this.owner.user.id } = {},
  ): Promise<CreatedDebate> {
    const [made] = await this.sql<{ id: number }>(
      "INSERT INTO debates (topic, user_id, max_turns) VALUES ('A motion', $1, $2) RETURNING id",
      [userId, maxTurns],
    );
    const { id } = made ?? { id: 0 };
    const which = (this.#debates += 1) === 1 ? "" : "another's ";
    this.#name(`${which}members`, fullRoom(id));
    this.#name(`${which}visitors`, visitorRoom(id));
    this.#name(`${which}voters`, resultsRoom(id));
    this.#name(`${which}previews`, previewRoom(id));
    if (finished > 0) await insertFinishedTurns(this.purchases.api, { id }, finished);
    const turns = await this.sql<{ id: number }>(
      "UPDATE turns SET content = $2 WHERE debate_id = $1 RETURNING id",
      [id, SPEECH],
    );
    return { id, turnIds: turns.map((turn) => turn.id) };
  }

  get sql(): PurchaseHarness["api"]["sql"] {
    return this.purchases.api.sql;
  }

  /** Makes the expected effects name the session of this cookie `session`. */
  nameSession(cookie: string): void {
    const [, sessionId = ""] = /sid=s%3A([^.]+)\./.exec(cookie) ?? [];
    this.#name("session", sessionRoom(sessionId));
  }

  /** Reconciles one purchase with a backend of its own, as a separate process would. */
  async reconcile(transactionId: number): Promise<void> {
    const { databaseUrl, settling } = this.purchases;
    const backend = await openBackend({ databaseUrl, redisUrl: undefined }, this.log.logger);
    const io = createHeadlessServer(backend);
    await this.sql("UPDATE transactions SET check_at = now() WHERE id = $1", [transactionId]);
    await reconcilePurchasesOnce({
      ...settling,
      announce: createEventPublisher(io),
      enqueue: createEnqueue(backend),
    });
    await closeHeadlessServer(io);
    await backend.close();
  }

  /** Every requested route, written as in the API's contract. */
  routesAsked(): string[] {
    return this.#requests().map(({ method, url }) => {
      const [path = ""] = String(url).replace("/api", "").split("?");
      return `${String(method)} ${path.replace(/\d+/, ":id")}`;
    });
  }

  async close(): Promise<void> {
    await this.recorder.close();
    await this.purchases.close();
  }

  #requests(): MemoryLogger["lines"] {
    return this.log.lines.filter(({ msg }) => msg === "request.completed");
  }

  #name(name: string, ...rooms: string[]): void {
    for (const roomName of rooms) this.#names.set(roomName, name);
  }

  async #lines(): Promise<string[]> {
    await this.root.client.post(`/api/debates/${this.lastDebate}/reaction`, { type: "up" });
    return this.recorder.lines(this.#names, SENTINEL_LINE);
  }
}
