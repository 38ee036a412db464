import { useState } from "react";

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");

/**
 * Names for requests, so that a repetition is known for what it is: the same body has the same name
 * until it is forgotten, whatever was sent in between; another one has another.
 */
export const createRequestKeys = () => {
  const keys = new Map<string, string>();
  return {
    headersFor(body: object): { "Idempotency-Key": string } {
      const said = JSON.stringify(body);
      const key = keys.get(said) ?? randomKey();
      keys.set(said, key);
      return { "Idempotency-Key": key };
    },
    /** Once it is answered: asked for again, it is wanted again. */
    forget(body: object): void {
      keys.delete(JSON.stringify(body));
    },
  };
};

export const useRequestKeys = () => useState(createRequestKeys)[0];
