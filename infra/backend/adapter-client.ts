import type { Redis } from "ioredis";

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
 * it does not close the duplicates it makes while Redis is away, so they are handed out here.
 */
export const adapterClient = (
  client: Redis,
  onError: (err: Error) => void,
  onDuplicate: (copy: Redis) => void,
): Redis => {
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    publish: heeded(client.publish.bind(client), onError),
    duplicate(...[override]: Parameters<Redis["duplicate"]>) {
      const copy = duplicate({ enableAutoPipelining: false, ...override });
      onDuplicate(Object.assign(copy, { subscribe: heeded(copy.subscribe.bind(copy), onError) }));
      return copy;
    },
  });
};
