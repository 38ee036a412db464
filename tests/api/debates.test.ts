import { z } from "zod";
import {
  buildFakeEmailVariables,
  buildFakePayPalVariables,
  buildFakeVoiceVariables,
} from "#infra/dev/launcher/launch-plan.ts";
import { waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { Credits } from "#shared/contract/credits.ts";
import { Debate, DetectLanguageResponse } from "#shared/contract/debates/debate.ts";
import { PublicConfig } from "#shared/contract/config.ts";
import { mapProviders } from "#shared/domain/provider.ts";
import {
  insertFinishedTurns,
  giveCredits,
  createPaidDebate,
  startApiOnNewDatabase,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let owner: TestUser;
let other: TestUser;
let admin: TestUser;
let superadmin: TestUser;
let visitor: ApiClient;
beforeAll(async () => {
  api = await startProxiedApi();
  [owner, other, admin, superadmin] = await Promise.all([
    api.person(),
    api.person(),
    api.person("admin"),
    api.person("superadmin"),
  ]);
  visitor = api.visitor();
});
afterAll(() => api.close());

const credits = async ({ client }: TestUser) =>
  (await client.get("/api/credits")).as(Credits).credits;

describe("creating a debate", () => {
  it("requires a session", async () => {
    expect((await visitor.post("/api/debates", { topic: "Cats or dogs" })).status).toBe(401);
  });

  it("takes one credit and fills in the defaults", async () => {
    const person = await api.person();
    const answer = await person.client.post("/api/debates", { topic: "  Tabs\tor\nspaces " });
    expect(answer.status).toBe(201);
    expect(answer.as(Debate.strict())).toMatchObject({
      topic: "Tabs or spaces",
      language: "en",
      status: "pending",
      maxTurns: 6,
      currentTurn: 0,
      userId: person.user.id,
      owner: { id: person.user.id, username: person.user.username },
      isPublic: true,
      botAProvider: "openai",
      botBProvider: "openai",
      botAStance: "for",
      botBStance: "against",
      format: "standard",
      shareEnabled: true,
      judge: "grok",
      scores: null,
      upvotes: 0,
      downvotes: 0,
      refunded: false,
      onlyOwnerSteps: false,
      pace: "text",
      autoPlay: { on: false, by: null },
      winnerVotes: null,
      myVote: null,
      myReaction: null,
    });
    expect(await credits(person)).toBe(0);
  });

  it("detects the language of the topic, which is in every shape of the debate", async () => {
    const person = await api.person();
    const topic = "¿Debería prohibirse el coche en el centro?";
    const { id, language } = (await person.client.post("/api/debates", { topic })).as(Debate);
    expect(language).toBe("es");
    const shapes = [
      (await visitor.get(`/api/debates/${id}`)).as(Debate),
      ...(await person.client.get("/api/debates/my")).as(z.array(Debate)),
      ...(await admin.client.get(`/api/admin/debates?q=${encodeURIComponent(topic)}`)).as(
        z.array(Debate),
      ),
    ];
    expect(shapes.map((shape) => shape.language)).toEqual(["es", "es", "es"]);
  });

  it("takes the browser's language for a topic without a clear one", async () => {
    const { client } = await api.person();
    client.headers["accept-language"] = "tlh, ja-JP;q=0.9, de-AT;q=0.8, en;q=0.7";
    expect((await client.post("/api/debates", { topic: "Pro-life" })).as(Debate).language).toBe(
      "de",
    );
  });

  it.each([
    ["only emoji", "🎉🎉👩‍👩‍👧🎉🎉🎉", "fr", "🎉🎉👩‍👩‍👧🎉🎉🎉"],
    ["two scripts", "Are cats better, 猫は犬より良いですか", "fr", undefined],
    ["300 combining marks", `a${"\u0301".repeat(290)}bcd`, "fr", undefined],
    [
      "right-to-left overrides",
      "\u202Eהאם חתולים טובים יותר\u202C מכלבים בבית?\u2066",
      "he",
      "האם חתולים טובים יותר מכלבים בבית?",
    ],
  ])("has a language for a topic of %s", async (_what, topic, language, stored = topic) => {
    const { client } = await api.person();
    client.headers["accept-language"] = "fr-CA";
    const created = (await client.post("/api/debates", { topic })).as(Debate);
    expect(created).toMatchObject({ language, topic: stored });
  });

  it("says before which language it would detect", async () => {
    const { client } = await api.person();
    const detect = async (topic: string) =>
      (await client.post("/api/debates/language", { topic })).as(DetectLanguageResponse).language;
    expect(await detect("هل الذكاء الاصطناعي خطير؟")).toBe("ar");
    expect(await detect("Pro-life")).toBe("en");
    client.headers["accept-language"] = "fr-CA";
    expect(await detect("Pro-life")).toBe("fr");
  });

  it("takes the given language, whatever the topic is", async () => {
    const { client } = await api.person();
    const input = { topic: "Does pineapple belong on pizza?", language: "he" };
    expect((await client.post("/api/debates", input)).as(Debate).language).toBe("he");
  });

  it.each([
    ["pt-BR", "pt-BR"],
    ["PT-br", "pt-BR"],
    ["ZH-hant-tw", "zh-Hant-TW"],
    ["iw", "he"],
  ])("stores the language %s as %s", async (given, stored) => {
    const { client } = await api.person();
    const input = { topic: "Does pineapple belong on pizza?", language: given };
    expect((await client.post("/api/debates", input)).as(Debate).language).toBe(stored);
  });

  it("changes the language before the first turn, on all pages", async () => {
    const person = await api.person();
    const { id } = await createPaidDebate(api, person);
    const watcher = await watchDebate(api.origin, id, person.client.cookie);
    const setLanguage = (language: string) =>
      person.client.request("PATCH", `/api/debates/${id}`, { body: { language } });
    const changed = await setLanguage("pt-br");
    expect(changed.as(Debate).language).toBe("pt-BR");
    await waitUntil(() => watcher.named("debate:updated")[0]?.language === "pt-BR");
    watcher.close();
    expect((await visitor.get(`/api/debates/${id}`)).as(Debate).language).toBe("pt-BR");
    const unknown = await setLanguage("tlh");
    expect(unknown.status).toBe(422);
    expect(unknown.error.fields).toEqual({ language: "This language is not supported" });
  });

  it("keeps the language from the first turn on", async () => {
    const person = await api.person();
    const { id } = await createPaidDebate(api, person);
    expect((await person.client.post(`/api/debates/${id}/turns`)).status).toBe(202);
    const change = (body: object) => person.client.request("PATCH", `/api/debates/${id}`, { body });
    const refused = await change({ language: "es", isPublic: false });
    expect(refused.status).toBe(409);
    expect(refused.error.message).toBe("The language can only be changed before the first turn.");
    const same = await change({ language: "en" });
    expect(same.as(Debate)).toMatchObject({ language: "en", isPublic: true });
  });

  it("refuses languages that it does not know", async () => {
    const topic = "Does pineapple belong on pizza?";
    const answer = await owner.client.post("/api/debates", { topic, language: "tlh" });
    expect(answer.status).toBe(422);
    expect(answer.error.fields).toEqual({ language: "This language is not supported" });
  });

  it("shows English for debates of the previous version, which have no language", async () => {
    const { id } = await createPaidDebate(api, owner);
    await api.sql("UPDATE debates SET language = NULL WHERE id = $1", [id]);
    expect((await visitor.get(`/api/debates/${id}`)).as(Debate).language).toBe("en");
  });

  it("answers 402 without a credit, and changes nothing", async () => {
    const person = await api.person();
    await person.client.post("/api/debates", { topic: "The first is free" });
    const answer = await person.client.post("/api/debates", { topic: "The second is not" });
    expect(answer.status).toBe(402);
    expect(answer.error).toEqual({
      code: "no_credits",
      message: "You need at least 1 credit to start a debate.",
    });
    expect((await person.client.get("/api/debates/my")).as(z.array(Debate))).toHaveLength(1);
  });

  it("twice at once with one credit creates one debate", async () => {
    const person = await api.person();
    const create = (topic: string) => () => person.client.post("/api/debates", { topic });
    const answers = await api.overlap(create("Both want it"), create("One gets it"));
    expect(answers.map(({ status }) => status)).toEqual([201, 402]);
    expect(await credits(person)).toBe(0);
  });

  it("50 times at once with one credit creates one debate", async () => {
    const person = await api.person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        person.client.post("/api/debates", { topic: `Topic number ${n}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402)).toHaveLength(49);
    expect((await person.client.get("/api/debates/my")).as(z.array(Debate))).toHaveLength(1);
    expect(await credits(person)).toBe(0);
  });
});

describe("an Idempotency-Key", () => {
  const create = ({ client }: TestUser, key: string, topic = "Asked for twice") =>
    client.post("/api/debates", { topic }, { headers: { "idempotency-key": key } });

  it("gives a repeated request the first response and takes one credit", async () => {
    const person = await api.person();
    const first = await create(person, "a key");
    const second = await create(person, "a key");
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.as(Debate)).toEqual(first.as(Debate));
    expect(await credits(person)).toBe(0);
  });

  it("sent in parallel creates one debate", async () => {
    const person = await api.person();
    await giveCredits(api, person, 9);
    const repeat = () => create(person, "at once");
    const pair = await api.overlap(repeat, repeat);
    const responses = await Promise.all(Array.from({ length: 10 }, repeat));
    const ids = [...pair, ...responses].map((answer) => answer.as(Debate).id);
    expect(new Set(ids).size).toBe(1);
    expect(await credits(person)).toBe(9);
  });

  it("sent in parallel with a request that fails creates the debate instead", async () => {
    const person = await api.person();
    await create(person, "the free one");
    const [failed, done] = await api.overlap(
      () => create(person, "again"),
      async () => {
        await giveCredits(api, person, 1);
        return create(person, "again");
      },
      /^ROLLBACK$/,
    );
    expect([failed.status, done.status]).toEqual([402, 201]);
  });

  it("with another request is refused", async () => {
    const person = await api.person();
    await create(person, "one use");
    expect((await create(person, "one use", "Something else")).status).toBe(422);
  });

  it("can be used again when the first request failed", async () => {
    const person = await api.person();
    await create(person, "first");
    expect((await create(person, "later")).status).toBe(402);
    await createPaidDebate(api, person);
    await api.sql(
      "INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 1, 'admin', 'x')",
      [person.user.id],
    );
    expect((await create(person, "later")).status).toBe(201);
  });

  it("is scoped to the user, who may have many", async () => {
    const [one, two] = await Promise.all([api.person(), api.person()]);
    for (const person of [one, two]) await giveCredits(api, person, 1);
    const ids = async () => {
      const made = [];
      for (const person of [one, two])
        for (const key of ["shared", "another"])
          made.push((await create(person, key)).as(Debate).id);
      return made;
    };
    const first = await ids();
    expect(new Set(first).size).toBe(4);
    expect(await ids()).toEqual(first);
  });

  it("does not wait for locks of other users' keys", async () => {
    const [one, two] = await Promise.all([api.person(), api.person()]);
    await create(one, "old");
    await api.sql("UPDATE idempotency_keys SET created_at = '-infinity' WHERE user_id = $1", [
      one.user.id,
    ]);
    await giveCredits(api, one, 1);
    const isThrough = await api.overtakes(
      () => create(one, "new"),
      () => create(two, "new"),
    );
    expect(isThrough).toBe(true);
  });

  it("can be used again after a day", async () => {
    const person = await api.person();
    await giveCredits(api, person, 1);
    const ids = [];
    for (const age of ["23 hours", "25 hours", "0 hours"]) {
      ids.push((await create(person, "daily")).as(Debate).id);
      await api.sql(
        "UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE user_id = $1",
        [person.user.id, age],
      );
    }
    const [first, repeated, later] = ids;
    expect(repeated).toBe(first);
    expect(later).not.toBe(first);
  });
});

describe("the simulated services in /api/config", () => {
  const PAYPAL = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret" };
  it.each([
    [[], { TTS_API_KEY: "key", ...PAYPAL }],
    [["models"], { STANDIN_PROVIDERS: "grok" }],
    [["voice"], buildFakeVoiceVariables(9)],
    [["payments"], buildFakePayPalVariables(9)],
    [["email"], buildFakeEmailVariables(9, 9)],
  ])("are %j", async (simulated, variables) => {
    const api = await startApiOnNewDatabase(variables);
    const config = (await api.visitor().get("/api/config")).as(PublicConfig);
    expect(config.simulated).toEqual(simulated);
    await api.close();
  });
});

describe("a provider that is not configured", () => {
  it("cannot speak or judge, and /api/config shows the reason", async () => {
    const poor = await startApiOnNewDatabase({ XAI_BASE_URL: "", OPENAI_LABEL: "GPT" });
    const person = await poor.person();
    for (const side of ["botAProvider", "botBProvider"]) {
      const body = { topic: "Cats or dogs", [side]: "grok" };
      const refused = await person.client.post("/api/debates", body);
      expect(refused.status).toBe(422);
      expect(refused.error.fields).toEqual({ [side]: "Grok is not available on this server" });
    }
    const debate = (await person.client.post("/api/debates", { topic: "Cats or dogs" })).as(Debate);
    expect(debate.judge).toBe("claude");
    const providers = {
      ...mapProviders((id) => ({ id, available: true })),
      openai: {
        id: "openai",
        label: "GPT",
        available: true,
        reason: null,
        standIn: false,
        answering: true,
      },
      grok: { id: "grok", available: false, reason: expect.stringContaining("Grok") },
    };
    const config = JSON.parse((await person.client.get("/api/config")).text) as object;
    expect(config).toMatchObject({
      productName: "Chatbot Debate",
      tts: false,
      paypal: null,
      providers: Object.values(providers),
    });
    await poor.close();
  });
});

describe("access to a debate", () => {
  const PLACES = { page: "", turns: "/turns" };
  const seenBy = async (client: ApiClient, { id }: Debate) => {
    const statuses = Object.values(PLACES).map(
      async (place) => (await client.get(`/api/debates/${id}${place}`)).status,
    );
    return Promise.all(statuses);
  };

  it.each([
    ["public", { isPublic: true }, [200, 200, 200, 200, 200]],
    ["public, not shared", { isPublic: true, shareEnabled: false }, [200, 200, 200, 200, 200]],
    ["private", { isPublic: false }, [404, 200, 404, 404, 404]],
  ])("that is %s", async (_what, input, expected) => {
    const debate = await createPaidDebate(api, owner, input);
    const people = [visitor, owner.client, other.client, admin.client, superadmin.client];
    const statuses = await Promise.all(people.map((client) => seenBy(client, debate)));
    expect(statuses).toEqual(expected.map((status) => [status, status]));
  });

  it("that is private is not shared, whatever the request says", async () => {
    const input = { isPublic: false, shareEnabled: true };
    expect(await createPaidDebate(api, owner, input)).toMatchObject({
      ...input,
      shareEnabled: false,
    });
  });

  it("that is private looks like a missing one", async () => {
    const { id } = await createPaidDebate(api, owner, { isPublic: false });
    const hidden = await other.client.get(`/api/debates/${id}`);
    const absent = await other.client.get("/api/debates/2147483647");
    expect(hidden.text).toBe(absent.text);
  });

  it("excludes scores and votes for visitors", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 6);
    await owner.client.post(`/api/debates/${debate.id}/vote`, { winner: "bot_a" });
    const path = `/api/debates/${debate.id}`;
    expect((await owner.client.get(path)).as(Debate)).toMatchObject({
      scores: { botA: 7, botB: 7, reasoning: "Even." },
      winnerVotes: { botA: 1, botB: 0 },
      myVote: "bot_a",
    });
    expect((await visitor.get(path)).as(Debate)).toMatchObject({
      currentTurn: 6,
      scores: null,
      winnerVotes: null,
      myVote: null,
      myReaction: null,
    });
  });

  it("is not cached by shared caches", async () => {
    const { id } = await createPaidDebate(api, owner);
    for (const path of [`/api/debates/${id}`, `/api/debates/${id}/turns`]) {
      const { headers } = await owner.client.get(path);
      expect(headers.get("cache-control")).toBe("private, no-cache");
    }
  });
});

describe("deleting a debate", () => {
  it.each([
    ["a visitor", () => visitor, true, 401],
    ["another user", () => other.client, true, 403],
    ["another user of a private debate", () => other.client, false, 404],
    ["the owner", () => owner.client, true, 204],
    ["an admin", () => admin.client, true, 204],
    ["an admin of a private debate", () => admin.client, false, 204],
    ["a superadmin", () => superadmin.client, true, 204],
  ])("as %s", async (_who, client, isPublic, status) => {
    const { id } = await createPaidDebate(api, owner, { isPublic });
    const answer = await client().delete(`/api/debates/${id}`);
    expect(answer.status).toBe(status);
    const after = (await owner.client.get(`/api/debates/${id}`)).status;
    expect(after).toBe(status === 204 ? 404 : 200);
  });

  it("deletes its turns and votes", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 6);
    await other.client.post(`/api/debates/${debate.id}/vote`, { winner: "bot_b" });
    await other.client.post(`/api/debates/${debate.id}/reaction`, { type: "up" });
    await owner.client.delete(`/api/debates/${debate.id}`);
    for (const table of ["turns", "votes", "debate_votes"])
      expect(await api.sql(`SELECT FROM ${table} WHERE debate_id = $1`, [debate.id])).toEqual([]);
  });
});
