import { Redis, type RedisOptions } from "ioredis";

/**
 * ioredis handles only the first error of a socket. A second one, such as the server's TLS alert
 * after the client has refused its certificate, would end the process.
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
