import { z } from "zod";
import { AutoPlay, Debate } from "#shared/contract/debates/debate.ts";
import { type ApiResponse, requestNextTurn } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  type TestUser,
  startApiOnNewDatabase,
  startProxiedApi,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await startProxiedApi();
  [owner, other] = await Promise.all([api.person(), api.person()]);
});
afterAll(() => api.close());

const put = ({ client }: Pick<TestUser, "client">, { id }: Pick<Debate, "id">, on: boolean) =>
  client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on } });
const named = ({ user: { id, username } }: TestUser) => ({ id, username });
const stateOf = async ({ id }: Debate) =>
  (await owner.client.get(`/api/debates/${id}`)).as(Debate).autoPlay;
const OFF = { on: false, by: null };

const asking = ({ id }: Debate) =>
  api.sql(
    `SELECT delay_ms::int AS "delayMs" FROM bullmq.job
      WHERE name = 'auto-play' AND (data ->> 'debateId')::int = $1`,
    [id],
  );
const refuseTopic = ({ id }: Debate) =>
  api.sql("UPDATE debates SET refusal = 'Not debated here.', is_public = false WHERE id = $1", [
    id,
  ]);
const failTurn = async ({ id }: Debate) => {
  const turn = await requestNextTurn(owner.client, id);
  await api.sql("UPDATE turns SET status = 'failed' WHERE id = $1", [turn.id]);
};

describe("Auto-Play", () => {
  it("is off until a user turns it on, whose name is then visible to everyone", async () => {
    const debate = await createPaidDebate(api, owner);
    const watchers = [
      await watchDebate(api.origin, debate.id, owner.client.cookie),
      await watchDebate(api.origin, debate.id),
    ];
    expect(debate.autoPlay).toEqual(OFF);
    expect(await asking(debate)).toEqual([]);
    const on = { on: true, by: named(other) };
    const answer = await put(other, debate, true);
    expect([answer.status, answer.as(AutoPlay.strict())]).toEqual([200, on]);
    expect(await stateOf(debate)).toEqual(on);
    expect(await asking(debate)).toEqual([{ delayMs: 3000 }]);
    for (const watcher of watchers) {
      await waitUntil(() => watcher.named("debate:updated").length === 1);
      expect(watcher.named("debate:updated")).toMatchObject([{ autoPlay: on }]);
      watcher.close();
    }
  });

  it("reports that it waits for the voice only if that is the debate's pace", async () => {
    const debate = await createPaidDebate(api, owner);
    const setPace = (pace: string | null) =>
      api.sql("UPDATE debates SET pace = $2 WHERE id = $1", [debate.id, pace]);
    await setPace("voice");
    expect(await stateOf(debate)).toEqual(OFF);
    const on = { on: true, by: named(owner) };
    const waiting = { ...on, waitsForVoice: true };
    expect((await put(owner, debate, true)).as(AutoPlay.strict())).toEqual(waiting);
    expect(await stateOf(debate)).toEqual(waiting);
    const listed = (await owner.client.get("/api/debates/my")).as(z.array(Debate));
    expect(listed.find(({ id }) => id === debate.id)?.autoPlay).toEqual(waiting);
    for (const pace of ["text", null]) {
      await setPace(pace);
      expect(await stateOf(debate)).toEqual(on);
    }
  });

  it("belongs to the first of 100 concurrent requests", async () => {
    const debate = await createPaidDebate(api, owner);
    const submit = (person: TestUser) => () => put(person, debate, true);
    const [first, second] = await api.overlap(submit(other), submit(owner));
    const more = await Promise.all(
      Array.from({ length: 98 }, (_, n) => put(n % 2 ? owner : other, debate, true)),
    );
    for (const answer of [first, second, ...more])
      expect(answer.as(AutoPlay)).toEqual({ on: true, by: named(other) });
    expect(await asking(debate)).toHaveLength(1);
  });

  it("is off after it is paused, and stays off", async () => {
    const debate = await createPaidDebate(api, owner);
    await put(owner, debate, true);
    expect((await put(owner, debate, false)).as(AutoPlay)).toEqual(OFF);
    expect((await put(other, debate, false)).as(AutoPlay)).toEqual(OFF);
    const [row] = await api.sql("SELECT auto_play_status AS status FROM debates WHERE id = $1", [
      debate.id,
    ]);
    expect(row).toEqual({ status: "none" });
  });

  it("is queued again after a pause, although the earlier job is still waiting", async () => {
    const debate = await createPaidDebate(api, owner);
    for (const on of [true, false, true]) await put(owner, debate, on);
    expect(await asking(debate)).toHaveLength(2);
  });

  it("does not interrupt a running turn, and does not change other debates", async () => {
    const [debate, otherDebate] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    await requestNextTurn(owner.client, debate.id);
    expect((await put(owner, debate, true)).as(AutoPlay).on).toBe(true);
    expect(await asking(debate)).toEqual([]);
    await put(owner, otherDebate, true);
    await put(owner, debate, false);
    expect(await stateOf(otherDebate)).toEqual({ on: true, by: named(owner) });
  });

  const GONE: [string, (admin: TestUser, id: number) => Promise<ApiResponse>][] = [
    ["deleted", ({ client }, id) => client.delete(`/api/admin/users/${id}`)],
    [
      "suspended",
      ({ client }, id) =>
        client.request("PUT", `/api/admin/users/${id}/suspension`, { body: { suspended: true } }),
    ],
  ];
  it.each(GONE)(
    "is off after the user who turned it on is %s, while others' Auto-Play stays on",
    async (_how, remove) => {
      const debate = await createPaidDebate(api, owner);
      const otherDebate = await createPaidDebate(api, owner);
      const [departingUser, admin] = [await api.person(), await api.person("admin")];
      await put(departingUser, debate, true);
      await put(owner, otherDebate, true);
      const watcher = await watchDebate(api.origin, debate.id);
      expect((await remove(admin, departingUser.user.id)).status).toBe(204);
      expect(await stateOf(debate)).toEqual(OFF);
      await waitUntil(() => watcher.named("debate:updated").length > 0);
      expect(watcher.named("debate:updated")[0]).toMatchObject({ autoPlay: OFF });
      watcher.close();
      expect(await stateOf(otherDebate)).toEqual({ on: true, by: named(owner) });
    },
  );

  it("stays on for a user who takes it over while the previous one is being suspended", async () => {
    const debate = await createPaidDebate(api, owner);
    const [departingUser, admin] = [await api.person(), await api.person("admin")];
    await put(departingUser, debate, true);
    const path = `/api/admin/users/${departingUser.user.id}/suspension`;
    const takeOver = async () => {
      await put(owner, debate, false);
      return put(owner, debate, true);
    };
    await api.overlap(
      () => admin.client.request("PUT", path, { body: { suspended: true } }),
      takeOver,
      /SET suspended_at/,
    );
    expect(await stateOf(debate)).toEqual({ on: true, by: named(owner) });
  });

  it("is paused by the owner, by the user who turned it on, and by admins only", async () => {
    const [otherUser, admin] = [await api.person(), await api.person("admin")];
    const debate = await createPaidDebate(api, owner);
    const otherDebate = await createPaidDebate(api, owner);
    for (const person of [owner, other, admin]) {
      await put(other, debate, true);
      await put(other, otherDebate, true);
      const refused = await put(otherUser, debate, false);
      expect([refused.status, refused.error.message]).toEqual([
        403,
        "Only the debate's owner, the user who turned Auto-Play on, and admins may pause it or change its pace.",
      ]);
      expect(await stateOf(debate)).toEqual({ on: true, by: named(other) });
      expect((await put(person, debate, false)).status).toBe(200);
      expect(await stateOf(debate)).toEqual(OFF);
      expect(await stateOf(otherDebate)).toEqual({ on: true, by: named(other) });
    }
    expect((await put(otherUser, debate, false)).status).toBe(200);
    const closed = await createPaidDebate(api, owner, { onlyOwnerSteps: true });
    await put(owner, closed, true);
    expect((await put(other, closed, false)).status).toBe(403);
    expect((await put(admin, closed, false)).status).toBe(200);
    expect((await put(other, closed, false)).status).toBe(403);
    const hidden = await createPaidDebate(api, owner, { isPublic: false });
    await put(owner, hidden, true);
    for (const person of [otherUser, admin])
      expect((await put(person, hidden, false)).status).toBe(404);
  });

  interface Refusal {
    input?: Record<string, unknown>;
    before?: (debate: Debate) => Promise<unknown>;
    by?: () => Pick<TestUser, "client">;
    status: number;
    message: string;
  }
  it.each<[string, Refusal]>([
    [
      "to visitors",
      { by: () => ({ client: api.visitor() }), status: 401, message: "Please sign in first." },
    ],
    [
      "in another user's private debate",
      { input: { isPublic: false }, status: 404, message: "Debate not found" },
    ],
    [
      "where only the owner may request turns",
      {
        input: { onlyOwnerSteps: true },
        status: 403,
        message: "Only the debate's owner may do this.",
      },
    ],
    [
      "once the debate is completed",
      {
        input: { maxTurns: 2 },
        before: (debate) => insertFinishedTurns(api, debate, 2),
        status: 409,
        message: "This debate is completed.",
      },
    ],
    [
      "where the topic was refused",
      {
        by: () => owner,
        before: refuseTopic,
        status: 409,
        message: "Not debated here.",
      },
    ],
    [
      "while the last turn is failed",
      {
        before: failTurn,
        status: 409,
        message: "The last turn failed. Try it again first.",
      },
    ],
  ])("is refused %s", async (_when, { input, before, by = () => other, status, message }) => {
    const debate = await createPaidDebate(api, owner, input);
    await before?.(debate);
    const answer = await put(by(), debate, true);
    expect([answer.status, answer.error.message]).toEqual([status, message]);
    expect(await stateOf(debate)).toEqual(OFF);
  });
});

describe("the owner of a debate", () => {
  const change = ({ client }: TestUser, { id }: Debate, body: object) =>
    client.request("PATCH", `/api/debates/${id}`, { body });

  it("changes only the given fields", async () => {
    const debate = await createPaidDebate(api, owner);
    const otherDebate = await createPaidDebate(api, owner);
    const changed = await change(owner, debate, { onlyOwnerSteps: true });
    expect([changed.status, changed.as(Debate.strict())]).toEqual([
      200,
      { ...debate, onlyOwnerSteps: true },
    ]);
    const unshared = (await change(owner, debate, { shareEnabled: false })).as(Debate);
    expect(unshared).toEqual({ ...debate, onlyOwnerSteps: true, shareEnabled: false });
    expect((await change(owner, debate, {})).as(Debate)).toEqual(unshared);
    expect((await owner.client.get(`/api/debates/${otherDebate.id}`)).as(Debate)).toEqual(
      otherDebate,
    );
  });

  it("is the only one who may, and watchers get an event", async () => {
    const debate = await createPaidDebate(api, owner);
    const watcher = await watchDebate(api.origin, debate.id);
    expect((await change(other, debate, { onlyOwnerSteps: true })).status).toBe(403);
    await change(owner, debate, { onlyOwnerSteps: true });
    await waitUntil(() => watcher.named("debate:updated").length > 0);
    expect(watcher.named("debate:updated")).toMatchObject([{ onlyOwnerSteps: true }]);
    watcher.close();
  });

  it("sets the pace, as does the user with Auto-Play on, but nobody else", async () => {
    const [otherUser, admin] = [await api.person(), await api.person("admin")];
    const debate = await createPaidDebate(api, owner);
    expect(debate.pace).toBe("text");
    const watcher = await watchDebate(api.origin, debate.id);
    expect((await change(owner, debate, { pace: "voice" })).as(Debate)).toEqual({
      ...debate,
      pace: "voice",
    });
    await waitUntil(() => watcher.named("debate:updated").length > 0);
    expect(watcher.named("debate:updated")).toMatchObject([{ pace: "voice" }]);
    watcher.close();
    const statuses = async (body: object) => {
      const answers = [other, otherUser, admin].map((person) => change(person, debate, body));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses({ pace: "text" })).toEqual([403, 403, 403]);
    await put(other, debate, true);
    expect(await statuses({ pace: "text" })).toEqual([200, 403, 200]);
    expect((await change(otherUser, debate, { pace: "text" })).error).toMatchObject({
      code: "forbidden",
      message:
        "Only the debate's owner, the user who turned Auto-Play on, and admins may pause it or change its pace.",
    });
    expect(await statuses({ pace: "voice", shareEnabled: false })).toEqual([403, 403, 403]);
    expect(await statuses({})).toEqual([403, 403, 403]);
    expect((await change(owner, debate, { pace: "slow" })).status).toBe(422);
    expect((await owner.client.get(`/api/debates/${debate.id}`)).as(Debate).pace).toBe("text");
    const hidden = await createPaidDebate(api, owner, { isPublic: false });
    await put(owner, hidden, true);
    for (const person of [otherUser, admin])
      expect((await change(person, hidden, { pace: "text" })).status).toBe(404);
  });

  it("has the pace of the voice by default where a voice is configured", async () => {
    const voiced = await startApiOnNewDatabase({ TTS_API_KEY: "key" });
    const person = await voiced.person();
    const [chosen, byDefault] = [
      await createPaidDebate(voiced, person),
      await createPaidDebate(voiced, person),
    ];
    await change(person, chosen, { pace: "text" });
    const paceOf = async (debate: Debate) =>
      (await person.client.get(`/api/debates/${debate.id}`)).as(Debate).pace;
    expect([await paceOf(chosen), await paceOf(byDefault)]).toEqual(["text", "text"]);
    for (const debate of [chosen, byDefault]) await put(person, debate, true);
    expect([await paceOf(chosen), await paceOf(byDefault)]).toEqual(["text", "voice"]);
    await voiced.close();
  });

  it("can restrict turns to themselves, which ends another user's Auto-Play", async () => {
    const debate = await createPaidDebate(api, owner);
    await put(other, debate, true);
    expect((await change(owner, debate, { onlyOwnerSteps: true })).as(Debate).autoPlay).toEqual(
      OFF,
    );
    const step = ({ client }: TestUser) => client.post(`/api/debates/${debate.id}/turns`);
    expect((await step(other)).status).toBe(403);
    expect((await step(owner)).status).toBe(202);
    await put(owner, debate, true);
    await change(owner, debate, { onlyOwnerSteps: false });
    expect(await stateOf(debate)).toEqual({ on: true, by: named(owner) });
  });

  it("cannot publish a debate whose topic was refused", async () => {
    const debate = await createPaidDebate(api, owner);
    await refuseTopic(debate);
    const answer = await change(owner, debate, { isPublic: true });
    expect([answer.status, answer.error.message]).toEqual([409, "Not debated here."]);
    expect((await change(owner, debate, { onlyOwnerSteps: true })).status).toBe(200);
    expect((await other.client.get(`/api/debates/${debate.id}`)).status).toBe(404);
  });

  it("restricts turns, but admins may still restart a failed one", async () => {
    const [debate, admin] = [await createPaidDebate(api, owner), await api.person("admin")];
    await failTurn(debate);
    await change(owner, debate, { onlyOwnerSteps: true });
    const step = ({ client }: TestUser) => client.post(`/api/debates/${debate.id}/turns`);
    expect((await step(other)).status).toBe(403);
    expect((await step(admin)).status).toBe(202);
  });

  it("makes a debate private: it leaves all lists, and watchers get an event", async () => {
    const debate = await createPaidDebate(api, owner, { topic: "Is this a secret now?" });
    await insertFinishedTurns(api, debate, 1);
    const join = (cookie?: string) => watchDebate(api.origin, debate.id, cookie);
    const others = [await join(other.client.cookie), await join()];
    const ownWatcher = await join(owner.client.cookie);
    const found = async () =>
      (await other.client.get("/api/debates/public?q=Is this a secret")).as(Debate.array());
    expect(await found()).toHaveLength(1);

    const hidden = (await change(owner, debate, { isPublic: false })).as(Debate);
    expect(hidden).toMatchObject({ isPublic: false, shareEnabled: false });
    for (const watcher of others)
      await waitUntil(() => watcher.named("debate:hidden").length === 1);
    const refused = await Promise.all(
      others.map(({ socket }) => socket.emitWithAck("debate:join", { debateId: debate.id })),
    );
    expect(refused).toMatchObject([{ ok: false }, { ok: false }]);
    expect(await found()).toEqual([]);
    const expectNotFound = (answer: ApiResponse) => expect(answer.status).toBe(404);
    expectNotFound(await other.client.get(`/api/debates/${debate.id}`));
    expectNotFound(await api.visitor().get(`/api/debates/${debate.id}/turns`));

    await put(owner, debate, true);
    await waitUntil(() => ownWatcher.named("debate:updated").length === 2);
    for (const watcher of others) expect(watcher.named("debate:updated")).toEqual([]);
    expect(ownWatcher.named("debate:hidden")).toEqual([]);
    for (const watcher of [...others, ownWatcher]) watcher.close();

    await change(owner, debate, { isPublic: true });
    expect(await found()).toMatchObject([{ shareEnabled: false }]);
  });
});
