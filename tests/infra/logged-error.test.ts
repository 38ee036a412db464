import { QueryFailedError } from "typeorm";
import { z } from "zod";
import { serializeError, redactMessage } from "#infra/serialize-error.ts";

describe("an error in the log", () => {
  it("has its message, stack and codes, without parameters and details", () => {
    const driver = Object.assign(new Error('duplicate key breaks "users_email_once"'), {
      code: "23505",
      constraint: "users_email_once",
      table: "users",
      detail: "Key (lower(email))=(ada@mail.example) already exists.",
      client: { secretKey: 4711 },
    });
    const err = new QueryFailedError(
      "INSERT INTO users",
      ["ada@mail.example", "$argon2id$"],
      driver,
    );
    const { stack, ...said } = serializeError(err);
    expect(said).toEqual({
      name: "QueryFailedError",
      message: "duplicate key breaks …",
      code: "23505",
      constraint: "users_email_once",
      table: "users",
    });
    expect(stack).toMatch(/^ {4}at .*logged-error\.test\.ts/);
  });

  it("does not show a line of its message as part of the stack", () => {
    const { stack } = serializeError(new Error("no\n    at ada's house"));
    expect(stack).not.toContain("ada's house");
  });

  it("has its causes up to a depth of three", () => {
    const chain = (depth: number): Error =>
      new Error(`cause ${depth}`, depth < 9 ? { cause: chain(depth + 1) } : {});
    const text = JSON.stringify(serializeError(chain(0)));
    expect(text).toContain("cause 3");
    expect(text).not.toContain("cause 4");
  });

  it("from a schema names the field without its value", () => {
    const { error } = z.object({ id: z.literal("mine") }).safeParse({ id: "a secret" });
    expect(serializeError(error).message).toBe("invalid_value at id");
  });

  it.each([{ code: "my own words" }, { code: { of: "x" } }, { constraint: "a b" }])(
    "has no code that is no identifier: %j",
    (field) => {
      const serialized = serializeError(Object.assign(new Error("no"), field));
      expect(Object.keys(serialized)).toEqual(["name", "message", "stack"]);
    },
  );

  it.each(["a secret", { password: "a secret" }, null, undefined])(
    "does not contain a thrown value: %j",
    (thrown) => {
      expect(JSON.stringify(serializeError(thrown))).not.toContain("secret");
    },
  );
});

describe("a message in the log", () => {
  it.each([
    [
      'invalid input syntax for type integer: "a "quoted" word"',
      "invalid input syntax for type integer: …",
    ],
    ["Unexpected token 'h', \"hello\" is not valid JSON", "Unexpected token …"],
    ["ERR unknown command 'x', with args beginning with: 'a'", "ERR unknown command …"],
    ["Incorrect API key provided: sk-1234", "Incorrect API key provided: …"],
    ["connect to redis://me:word@cache:6379 failed", "connect to … failed"],
    ["no user ada@mail.example here", "no user … here"],
    ["$argon2id$v=19$m=1 is no hash", "… is no hash"],
    ["Bearer abc.def was refused", "… was refused"],
    ["the others' words stay", "the others' words stay"],
    ["connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED 127.0.0.1:5432"],
  ])("%j becomes %j", (message, expected) => expect(redactMessage(message)).toBe(expected));

  it("is limited to 500 characters and redacted in linear time", () => {
    for (const character of ["a", "@", '"', "'", " ", "sk-", "Bearer "])
      expect(redactMessage(character.repeat(1_000_000)).length).toBeLessThanOrEqual(500);
  });
});
