import type { Redis } from "ioredis";
import type { AdapterMode } from "./backend.ts";

const withErrorHandler =
  <A extends unknown[]>(
    call: (...args: A) => Promise<unknown>,
    handleError: (err: Error) => void,
  ) =>
  (...args: A): Promise<unknown> => {
    const result = call(...args);
    result.catch(handleError);
    return result;
  };

/**
 * A client for Socket.IO's Redis adapter. Catches rejected publish and subscribe calls, which the
 * adapter leaves unhandled. Passes each duplicate of the client to `onDuplicate`, because the
 * adapter never closes them. In publish-only mode the client reads no events.
 */
export const createAdapterClient = (
  client: Redis,
  mode: AdapterMode,
  onError: (err: Error) => void,
  onDuplicate: (copy: Redis) => void,
): Redis => {
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    publish: withErrorHandler(client.publish.bind(client), onError),
    duplicate(...[override]: Parameters<Redis["duplicate"]>) {
      const copy = duplicate({ enableAutoPipelining: false, ...override });
      const subscribe = withErrorHandler(copy.subscribe.bind(copy), onError);
      const xread = mode === "publish-only" ? () => new Promise<never>(() => {}) : copy.xread;
      onDuplicate(Object.assign(copy, { subscribe, xread }));
      return copy;
    },
  });
};
