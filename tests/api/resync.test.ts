import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { io } from "socket.io-client";
import { listDebateSnapshots } from "#api/queries/debates/list-debate-snapshots.ts";
import { storeRecordings } from "../audio/recording-fixtures.ts";
import { PublicConfig } from "#shared/contract/config.ts";
import { isWatchedSql } from "#infra/services/accounts/connected-users.ts";
import type { StatementHold } from "../helpers/postgres-proxy/statement-interceptor.ts";
import { waitUntil } from "../harness.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  type TestUser,
  startProxiedApi,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
const watchers: DebateWatcher[] = [];
beforeAll(async () => {
  api = await startProxiedApi({ TTS_BASE_URL: "http://127.0.0.1:1/v1" }, { resyncIntervalMs: 100 });
  owner = await api.person();
});
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(() => api.close());

const watch = async (debateId: number, person?: TestUser, auth?: object) => {
  const watcher = await watchDebate(api.origin, debateId, person?.client.cookie, auth);
  watchers.push(watcher);
  return watcher;
};
const lastSnapshot = (watcher: DebateWatcher) => watcher.named("debate:snapshot").at(-1);

describe("the resync of changes without an event", () => {
  it("reads watched debates only", async () => {
    const [watched, other] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    await insertFinishedTurns(api, watched, 1);
    await insertFinishedTurns(api, other, 2);
    const turns = "SELECT id FROM turns WHERE debate_id = $1";
    const voiced = await api.sql<{ id: number }>(turns, [other.id]);
    await storeRecordings(
      api,
      voiced.map(({ id }) => id),
    );
    expect(await listDebateSnapshots({ query: api.sql }, [watched.id])).toMatchObject([
      { debateId: watched.id, turns: [{ audio: { status: "none" } }] },
    ]);
  });

  it("records which debates are watched, also by visitors, until their pages are closed", async () => {
    const [first, second] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    const findWatched = async () => {
      const rows = await api.sql<{ id: number }>(
        `SELECT id FROM debates WHERE id IN ($1, $2) AND ${isWatchedSql("id")} ORDER BY id`,
        [first.id, second.id],
      );
      return rows.map(({ id }) => id);
    };
    const visitor = await watch(first.id);
    await watch(second.id, owner);
    await waitUntil(async () => (await findWatched()).length === 2);
    visitor.close();
    await waitUntil(async () => (await findWatched()).length === 1);
    expect(await findWatched()).toEqual([second.id]);
  });

  it("sends a debate's snapshot to its watchers, within what they may see", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 6 });
    const [member, visitor] = [await watch(debate.id, owner), await watch(debate.id)];
    await insertFinishedTurns(api, debate, 5);
    await waitUntil(() => lastSnapshot(member)?.turns.length === 5);
    await waitUntil(() => lastSnapshot(visitor)?.turns.length === 4);
    const turn = {
      id: expect.any(Number),
      attempt: 0,
      status: "complete",
      isHidden: false,
      bytes: "Speech 1".length,
      audio: { status: "none", durationMs: null, version: 0 },
    };
    const progress = {
      debateId: debate.id,
      status: "active",
      currentTurn: 5,
      refunded: false,
      refusal: null,
      isPublic: true,
      shareEnabled: true,
      onlyOwnerSteps: false,
      pace: "text",
      autoPlay: { on: false, by: null },
      spendingPause: null,
      language: "en",
    };
    expect(lastSnapshot(member)).toEqual({
      ...progress,
      scores: null,
      // The judgement of turn 5 is hidden, because the member has not voted.
      turns: Array.from({ length: 5 }, (_, index) => ({ ...turn, isJudged: index < 4 })),
    });
    expect(lastSnapshot(visitor)).toEqual({
      ...progress,
      scores: null,
      turns: Array.from({ length: 4 }, () => ({ ...turn, isJudged: false })),
    });
  });

  it("sends each page the snapshot once, by the name that its version has", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 1);
    const [member, visitor] = [await watch(debate.id, owner), await watch(debate.id)];
    const previousPages = [
      await watch(debate.id, owner, {}),
      await watch(debate.id, undefined, {}),
    ];
    for (const watcher of previousPages)
      await waitUntil(() => watcher.named("debate:standing").length > 1);
    const last = (watcher: DebateWatcher) => watcher.named("debate:standing").at(-1);
    expect(previousPages.map(last)).toEqual([member, visitor].map(lastSnapshot));
    expect(previousPages.map(lastSnapshot)).toEqual([undefined, undefined]);
    expect([member, visitor].map(last)).toEqual([undefined, undefined]);
  });

  it("sends a hidden turn without its recording", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 1);
    const ofDebate = "SELECT id FROM turns WHERE debate_id = $1";
    const turns = await api.sql<{ id: number }>(ofDebate, [debate.id]);
    await storeRecordings(
      api,
      turns.map(({ id }) => id),
    );
    const member = await watch(debate.id, owner);
    const getTurn = () => lastSnapshot(member)?.turns[0];
    await waitUntil(() => getTurn()?.audio.status === "ready");
    await api.sql("UPDATE turns SET is_hidden = true WHERE debate_id = $1", [debate.id]);
    await waitUntil(() => getTurn()?.isHidden);
    expect(getTurn()?.audio).toEqual({ status: "none", durationMs: null, version: 0 });
  });

  it("sends a votes event once per change of the counts", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [member, visitor] = [await watch(id, owner), await watch(id)];
    const countEvents = () =>
      [member, visitor].map((watcher) => watcher.named("votes:updated").length);
    await waitUntil(() => member.named("debate:snapshot").length > 2);
    // The member must have one event. The visitor may have none, because it may have joined after
    // the resync that sends the event.
    const before = countEvents();
    expect([before[0], Math.max(...before)]).toEqual([1, 1]);
    await api.sql("UPDATE debates SET upvotes = 1 WHERE id = $1", [id]);
    await waitUntil(() =>
      countEvents().every((times, index) => times === (before[index] ?? 0) + 1),
    );
  });

  it("sends the deletion of a debate once", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [member, visitor] = [await watch(id, owner), await watch(id)];
    const { id: other } = await createPaidDebate(api, owner);
    await visitor.socket.emitWithAck("debate:join", { debateId: other });
    await api.sql("DELETE FROM debates WHERE id = $1", [id]);
    await waitUntil(() => member.named("debate:deleted").length === 1);
    const snapshotCount = visitor.named("debate:snapshot").length;
    await waitUntil(() => visitor.named("debate:snapshot").length > snapshotCount + 1);
    expect(visitor.named("debate:deleted")).toEqual([{ debateId: id }]);
  });

  it("sends other watchers away from a debate that became private", async () => {
    const { id } = await createPaidDebate(api, owner);
    const others = [await watch(id, await api.person()), await watch(id)];
    const ownWatcher = await watch(id, owner);
    await api.sql("UPDATE debates SET is_public = false WHERE id = $1", [id]);
    for (const watcher of others) await waitUntil(() => watcher.named("debate:hidden").length > 0);
    const ofNow = (watcher: DebateWatcher) =>
      watcher.named("debate:snapshot").filter(({ isPublic }) => !isPublic);
    await waitUntil(() => ofNow(ownWatcher).length > 2);
    expect(ownWatcher.named("debate:hidden")).toEqual([]);
    for (const watcher of others) {
      expect(watcher.named("debate:hidden")).toHaveLength(1);
      expect(ofNow(watcher)).toEqual([]);
    }
  });

  it("sends a balance to its user only", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [ownWatcher, otherWatcher] = [
      await watch(id, owner),
      await watch(id, await api.person()),
    ];
    await waitUntil(() => ownWatcher.named("debate:snapshot").length > 1);
    await api.sql(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference)
       VALUES ($1, 41, 'admin', gen_random_uuid()::text)`,
      [owner.user.id],
    );
    const [now] = await api.sql<{ credits: number }>("SELECT credits FROM users WHERE id = $1", [
      owner.user.id,
    ]);
    const last = (watcher: DebateWatcher) => watcher.named("credits:updated").at(-1)?.credits;
    await waitUntil(() => last(ownWatcher) === now?.credits && last(otherWatcher) !== undefined);
    expect(new Set(otherWatcher.named("credits:updated").map(({ credits }) => credits))).toEqual(
      new Set([1]),
    );
  });

  it.each([
    [
      "a new role",
      "UPDATE users SET role = 'admin' WHERE id = $1",
      { reason: "role_changed", role: "admin" },
    ],
    [
      "a suspension",
      "UPDATE users SET suspended_at = now() WHERE id = $1",
      { reason: "account_suspended" },
    ],
    ["an account's deletion", "DELETE FROM users WHERE id = $1", { reason: "account_deleted" }],
  ])("sends %s to its user and disconnects them", async (_what, statement, why) => {
    const { id } = await createPaidDebate(api, owner);
    const person = await api.person();
    const [leavingWatcher, staying] = [await watch(id, person), await watch(id, owner)];
    await api.sql(statement, [person.user.id]);
    await waitUntil(() => leavingWatcher.socket.disconnected);
    expect(leavingWatcher.named("session:ended")).toEqual([why]);
    expect([staying.socket.connected, staying.named("session:ended")]).toEqual([true, []]);
  });

  it.each([
    ["that was ended", "user", "DELETE FROM sessions WHERE sess ->> 'userId' = $1"],
    [
      "of an admin after twelve hours",
      "admin",
      `UPDATE sessions SET sess = jsonb_set(sess, '{beganAt}', '0') WHERE sess ->> 'userId' = $1`,
    ],
  ] as const)(
    "disconnects the pages of a session %s, and no others",
    async (_what, role, statement) => {
      const { id } = await createPaidDebate(api, owner);
      const person = await api.person(role);
      const [leavingWatcher, staying] = [await watch(id, person), await watch(id, owner)];
      await waitUntil(() => leavingWatcher.named("debate:snapshot").length > 1);
      await api.sql(statement, [String(person.user.id)]);
      await waitUntil(() => leavingWatcher.socket.disconnected);
      const snapshotCount = staying.named("debate:snapshot").length;
      await waitUntil(() => staying.named("debate:snapshot").length > snapshotCount + 1);
      expect([staying.socket.connected, leavingWatcher.named("session:ended")]).toEqual([true, []]);
    },
  );

  it("sends each audio job's progress to admins once", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [admin, user] = [await watch(id, await api.person("admin")), await watch(id, owner)];
    const start = `INSERT INTO audio_jobs AS j (debate_id, turns, total, done) VALUES ($1, 'all', 2, $2)`;
    await api.sql(start, [id, 0]);
    await waitUntil(() => admin.named("audio-job:progress").length === 1);
    await api.sql("UPDATE audio_jobs SET done = 1, failed = 1 WHERE debate_id = $1", [id]);
    await waitUntil(() => admin.named("audio-job:progress").length === 2);
    // This job ends before a resync reads it.
    await api.sql(start, [id, 2]);
    await waitUntil(() => admin.named("audio-job:progress").length === 3);
    const job = { jobId: expect.any(Number), debateId: id, turns: "all", total: 2 };
    expect(admin.named("audio-job:progress")).toEqual([
      { ...job, done: 0, failed: 0, status: "running" },
      { ...job, done: 1, failed: 1, status: "finished" },
      { ...job, done: 2, failed: 0, status: "finished" },
    ]);
    expect(user.named("audio-job:progress")).toEqual([]);
  });

  it("sends a running audio job's progress, however many started after it", async () => {
    const { id } = await createPaidDebate(api, owner);
    const admin = await watch(id, await api.person("admin"));
    const job = "INSERT INTO audio_jobs (debate_id, turns, total) VALUES ($1, 'missing', 2)";
    await api.sql(`${job}, ($1, 'all', 0), ${"($1, 'all', 0), ".repeat(20)} ($1, 'all', 0)`, [id]);
    await waitUntil(() => admin.named("audio-job:progress").length > 20);
    await api.sql("UPDATE audio_jobs SET done = 1 WHERE debate_id = $1 AND total = 2", [id]);
    await waitUntil(() => admin.named("audio-job:progress").some(({ done }) => done === 1));
  });

  it("sends unavailable providers and their recovery to everyone, and /api/config shows them", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [member, visitor] = [await watch(id, owner), await watch(id)];
    const getProviders = () =>
      [member, visitor].map((watcher) => watcher.named("providers:updated").at(-1));
    const silent = async () => {
      const { text } = await api.visitor().get("/api/config");
      return PublicConfig.parse(JSON.parse(text))
        .providers.filter((each) => !each.answering)
        .map((each) => each.id);
    };
    await waitUntil(() => member.named("debate:snapshot").length > 1);
    expect([getProviders(), await silent()]).toEqual([[undefined, undefined], []]);
    const change = (failures: number) =>
      api.sql("UPDATE provider_health SET failures = $1 WHERE provider = 'grok'", [failures]);
    await change(5);
    await waitUntil(() => getProviders().every((last) => last?.unavailable.join() === "grok"));
    // Pages of the previous version read `silent`.
    expect(getProviders().map((last) => last?.silent)).toEqual([["grok"], ["grok"]]);
    expect(await silent()).toEqual(["grok"]);
    await change(0);
    await waitUntil(() => getProviders().every((last) => last?.unavailable.length === 0));
    expect(await silent()).toEqual([]);
    const times = member.named("providers:updated").length;
    const snapshotCount = member.named("debate:snapshot").length;
    await waitUntil(() => member.named("debate:snapshot").length > snapshotCount + 1);
    expect(member.named("providers:updated")).toHaveLength(times);
  });

  it("sends live debates to sockets that show lists, within what they may read", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 6 });
    await insertFinishedTurns(api, debate, 4);
    await api.sql(
      `INSERT INTO turns (debate_id, turn_number, role, type, status, content)
       VALUES ($1, 5, 'bot_a', 'closing', 'streaming', 'At last')`,
      [debate.id],
    );
    const watching = await watch(debate.id, owner);
    const [member, visitor] = [await watch(debate.id, owner), await watch(debate.id)];
    const last = (watcher: DebateWatcher) => watcher.named("debates:live").at(-1)?.debates;
    for (const { socket } of [member, visitor]) socket.emit("lists:join");
    await waitUntil(() => last(member) && last(visitor));
    expect([last(member), last(visitor)]).toMatchObject([
      [{ id: debate.id, turnNumber: 5, words: { text: "At last", end: 7 } }],
      [{ id: debate.id, turnNumber: 5, words: null }],
    ]);
    await api.sql(
      "UPDATE turns SET content = 'At last more' WHERE debate_id = $1 AND turn_number = 5",
      [debate.id],
    );
    await waitUntil(() => last(member)?.[0]?.words?.text === "At last more");
    for (const { socket } of [member, visitor]) {
      socket.emit("lists:leave");
      // The server processes a socket's requests in order, so `lists:leave` is done when this
      // answer arrives.
      await socket.emitWithAck("debate:join", { debateId: debate.id });
    }
    const eventCounts = [member, visitor].map((watcher) => watcher.named("debates:live").length);
    const snapshotCount = watching.named("debate:snapshot").length;
    await waitUntil(() => watching.named("debate:snapshot").length > snapshotCount + 1);
    expect([member, visitor].map((watcher) => watcher.named("debates:live").length)).toEqual(
      eventCounts,
    );
    expect(watching.named("debates:live")).toEqual([]);
    await api.sql("DELETE FROM debates WHERE id = $1", [debate.id]);
  });

  it("continues after a database outage", async () => {
    const debate = await createPaidDebate(api, owner);
    const visitor = await watch(debate.id);
    await api.wire.cut();
    await insertFinishedTurns(api, debate, 1);
    await api.wire.mend();
    await waitUntil(() => lastSnapshot(visitor)?.currentTurn === 1);
  });
});

describe("a socket whose session cannot be read", () => {
  /**
   * Connects as this user. The API reads the session at the handshake and again once the socket is
   * connected. `meanwhile` runs during the second read.
   */
  const connect = async (
    { client }: TestUser,
    meanwhile: (look: StatementHold) => Promise<void> | void,
  ) => {
    const session = /FROM sessions s/;
    const handshake = api.wire.hold(session, { at: "request" });
    const socket = io(api.origin, {
      forceNew: true,
      transports: ["websocket"],
      reconnectionDelay: 10,
      extraHeaders: { origin: api.origin, cookie: client.cookie },
    });
    await handshake.reached;
    const heldRead = api.wire.hold(session, { at: "request" });
    handshake.release();
    await heldRead.reached;
    await meanwhile(heldRead);
    return socket;
  };

  it("reconnects by itself, with its user", async () => {
    const { id } = await createPaidDebate(api, owner, { isPublic: false });
    const reasons: string[] = [];
    const socket = await connect(owner, (heldRead) => heldRead.drop());
    socket.on("disconnect", (reason) => reasons.push(reason));
    await waitUntil(() => reasons.length > 0);
    await waitUntil(() => socket.connected);
    expect(await socket.emitWithAck("debate:join", { debateId: id })).toMatchObject({ ok: true });
    expect(reasons).toEqual(["transport close"]);
    socket.close();
  });

  it("is disconnected for good if the session has ended meanwhile", async () => {
    const person = await api.person();
    const socket = await connect(person, async (heldRead) => {
      const { user } = person;
      await api.sql("DELETE FROM sessions WHERE sess ->> 'userId' = $1", [String(user.id)]);
      heldRead.release();
    });
    const reason = await new Promise((resolve) => socket.once("disconnect", resolve));
    expect(reason).toBe("io server disconnect");
    socket.close();
  });
});

it("a live stream ends with its session, and other listeners continue", async () => {
  const { id } = await createPaidDebate(api, owner);
  const listen = async (person?: TestUser) => {
    const cookie = person?.client.cookie;
    const headers = cookie ? { cookie } : {};
    const request = get(`${api.origin}/api/debates/${id}/live.mp3`, { headers, agent: false });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return answer.resume();
  };
  const person = await api.person();
  const staying = [await listen(owner), await listen()];
  const stream = await listen(person);
  const ended = once(stream, "end");
  await api.sql("DELETE FROM sessions WHERE sess ->> 'userId' = $1", [String(person.user.id)]);
  await ended;
  expect([stream, ...staying].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(staying.map(({ readableEnded }) => readableEnded)).toEqual([false, false]);
  for (const answer of staying) answer.destroy();
});
