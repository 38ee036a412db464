import { randomBytes } from "node:crypto";
import { z } from "zod";
import { User } from "#shared/contract/accounts/account.ts";
import { Debate } from "#shared/contract/debates/debate.ts";
import { ErrorBody } from "#shared/contract/errors.ts";
import { Turn } from "#shared/contract/debates/turn.ts";

/** An HTTP response that is not validated yet. */
export class ApiResponse {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  /** Parses the body with the contract's schema. Throws if it does not match. */
  as<S extends z.ZodType>(schema: S): z.output<S> {
    return schema.parse(JSON.parse(this.text));
  }

  get error(): ErrorBody {
    return this.as(ErrorBody);
  }
}

interface ApiRequestOptions {
  /** A string is sent unchanged, any other value as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** An HTTP client that keeps cookies and sends its origin like a browser. */
export class ApiClient {
  readonly #cookies = new Map<string, string>();
  readonly #fetch: typeof fetch;
  headers: Record<string, string> = {};

  /** `fetchWith` replaces the global `fetch`, for example for another certificate authority. */
  constructor(
    readonly origin: string,
    fetchWith: typeof fetch = fetch,
  ) {
    this.#fetch = fetchWith;
  }

  get cookie(): string {
    return Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join("; ");
  }

  set cookie(header: string) {
    this.#cookies.clear();
    for (const [, name, value] of header.matchAll(/([^=; ]+)=([^;]*)/g))
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
  }

  get(path: string, options?: ApiRequestOptions): Promise<ApiResponse> {
    return this.request("GET", path, options);
  }

  post(path: string, body?: unknown, options?: ApiRequestOptions): Promise<ApiResponse> {
    return this.request("POST", path, { ...options, body });
  }

  delete(path: string, options?: ApiRequestOptions): Promise<ApiResponse> {
    return this.request("DELETE", path, options);
  }

  async request(
    method: string,
    path: string,
    options: ApiRequestOptions = {},
  ): Promise<ApiResponse> {
    const { body, headers = {} } = options;
    const answer = await this.#fetch(new URL(path, this.origin), {
      method,
      redirect: "manual",
      headers: {
        ...(method === "GET" ? { "x-requested-with": "fetch" } : { origin: this.origin }),
        ...(this.#cookies.size > 0 && { cookie: this.cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie);
    return new ApiResponse(answer.status, answer.headers, await answer.text());
  }

  #keep(setCookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (name === undefined || value === undefined) return;
    if (/expires=thu, 01 jan 1970/i.test(setCookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

export const TEST_PASSWORD = "correct horse";

export const registerWith = async (client: ApiClient): Promise<User> => {
  const username = `person-${randomBytes(6).toString("hex")}`;
  const body = { username, email: `${username}@example.org`, password: TEST_PASSWORD };
  return (await client.post("/api/register", body)).as(User);
};

export const registerUser = async (origin: string): Promise<ApiClient> => {
  const client = new ApiClient(origin);
  await registerWith(client);
  return client;
};

/** Starts a debate with a credit of the client's user. */
export const createDebateWith = async (
  client: ApiClient,
  input: Record<string, unknown> = {},
): Promise<Debate> => {
  const answer = await client.post("/api/debates", {
    topic: "Cats are better than dogs",
    ...input,
  });
  return answer.as(Debate);
};

export const requestNextTurn = async (client: ApiClient, debateId: number): Promise<Turn> =>
  (await client.post(`/api/debates/${debateId}/turns`)).as(Turn);

export const fetchTurns = async (client: ApiClient, debateId: number): Promise<Turn[]> =>
  (await client.get(`/api/debates/${debateId}/turns`)).as(z.array(Turn));
