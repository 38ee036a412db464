import { Redis, type RedisOptions } from "ioredis";

/**
 * ioredis listens for only one error of a socket. A second error would be unhandled and end the
 * process, such as the server's TLS alert after its certificate was refused.
 */
export class RedisClient extends Redis {
  constructor(address: string | RedisOptions, options: RedisOptions = {}) {
    if (typeof address === "string") super(address, options);
    else super(address);
    this.on("error", () => this.stream?.on("error", () => "reported by the first one"));
  }

  override duplicate(override?: Partial<RedisOptions>): RedisClient {
    return new RedisClient({ ...this.options, ...override });
  }
}
