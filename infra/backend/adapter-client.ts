import type { Redis } from "ioredis";
import type { Hearing } from "./backend.ts";

/** The same call, with somebody who looks at its failure. */
const heeded =
  <A extends unknown[]>(call: (...args: A) => Promise<unknown>, heed: (err: Error) => void) =>
  (...args: A): Promise<unknown> => {
    const done = call(...args);
    done.catch(heed);
    return done;
  };

/**
 * A client as Socket.IO's Redis adapter needs it. The adapter never looks at what becomes of its
 * publishing and subscribing, which would end the process when a connection is closed under it; and
 * it does not close the duplicates it makes while Redis is away, so they are handed out here. Of a
 * process that only speaks, the reading never begins.
 */
export const adapterClient = (
  client: Redis,
  hearing: Hearing,
  onError: (err: Error) => void,
  onDuplicate: (copy: Redis) => void,
): Redis => {
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    publish: heeded(client.publish.bind(client), onError),
    duplicate(...[override]: Parameters<Redis["duplicate"]>) {
      const copy = duplicate({ enableAutoPipelining: false, ...override });
      const subscribe = heeded(copy.subscribe.bind(copy), onError);
      const xread = hearing === "deaf" ? () => new Promise<never>(() => {}) : copy.xread;
      onDuplicate(Object.assign(copy, { subscribe, xread }));
      return copy;
    },
  });
};
