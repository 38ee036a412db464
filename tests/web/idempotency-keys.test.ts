/** @jest-environment ./tests/web/browser.cjs */
import { createIdempotencyKeys } from "#web/lib/api/idempotency-keys.ts";

describe("an idempotency key", () => {
  const keyIn = ({ headersFor }: ReturnType<typeof createIdempotencyKeys>, packageIndex: number) =>
    headersFor({ packageIndex })["Idempotency-Key"];

  test("is the same for the same request body", () => {
    const keys = createIdempotencyKeys();
    const [first, other] = [keyIn(keys, 1), keyIn(keys, 2)];
    expect(other).not.toBe(first);
    expect([keyIn(keys, 1), keyIn(keys, 2)]).toEqual([first, other]);
  });

  test("is new after it was forgotten, and differs between instances", () => {
    const keys = createIdempotencyKeys();
    const [first, other] = [keyIn(keys, 1), keyIn(keys, 2)];
    keys.forget({ packageIndex: 1 });
    expect(keyIn(keys, 1)).not.toBe(first);
    expect(keyIn(keys, 2)).toBe(other);
    expect(keyIn(createIdempotencyKeys(), 2)).not.toBe(other);
  });
});
