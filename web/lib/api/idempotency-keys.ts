import { useState } from "react";

const createRandomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");

/** Idempotency keys by request body. Equal bodies get the same key until it is forgotten. */
export const createIdempotencyKeys = () => {
  const keys = new Map<string, string>();
  return {
    headersFor(body: object): { "Idempotency-Key": string } {
      const serializedBody = JSON.stringify(body);
      const key = keys.get(serializedBody) ?? createRandomKey();
      keys.set(serializedBody, key);
      return { "Idempotency-Key": key };
    },
    /** Must be called after the response, so that the same body counts as a new request. */
    forget(body: object): void {
      keys.delete(JSON.stringify(body));
    },
  };
};

export const useIdempotencyKeys = () => useState(createIdempotencyKeys)[0];
