import { z } from "zod";
import { Debate } from "#shared/contract/debates/debate.ts";
import { Review } from "#shared/contract/debates/moderation.ts";
import type { PageRequest, RenderedPage } from "#shared/contract/page.ts";
import {
  type ApiClient,
  requestNextTurn,
  TEST_PASSWORD,
  fetchTurns,
} from "../helpers/api-client.ts";
import { storeDisclosure, storeRecordings } from "../audio/recording-fixtures.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  type TestUser,
  startApiOnNewDatabase,
  startProxiedApi,
  type ProxiedApi,
} from "./test-api.ts";

const NOWHERE = "http://127.0.0.1:1/v1";
const TEMPLATE =
  "<html><head><!--app-head--></head><body><!--app-html--><!--app-data--></body></html>";
const render = async ({ data }: PageRequest): Promise<RenderedPage> => ({
  status: 200,
  head: "",
  body: JSON.stringify(data.queries),
});
const WEB = { clientDir: "/nowhere", template: TEMPLATE, render };

let api: ProxiedApi;
let owner: TestUser;
let member: TestUser;
let admin: TestUser;
beforeAll(async () => {
  const variables = { TTS_BASE_URL: NOWHERE, MODERATION_BASE_URL: NOWHERE };
  api = await startProxiedApi(variables, { web: WEB });
  [owner, member, admin] = [await api.person(), await api.person(), await api.person("admin")];
});
afterAll(() => api.close());

const selectOne = async <Row extends object>(
  statement: string,
  values: unknown[] = [],
): Promise<Row> => {
  const [row] = await api.sql<Row>(statement, values);
  if (!row) throw new Error("there is no row");
  return row;
};
const person = async (age = "8 days"): Promise<TestUser> => {
  const somebody = await api.person();
  const since = "UPDATE users SET created_at = now() - $2::interval WHERE id = $1";
  await api.sql(since, [somebody.user.id, age]);
  return somebody;
};
const idsOf = async (client: ApiClient, path = "/api/debates/public?perPage=50&sort=newest") =>
  (await client.get(path)).as(z.array(Debate)).map(({ id }) => id);
const postReport = (client: ApiClient, debateId: number, reason = "hate") =>
  client.post(`/api/debates/${debateId}/report`, { reason });
/**
 * Sends a report. Before, gives each earlier report a network of its own. Otherwise all reports
 * would count as one, because all tests share one address.
 */
const report = async (client: ApiClient, debateId: number, reason?: string) => {
  await api.sql("UPDATE reports SET network = 'network ' || id WHERE debate_id = $1", [debateId]);
  return postReport(client, debateId, reason);
};
const reviews = async (state = "open") =>
  (await admin.client.get(`/api/admin/reviews?perPage=50&state=${state}`)).as(z.array(Review));
const reviewOf = async (debateId: number, state = "open") =>
  (await reviews(state)).find(({ debate }) => debate.id === debateId);
const flagTurn = async (turnId: number | undefined) => {
  const turn = "SELECT debate_id, id FROM turns WHERE id = $1";
  await api.sql(`INSERT INTO reviews (debate_id, turn_id) ${turn}`, [turnId]);
  await api.sql(
    `INSERT INTO moderations (debate_id, turn_id, status, flagged)
     SELECT debate_id, id, 'complete', '{hate}' FROM (${turn}) AS flagged`,
    [turnId],
  );
};
const decide = async (debateId: number, decision: string, state?: string) => {
  const review = await reviewOf(debateId, state);
  const answer = await admin.client.post(`/api/admin/reviews/${review?.id}`, { decision });
  expect(answer.status).toBe(204);
};
const suspend = (id: number, suspended = true) =>
  admin.client.request("PUT", `/api/admin/users/${id}/suspension`, { body: { suspended } });
const countActs = () => selectOne("SELECT count(*)::int AS acts FROM audit_log");
const lastAct = () =>
  selectOne("SELECT act, subject_kind, subject_name FROM audit_log ORDER BY id DESC LIMIT 1");

describe("a topic", () => {
  it("is moderated as soon as its debate is created, if moderation is configured", async () => {
    const { id } = await createPaidDebate(api, owner);
    expect(await api.sql("SELECT turn_id FROM moderations WHERE debate_id = $1", [id])).toEqual([
      { turn_id: null },
    ]);
    const without = await startApiOnNewDatabase();
    await createPaidDebate(without, await without.person());
    expect(await without.sql("SELECT FROM moderations")).toEqual([]);
    await without.close();
  });

  it("with hidden characters is stored without them", async () => {
    const hidden = "Tea\u202E or\u{E0041}\u{E0042} coffee\u00AD\uFEFF?\u2066";
    expect((await createPaidDebate(api, owner, { topic: hidden })).topic).toBe("Tea or coffee?");
  });

  it("that was refused starts nothing, shows the reason, and is visible to its owner only", async () => {
    const { id } = await createPaidDebate(api, owner);
    const refusal = "This topic is not debated here.";
    await api.sql("UPDATE debates SET refusal = $2, is_public = false WHERE id = $1", [
      id,
      refusal,
    ]);
    const asked = await owner.client.post(`/api/debates/${id}/turns`);
    expect([asked.status, asked.error.message]).toEqual([409, refusal]);
    const own = await owner.client.get(`/api/debates/${id}`);
    expect(own.as(Debate).refusal).toBe(refusal);
    for (const client of [api.visitor(), member.client, admin.client])
      expect((await client.get(`/api/debates/${id}`)).status).toBe(404);
    const publishing = api.sql("UPDATE debates SET is_public = true WHERE id = $1", [id]);
    await expect(publishing).rejects.toThrow("debates_refused_are_private");
  });
});

describe("a flagged turn", () => {
  const WORDS = "Speech 2";
  const JUDGED = "Well said.";
  const RULING = "Ruling 2";
  let debate: Debate;
  let turnIds: number[];
  beforeAll(async () => {
    debate = await createPaidDebate(api, owner, { maxTurns: 6 });
    await insertFinishedTurns(api, debate, 6);
    const rows = await api.sql<{ id: number }>(
      "SELECT id FROM turns WHERE debate_id = $1 ORDER BY turn_number",
      [debate.id],
    );
    turnIds = rows.map(({ id }) => id);
    await api.sql("UPDATE turns SET ruling = $2 WHERE id = $1", [turnIds[1], RULING]);
    await storeRecordings(api, turnIds);
  });
  const setHidden = (isHidden: boolean) =>
    api.sql("UPDATE turns SET is_hidden = $2 WHERE id = $1", [turnIds[1], isHidden]);
  const everybodyElse = (): [who: string, client: ApiClient][] => [
    ["a visitor", api.visitor()],
    ["a member", member.client],
    ["its owner", owner.client],
  ];

  it("can be read by admins only, and so can the judge's feedback", async () => {
    await setHidden(true);
    for (const [, client] of everybodyElse()) {
      const [first, second] = await fetchTurns(client, debate.id);
      expect(first).toMatchObject({ content: "Speech 1", isHidden: false });
      expect(second).toMatchObject({ content: "", isHidden: true, ruling: null, feedback: null });
      expect(second?.audio).toEqual({ status: "none", durationMs: null, version: 0 });
      expect(second?.quotes ?? []).toEqual([]);
    }
    const [, seen] = await fetchTurns(admin.client, debate.id);
    expect(seen).toMatchObject({
      content: WORDS,
      isHidden: true,
      ruling: RULING,
      feedback: JUDGED,
    });
    expect(seen?.audio.status).toBe("ready");
  });

  it("is left out of every page except an admin's", async () => {
    await setHidden(true);
    for (const [, client] of everybodyElse()) {
      const page = (await client.get(`/debate/${debate.id}`)).text;
      expect(page).toContain("Speech 1");
      expect(page).not.toContain(WORDS);
      expect(page).not.toContain(RULING);
    }
    expect((await admin.client.get(`/debate/${debate.id}`)).text).toContain(WORDS);
  });

  it("can be heard by admins only", async () => {
    await setHidden(true);
    const paths = ["/api/tts/audio", "/api/tts/sentences"].map(
      (at) => `${at}?turnId=${turnIds[1]}`,
    );
    for (const path of paths) {
      for (const [, client] of everybodyElse()) expect((await client.get(path)).status).toBe(404);
      expect((await admin.client.get(path)).status).toBe(200);
    }
  });

  it("is left out of the episode, and its debate of the feed, until an admin keeps it", async () => {
    const countRows = async () => {
      const answer = await owner.client.get(`/api/debates/${debate.id}/audio.mp3`);
      return Number(answer.headers.get("content-length"));
    };
    const isEpisode = async () =>
      (await api.visitor().get("/feed.xml")).text.includes(`/feed/${debate.id}.mp3`);
    await setHidden(false);
    await storeDisclosure(api);
    const before = await countRows();
    expect(await isEpisode()).toBe(true);
    await setHidden(true);
    expect(await countRows()).toBeLessThan(before);
    expect(await isEpisode()).toBe(false);
    expect((await api.visitor().get(`/feed/${debate.id}.mp3`)).status).toBe(404);
  });

  it("is queued with its text and kept or left hidden by an admin, which is audited", async () => {
    await setHidden(true);
    await flagTurn(turnIds[1]);
    expect(await reviewOf(debate.id)).toMatchObject({
      turn: { turnNumber: 2, content: WORDS, isHidden: true, flagged: ["hate"] },
      reports: { members: 0, visitors: 0, weight: 0, reasons: [], details: [] },
      owner: { username: owner.user.username, isAdmin: false, isSuspended: false },
      decision: null,
    });
    await decide(debate.id, "keep");
    expect((await fetchTurns(api.visitor(), debate.id))[1]?.content).toBe(WORDS);
    const name = `Turn 2 of ${debate.topic}`;
    expect(await lastAct()).toEqual({ act: "keep", subject_kind: "turn", subject_name: name });
    expect((await reviewOf(debate.id, "decided"))?.decision).toMatchObject({
      what: "keep",
      by: admin.user.username,
    });
    await decide(debate.id, "unlist", "decided");
    expect((await fetchTurns(api.visitor(), debate.id))[1]?.content).toBe("");
    expect(await idsOf(member.client)).not.toContain(debate.id);
    await decide(debate.id, "keep", "decided");
    expect(await idsOf(member.client)).toContain(debate.id);
    const acts = await countActs();
    await decide(debate.id, "keep", "decided");
    expect(await countActs()).toEqual(acts);
  });
});

describe("a report", () => {
  const isListed = async (id: number) => (await idsOf(member.client)).includes(id);

  it("is accepted from everyone who sees the debate except its owner, and queued", async () => {
    const { id } = await createPaidDebate(api, owner);
    const body = { reason: "violence", details: " Turn\u202E 3. " };
    const response = await api.visitor().post(`/api/debates/${id}/report`, body);
    expect(response.status).toBe(204);
    expect((await report(member.client, id)).status).toBe(204);
    expect((await report(owner.client, id)).status).toBe(403);
    expect(await reviewOf(id)).toMatchObject({
      turn: null,
      reports: {
        members: 1,
        visitors: 1,
        reasons: ["hate", "violence"],
        details: [{ id: expect.any(Number), text: "Turn 3." }],
      },
    });
    expect(await isListed(id)).toBe(true);
  });

  it("about a private debate answers like one about a missing debate", async () => {
    const { id } = await createPaidDebate(api, owner, { isPublic: false });
    expect((await report(member.client, id)).status).toBe(404);
  });

  it("by three accounts older than a week removes a debate from every list", async () => {
    const debate = await createPaidDebate(api, owner, { topic: "Is this topic on a list?" });
    await insertFinishedTurns(api, debate, 1);
    const { id } = debate;
    const sitemap = async () => (await api.visitor().get("/sitemap.xml")).text;
    for (const { client } of [
      await person(),
      await person(),
      await person("23 hours"),
      await person("6 days"),
    ])
      await report(client, id);
    for (let n = 0; n < 3; n++) await report(api.visitor(), id);
    expect(await isListed(id)).toBe(true);
    expect(await sitemap()).toContain(`/debate/${id}<`);
    const other = await createPaidDebate(api, owner);
    await report((await person()).client, id);
    expect([await isListed(id), await isListed(other.id)]).toEqual([false, true]);
    expect(await idsOf(api.visitor(), "/api/debates/public?sort=newest")).not.toContain(id);
    const found = "/api/debates/public?q=Is+this+topic+on+a+list";
    expect(await idsOf(member.client, found)).toEqual([]);
    expect(await sitemap()).not.toContain(`/debate/${id}<`);
    expect((await api.visitor().get(`/debate/${id}/picture.png`)).status).toBe(404);
    const seen = await api.visitor().get(`/api/debates/${id}`);
    expect(seen.as(Debate).isUnlisted).toBe(true);
    expect(await idsOf(owner.client, "/api/debates/my")).toContain(id);
  });

  it("has less weight from an account that is new, suspended, or reported without cause before", async () => {
    const { id } = await createPaidDebate(api, owner);
    const measureReportWeight = async (reporter: TestUser) => {
      await report(reporter.client, id);
      const weight = (await reviewOf(id))?.reports.weight;
      await api.sql("DELETE FROM reports WHERE debate_id = $1", [id]);
      return weight;
    };
    const record = await person();
    const decided = async (decision: "keep" | "unlist") => {
      const other = await createPaidDebate(api, owner);
      await report(record.client, other.id);
      await decide(other.id, decision);
      return measureReportWeight(record);
    };
    expect([
      await measureReportWeight(await person("23 hours")),
      await measureReportWeight(await person("25 hours")),
    ]).toEqual([0, 0.5]);
    expect(await measureReportWeight(record)).toBe(1);
    expect([await decided("unlist"), await decided("keep"), await decided("keep")]).toEqual([
      1.25, 1, 0.75,
    ]);
    const deletedUser = await person();
    await report(deletedUser.client, id);
    await api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [deletedUser.user.id]);
    expect((await reviewOf(id))?.reports.weight).toBe(0);
  });

  it("counts once for all accounts of one network, whatever their weight", async () => {
    const { id } = await createPaidDebate(api, owner);
    for (let n = 0; n < 4; n++) await postReport((await person()).client, id);
    expect((await reviewOf(id))?.reports).toMatchObject({ members: 4, weight: 1 });
    expect(await isListed(id)).toBe(true);
  });

  it("stores a digest of the network, different per debate, until the account is deleted", async () => {
    const debates = [await createPaidDebate(api, owner), await createPaidDebate(api, owner)];
    const { user, client } = await person();
    for (const { id } of debates) await postReport(client, id);
    const other = await createPaidDebate(api, owner);
    await postReport((await person()).client, other.id);
    const networks = () =>
      api.sql<{ network: string | null }>(
        "SELECT network FROM reports WHERE debate_id = ANY($1) ORDER BY id",
        [debates.map(({ id }) => id)],
      );
    const [first, second] = (await networks()).map(({ network }) => network);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect((await admin.client.delete(`/api/admin/users/${user.id}`)).status).toBe(204);
    expect(await networks()).toEqual([{ network: null }, { network: null }]);
    const kept = "SELECT FROM reports WHERE debate_id = $1 AND network IS NOT NULL";
    expect(await api.sql(kept, [other.id])).toHaveLength(1);
  });

  it("counts once per user, however often they report", async () => {
    const { id } = await createPaidDebate(api, owner);
    const again = await person();
    for (const reason of ["hate", "sexual", "hate", "violence"])
      await report(again.client, id, reason);
    expect(await isListed(id)).toBe(true);
    expect((await reviewOf(id))?.reports).toMatchObject({ members: 1, reasons: ["violence"] });
  });

  it("has no effect once an admin has kept the debate", async () => {
    const { id, topic } = await createPaidDebate(api, owner);
    for (let n = 0; n < 3; n++) await report((await person()).client, id);
    expect(await isListed(id)).toBe(false);
    await decide(id, "keep");
    expect(await lastAct()).toEqual({ act: "keep", subject_kind: "debate", subject_name: topic });
    expect(await isListed(id)).toBe(true);
    for (let n = 0; n < 3; n++) await report((await person()).client, id);
    expect(await isListed(id)).toBe(true);
    expect(await reviewOf(id)).toBeUndefined();
  });

  it("does not list a debate again that an admin has removed", async () => {
    const { id, topic } = await createPaidDebate(api, owner, { topic: "Is this one taken off?" });
    await report(member.client, id);
    await decide(id, "unlist");
    expect(await isListed(id)).toBe(false);
    expect(await lastAct()).toEqual({ act: "unlist", subject_kind: "debate", subject_name: topic });
  });

  it("is listed with its text under its own debate, as open until the decision and as decided afterwards", async () => {
    const [open, decided] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    for (const { id } of [open, decided])
      await member.client.post(`/api/debates/${id}/report`, {
        reason: "hate",
        details: `Of ${id}.`,
      });
    await decide(decided.id, "keep");
    for (const [one, state, otherState] of [
      [open, "open", "decided"],
      [decided, "decided", "open"],
    ] as const) {
      expect((await reviewOf(one.id, state))?.reports.details.map(({ text }) => text)).toEqual([
        `Of ${one.id}.`,
      ]);
      expect(await reviewOf(one.id, otherState)).toBeUndefined();
      const page = await admin.client.get(`/api/admin/reviews?perPage=50&state=${state}`);
      expect(Number(page.headers.get("x-total-count"))).toBe((await reviews(state)).length);
    }
  });

  describe("about a debate with a flagged turn", () => {
    const flaggedDebate = async () => {
      const debate = await createPaidDebate(api, owner);
      await insertFinishedTurns(api, debate, 1);
      const turn = "SELECT id FROM turns WHERE debate_id = $1";
      await flagTurn((await selectOne<{ id: number }>(turn, [debate.id])).id);
      return debate.id;
    };
    const reportThrice = async (id: number) => {
      for (let n = 0; n < 3; n++) await report((await person()).client, id);
    };
    const decideAbout = async (
      what: "turn" | "debate",
      id: number,
      decision: string,
      state?: string,
    ) => {
      const found = (await reviews(state)).find(
        ({ debate, turn }) => debate.id === id && (turn === null) === (what === "debate"),
      );
      await admin.client.post(`/api/admin/reviews/${found?.id}`, { decision });
    };

    it("waits for an admin, whatever is decided about the turn", async () => {
      const id = await flaggedDebate();
      await reportThrice(id);
      await decideAbout("turn", id, "keep");
      expect(await isListed(id)).toBe(false);
    });

    it("can be decided while the turn waits for a decision", async () => {
      const id = await flaggedDebate();
      await reportThrice(id);
      await decideAbout("debate", id, "keep");
      expect(await isListed(id)).toBe(true);
    });

    it("can be decided at the same time as the turn: each decision sees the other", async () => {
      const id = await flaggedDebate();
      await report(member.client, id);
      await api.overlap(
        () => decideAbout("turn", id, "unlist"),
        () => decideAbout("debate", id, "keep"),
      );
      expect(await isListed(id)).toBe(false);
    });

    it("by one account does not keep the debate unlisted after the turn is kept", async () => {
      const id = await flaggedDebate();
      await report((await person()).client, id);
      await decideAbout("turn", id, "unlist");
      expect(await isListed(id)).toBe(false);
      await decideAbout("turn", id, "keep", "decided");
      expect(await isListed(id)).toBe(true);
    });

    it("counts even after the turn was kept", async () => {
      const id = await flaggedDebate();
      await report(member.client, id);
      await decideAbout("turn", id, "keep");
      expect(await isListed(id)).toBe(true);
      await reportThrice(id);
      expect(await isListed(id)).toBe(false);
    });
  });

  it("by visitors is stored up to a limit of 100 per debate", async () => {
    const { id } = await createPaidDebate(api, owner);
    await api.sql(
      "INSERT INTO reports (debate_id, reason) SELECT $1, 'hate' FROM generate_series(1, 99)",
      [id],
    );
    await report(member.client, id);
    for (let n = 0; n < 3; n++) expect((await report(api.visitor(), id)).status).toBe(204);
    expect((await reviewOf(id))?.reports).toMatchObject({ members: 1, visitors: 100 });
  });

  it("is limited per address", async () => {
    const few = await startApiOnNewDatabase({ LIMIT_REPORTS_PER_HOUR: "2" });
    const { id } = await createPaidDebate(few, await few.person());
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await report(few.visitor(), id)).status);
    expect(statuses).toEqual([204, 204, 429]);
    await few.close();
  });
});

describe("a suspended user", () => {
  it("is signed out at once and cannot sign in, with the reason, until restored", async () => {
    const { user, client } = await api.person();
    const login = (password = TEST_PASSWORD) =>
      api.visitor().post("/api/login", { username: user.username, password });
    expect((await suspend(user.id)).status).toBe(204);
    expect(await lastAct()).toEqual({
      act: "suspend_user",
      subject_kind: "user",
      subject_name: user.username,
    });
    expect((await client.get("/api/user")).status).toBe(401);
    const refused = await login();
    expect([refused.status, refused.error.message]).toEqual([
      403,
      "This account is suspended. Write to contact@chatbotdebate.example if you think this is a mistake.",
    ]);
    // Without the password, the response reveals nothing.
    expect((await login("wrong password")).status).toBe(401);
    await suspend(user.id, false);
    expect(await lastAct()).toMatchObject({ act: "restore_user" });
    expect((await login()).status).toBe(200);
    const acts = await countActs();
    expect((await suspend(user.id, false)).status).toBe(204);
    expect(await countActs()).toEqual(acts);
    expect((await client.get("/api/user")).status).toBe(401);
  });

  it("has no session, even one created at the same moment", async () => {
    const { user, client } = await api.person();
    await api.sql("UPDATE users SET suspended_at = now() WHERE id = $1", [user.id]);
    expect((await client.get("/api/user")).status).toBe(401);
  });

  it("cannot be an admin", async () => {
    const other = await api.person("admin");
    const answer = await suspend(other.user.id);
    expect([answer.status, answer.error.message]).toEqual([
      403,
      "Admin accounts can't be suspended. Remove the role first.",
    ]);
    expect((await suspend(admin.user.id)).status).toBe(403);
  });
});

it("the response to a requested turn does not contain the text of a hidden one", async () => {
  const debate = await createPaidDebate(api, owner);
  await api.sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, status, content, is_hidden)
     VALUES ($1, 1, 'bot_a', 'opening', 'streaming', 'Words', true)`,
    [debate.id],
  );
  expect(await requestNextTurn(owner.client, debate.id)).toMatchObject({
    content: "",
    isHidden: true,
  });
});
