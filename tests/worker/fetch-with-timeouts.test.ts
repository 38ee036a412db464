import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { batchChunks } from "#worker/llm/http/batch-chunks.ts";
import { fetchWithTimeouts } from "#worker/llm/http/fetch-with-timeouts.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const TIMEOUTS = { firstByteMs: 2000, silenceMs: 1000, totalMs: 2500 };
const TIMEOUT_ERROR = expect.objectContaining({
  name: "ProviderTimeoutError",
  message: "the provider stopped answering",
}) as unknown;

/** The provider's response, set by each test. */
let answering: (res: ServerResponse) => void = () => {};
const server = createServer((_req, res) => answering(res));
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenLocally(server)}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
// Does not fake what sockets need, so that requests reach the server.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance"] });
  jest.spyOn(globalThis, "setTimeout");
  jest.spyOn(globalThis, "clearTimeout");
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

/** Returns the timeouts that were not cleared, but none of undici's own timers. */
const listPendingTimeouts = () => {
  const { calls, results } = jest.mocked(setTimeout).mock;
  const cleared = new Set(jest.mocked(clearTimeout).mock.calls.map(([timer]) => timer));
  const delays = new Set<unknown>(Object.values(TIMEOUTS));
  return results
    .filter((_result, n) => delays.has(calls[n]?.[1]))
    .filter(({ value }) => !cleared.has(value));
};

/** Sends a request and waits until the provider has received it. */
const startRequest = async (init?: RequestInit) => {
  const requested = new Promise<ServerResponse>((resolve) => {
    answering = resolve;
  });
  const response = fetchWithTimeouts(TIMEOUTS)(url, init);
  response.catch(() => {}); // the caller handles the error
  return { response, provider: await requested };
};

/** Sends a request and waits until its response has begun. */
const listen = async () => {
  const { response, provider } = await startRequest();
  provider.write("a");
  const reader = (await response).body?.getReader();
  if (!reader) throw new Error("there is no body");
  const readNext = async () => Buffer.from((await reader.read()).value ?? "").toString();
  return { provider, readNext };
};

describe("a request with timeouts", () => {
  it("returns status, headers and body, and leaves no timer", async () => {
    const { response, provider } = await startRequest();
    provider.writeHead(418, { "x-teapot": "yes" }).end("We act.");
    const answer = await response;
    expect([answer.status, answer.headers.get("x-teapot")]).toEqual([418, "yes"]);
    expect(await answer.text()).toBe("We act.");
    expect(listPendingTimeouts()).toEqual([]);
  });

  it("has none of undici's own timeouts, which are shorter than a model may take", async () => {
    const created: unknown[] = [];
    const record = (message: unknown) => void created.push(message);
    subscribe("undici:request:create", record);
    const { response, provider } = await startRequest();
    unsubscribe("undici:request:create", record);
    provider.end("We act.");
    await (await response).text();
    expect(created).toMatchObject([{ request: { headersTimeout: 0, bodyTimeout: 0 } }]);
  });

  it("accepts an empty response when there is no abort signal", async () => {
    const { response, provider } = await startRequest({});
    provider.writeHead(204).end();
    expect((await response).body).toBeNull();
  });

  it("fails when no byte arrives within firstByteMs", async () => {
    const { response, provider } = await startRequest();
    jest.advanceTimersByTime(1999);
    provider.write("a");
    expect((await response).status).toBe(200);
    const silent = await startRequest();
    jest.advanceTimersByTime(2000);
    await expect(silent.response).rejects.toEqual(TIMEOUT_ERROR);
  });

  it("does not count headers as the first byte, since a model may still be loading or thinking", async () => {
    const { response, provider } = await startRequest();
    provider.flushHeaders();
    const reader = (await response).body?.getReader();
    jest.advanceTimersByTime(1999);
    provider.write("a");
    expect(Buffer.from((await reader?.read())?.value ?? "").toString()).toBe("a");
    const next = reader?.read();
    jest.advanceTimersByTime(501);
    await expect(next).rejects.toEqual(TIMEOUT_ERROR);
  });

  it("fails when the response is silent for silenceMs, counted from its last byte", async () => {
    const { provider, readNext } = await listen();
    expect(await readNext()).toBe("a");
    jest.advanceTimersByTime(999);
    provider.write("b");
    expect(await readNext()).toBe("b");
    jest.advanceTimersByTime(999);
    const next = readNext();
    jest.advanceTimersByTime(1);
    await expect(next).rejects.toEqual(TIMEOUT_ERROR);
  });

  it("fails when the response takes longer than totalMs, even if bytes keep arriving", async () => {
    const { provider, readNext } = await listen();
    expect(await readNext()).toBe("a");
    for (let ms = 0; ms < 2000; ms += 500) {
      jest.advanceTimersByTime(500);
      provider.write("b");
      expect(await readNext()).toBe("b");
    }
    const next = readNext();
    jest.advanceTimersByTime(500);
    await expect(next).rejects.toEqual(TIMEOUT_ERROR);
  });

  it("ends at once when the response ends, even if its chunks are batched", async () => {
    const { response, provider } = await startRequest();
    provider.write("a");
    const answer = await response;
    batchChunks(answer);
    const reader = answer.body?.getReader();
    const readNext = async () => Buffer.from((await reader?.read())?.value ?? "").toString();
    expect(await readNext()).toBe("a");
    provider.end("b");
    expect([await readNext(), await readNext()]).toEqual(["b", ""]);
  });

  it.each([
    ["delivers the last bytes before the connection broke", ["b", "other side closed"]],
    ["delivers nothing more after an abort", ["enough", "enough"]],
  ])("%s, while its chunks are batched", async (_what, expected) => {
    const enough = new AbortController();
    const { response, provider } = await startRequest({ signal: enough.signal });
    provider.write("a");
    const answer = await response;
    batchChunks(answer);
    const reader = answer.body?.getReader();
    const readNext = async () => {
      try {
        return Buffer.from((await reader?.read())?.value ?? "").toString();
      } catch (err) {
        return (err as Error).message;
      }
    };
    expect(await readNext()).toBe("a");
    const next = readNext();
    await new Promise<void>((resolve) => provider.write("b", () => resolve()));
    if (expected.includes("enough")) enough.abort(new Error("enough"));
    else provider.destroy();
    expect([await next, await readNext()]).toEqual(expected);
  });

  it("leaves no timer when the provider is unreachable or the reader cancels", async () => {
    for (const nowhere of ["http://127.0.0.1:2/", "https://127.0.0.1:2/"])
      await expect(fetchWithTimeouts(TIMEOUTS)(nowhere)).rejects.toThrow("ECONNREFUSED");
    expect(listPendingTimeouts()).toEqual([]);
    const { response, provider } = await startRequest();
    const left = once(provider, "close");
    provider.write("a");
    const reader = (await response).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await left;
    expect(listPendingTimeouts()).toEqual([]);
  });

  it("closes its connection and leaves no timer when it is aborted", async () => {
    const enough = new AbortController();
    const { response, provider } = await startRequest({ signal: enough.signal });
    const left = once(provider, "close");
    const reason = new Error("enough");
    enough.abort(reason);
    await expect(response).rejects.toBe(reason);
    await left;
    expect(listPendingTimeouts()).toEqual([]);
  });

  it("removes its abort listener once it is answered", async () => {
    const { signal } = new AbortController();
    const { response, provider } = await startRequest({ signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    provider.end("We act.");
    await (await response).text();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("fails when a response without a length falls silent", async () => {
    const { response, provider } = await startRequest();
    provider.useChunkedEncodingByDefault = false;
    provider.shouldKeepAlive = false;
    provider.write("a");
    const body = (await response).text();
    // Waits until the client has begun to read the body: the timers that this test advances start
    // only then.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    jest.advanceTimersByTime(2500);
    await expect(body).rejects.toEqual(TIMEOUT_ERROR);
  });

  it("fails and closes its connection when the status line is invalid", async () => {
    for (const beginning of ["HTTP/1.1 999 ?\r\n\r\n", "HTTP/1.1 200 a\u0001\r\n\r\n"]) {
      const { response, provider } = await startRequest();
      const left = once(provider.req.socket, "close");
      provider.req.socket.write(beginning);
      await expect(response).rejects.toThrow(/status|reason|statusText/i);
      await left;
      expect(listPendingTimeouts()).toEqual([]);
    }
  });

  it("fails when the provider switches protocols", async () => {
    const { response, provider } = await startRequest();
    const left = once(provider.req.socket, "close");
    provider.req.socket.write("HTTP/1.1 101 ?\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
    await left;
    await expect(response).rejects.toThrow("bad upgrade");
  });

  it("reuses the connection of the previous request", async () => {
    const ports = [];
    for (let n = 0; n < 2; n++) {
      const { response, provider } = await startRequest();
      ports.push(provider.req.socket.remotePort);
      provider.end("We act.");
      await (await response).text();
      await new Promise(setImmediate);
    }
    expect(ports[1]).toBe(ports[0]);
  });
});
