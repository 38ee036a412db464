/** @jest-environment ./tests/web/browser.cjs */
import { createIdempotencyKeys } from "#web/lib/api/idempotency-keys.ts";

describe("the name of a request", () => {
  const keyIn = ({ headersFor }: ReturnType<typeof createIdempotencyKeys>, packageIndex: number) =>
    headersFor({ packageIndex })["Idempotency-Key"];

  test("is that of its body, whatever was asked for in between", () => {
    const keys = createIdempotencyKeys();
    const [first, other] = [keyIn(keys, 1), keyIn(keys, 2)];
    expect(other).not.toBe(first);
    expect([keyIn(keys, 1), keyIn(keys, 2)]).toEqual([first, other]);
  });

  test("is another one once it is forgotten, and elsewhere", () => {
    const keys = createIdempotencyKeys();
    const [first, other] = [keyIn(keys, 1), keyIn(keys, 2)];
    keys.forget({ packageIndex: 1 });
    expect(keyIn(keys, 1)).not.toBe(first);
    expect(keyIn(keys, 2)).toBe(other);
    expect(keyIn(createIdempotencyKeys(), 2)).not.toBe(other);
  });
});
