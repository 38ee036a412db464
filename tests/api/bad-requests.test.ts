import { sendRawHttp } from "./raw-http.ts";
import {
  createPaidDebate,
  startApiOnNewDatabase,
  type TestUser,
  type TestApi,
} from "./test-api.ts";

let api: TestApi;
let person: TestUser;
let turns: string;
beforeAll(async () => {
  api = await startApiOnNewDatabase();
  person = await api.person();
  const { id } = await createPaidDebate(api, person);
  turns = `/api/debates/${id}/turns`;
});
afterAll(() => api.close());

const send = (path: string, body: string | undefined, headers: Record<string, string> = {}) =>
  person.client.request("POST", path, { body, headers });

describe("a body", () => {
  it.each([
    ["broken JSON", '{"topic": ', 400, "malformed"],
    ["JSON that is not an object", '"Cats are better"', 400, "malformed"],
    ["a list", "[]", 422, "invalid"],
    ["over 100 kB", JSON.stringify({ topic: "x".repeat(100_001) }), 413, "too_large"],
  ])("of %s is refused", async (_what, body, status, code) => {
    const answer = await send("/api/debates", body);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"])(
    "of type %s is refused",
    async (type) => {
      const answer = await send("/api/debates", "topic=Cats", { "content-type": type });
      expect([answer.status, answer.error.code]).toEqual([415, "unsupported_media_type"]);
    },
  );

  it("with an unknown field is refused, and the error names the field", async () => {
    const answer = await send("/api/debates", '{"topic": "Cats or dogs", "colour": "red"}');
    expect(answer.status).toBe(422);
    expect(answer.error.fields).toEqual({ colour: "Unknown field: colour" });
  });

  it("must be empty where none is expected", async () => {
    expect((await send(turns, '{"colour": "red"}')).status).toBe(422);
    expect((await send(turns, "{")).status).toBe(400);
    expect((await send(turns, "hello", { "content-type": "text/plain" })).status).toBe(415);
  });

  it("that is absent needs no content type", async () => {
    expect((await send(turns, undefined)).status).toBe(202);
    expect((await send("/api/debates", undefined)).error.fields).toEqual({ topic: "Required" });
  });
});

describe("a field", () => {
  it.each([
    [{ topic: "Hi  " }, "Topic must be at least 5 characters"],
    [{ topic: "x".repeat(301) }, "Topic must be at most 300 characters"],
    [{ maxTurns: 5 }, "maxTurns must be an even number from 2 to 20"],
    [{ maxTurns: 22 }, "maxTurns must be an even number from 2 to 20"],
    [{ botAStance: "against" }, "The first bot always argues for"],
    [{ botBStance: "for" }, "The second bot always argues against"],
  ])("that breaks a rule is refused with the reason: %j", async (wrong, message) => {
    const answer = await send("/api/debates", JSON.stringify({ topic: "Cats or dogs", ...wrong }));
    expect([answer.status, answer.error.message]).toEqual([422, message]);
    expect(answer.error.fields).toEqual({ [Object.keys(wrong)[0] ?? ""]: message });
  });

  it.each([{ format: "rap" }, { botAProvider: "eliza" }, { isPublic: "yes" }, { maxTurns: "6" }])(
    "of the wrong type is refused: %j",
    async (wrong) => {
      const body = JSON.stringify({ topic: "Cats or dogs", ...wrong });
      expect((await send("/api/debates", body)).status).toBe(422);
    },
  );
});

describe("the URL of a request", () => {
  it.each(["0", "-1", "1.5", "abc", "1e3", "99999999999", "2147483648", "%00", "%E0%A4%A"])(
    "is refused with the id %s",
    async (id) => {
      for (const path of [
        `/api/debates/${id}`,
        `/api/debates/${id}/turns`,
        `/api/tts/audio?turnId=${id}`,
        `/api/tts/sentences?turnId=${id}`,
        `/api/turns/${id}/ruling.mp3`,
      ])
        expect((await person.client.get(path)).status).toBe(400);
    },
  );

  it("that matches nothing answers 404 as JSON", async () => {
    const answers = [
      await person.client.get("/api/debates/2147483647"),
      await person.client.get("/api/no-such-path"),
      await send("/api/debates/1/dance", undefined),
    ];
    for (const answer of answers)
      expect([answer.status, answer.error.code]).toEqual([404, "not_found"]);
  });

  it.each(["sort=best", "page=0", "perPage=51", "perPage=x", "colour=red", "q=a&q=b"])(
    "is refused when it breaks a rule: %s",
    async (query) => {
      expect((await person.client.get(`/api/debates/public?${query}`)).status).toBe(422);
    },
  );

  it("is refused with characters that the database cannot store", async () => {
    expect((await person.client.get("/api/debates/public?q=a%00")).status).toBe(400);
    const login = '{"username": "a\\u0000b", "password": "secret"}';
    expect((await send("/api/login", login)).status).toBe(400);
  });
});

it("an Idempotency-Key of 201 characters is refused", async () => {
  const answer = await person.client.post(
    "/api/debates",
    { topic: "Cats or dogs" },
    { headers: { "idempotency-key": "k".repeat(201) } },
  );
  expect(answer.status).toBe(422);
});

describe("a request", () => {
  it.each([
    ["in its headers", "GET /api/config HTTP/1.1\r\nHost: localhost\r\nX-Slow: "],
    [
      "in its body",
      "POST /api/login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n" +
        'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"username"',
    ],
  ])("that stops halfway, %s, is dropped within 30 s", async (_where, words) => {
    const startedAt = Date.now();
    expect(await sendRawHttp(api, words)).toMatch(/^HTTP\/1\.1 408 /);
    expect(Date.now() - startedAt).toBeLessThan(30_000);
  });
});
