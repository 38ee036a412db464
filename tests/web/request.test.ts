/** @jest-environment ./tests/web/browser.cjs */
import { noteAnswer, noteOutage, useReachable } from "#web/lib/reachable.ts";
import { request } from "#web/lib/request.ts";

const fetched = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetched;
  noteAnswer();
});

const answering = (answer: Response) => {
  const calls: [unknown, RequestInit | undefined][] = [];
  globalThis.fetch = async (path, init) => {
    calls.push([path, init]);
    return answer;
  };
  return calls;
};

const errorOf = async (body: string, init: ResponseInit): Promise<unknown> => {
  answering(new Response(body, init));
  return request("GET", "/api/user").catch((err: unknown) => err);
};

describe("an answer that is no success becomes an error whose message is", () => {
  test("the body's message, if the body is JSON with one", async () => {
    const body = `{"message":"No.","fields":{"topic":"Too short"}}`;
    const fields = { topic: "Too short" };
    expect(await errorOf(body, { status: 422 })).toMatchObject({
      status: 422,
      message: "No.",
      fields,
    });
  });

  test.each([`{"error":1}`, "Bad gateway", "null"])(
    "otherwise the body's text: %s",
    async (body) => {
      expect(await errorOf(body, { status: 502 })).toMatchObject({ status: 502, message: body });
    },
  );

  test("otherwise the status text", async () => {
    const status = { status: 503, statusText: "Service Unavailable" };
    expect(await errorOf("", status)).toMatchObject({ message: "Service Unavailable" });
  });
});

test("no answer at all is said in words", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(request("GET", "/api/user")).rejects.toMatchObject({
    status: 0,
    message: "The server cannot be reached. Check your connection and try again.",
  });
});

test.each([
  [503, "down"],
  [200, null],
])("a long silence is looked into: the server says %d", async (readiness, outage) => {
  jest.useFakeTimers();
  const call = new AbortController();
  globalThis.fetch = (path, init) =>
    path === "/readyz"
      ? Promise.resolve(new Response(null, { status: readiness }))
      : new Promise((_, reject) => init?.signal?.addEventListener("abort", reject));
  const silent = request("GET", "/api/user", { signal: call.signal });
  await jest.advanceTimersByTimeAsync(7999);
  expect(useReachable.getState().outage).toBeNull();
  await jest.advanceTimersByTimeAsync(1);
  expect(useReachable.getState().outage).toBe(outage);
  call.abort();
  await expect(silent).rejects.toBeTruthy();
  jest.useRealTimers();
});

test.each([
  ["the service has nothing to work with", 503, { code: "out_of_service" }, "down"],
  ["a proxy finds no service", 502, {}, "down"],
  ["a provider is away", 503, { code: "unavailable" }, null],
])("%s: is it an outage?", async (_what, status, body, outage) => {
  await errorOf(JSON.stringify({ message: "No.", ...body }), { status });
  expect(useReachable.getState().outage).toBe(outage);
});

test("one answer that says so is no outage while the service is ready", async () => {
  jest.useFakeTimers();
  globalThis.fetch = async (path) =>
    path === "/readyz" ? new Response(null) : new Response("", { status: 503 });
  await expect(request("GET", "/api/user")).rejects.toMatchObject({ status: 503 });
  await jest.advanceTimersByTimeAsync(0);
  expect(useReachable.getState().outage).toBeNull();
  jest.useRealTimers();
});

test("an answer ends an outage only if it was asked for in it", async () => {
  let answer = (_answer: Response) => {};
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const asked = request("GET", "/api/user");
  noteOutage();
  answer(new Response("{}"));
  await asked;
  expect(useReachable.getState().outage).toBe("down");
  const askedAgain = request("GET", "/api/user");
  answer(new Response("{}"));
  await askedAgain;
  expect(useReachable.getState().outage).toBeNull();
});

test("credentials go with every request, a content type only with a body", async () => {
  const calls = answering(new Response(null, { status: 204 }));
  expect(await request("DELETE", "/api/debates/7")).toBeUndefined();
  await request("POST", "/api/login", { body: { username: "ada" } });
  expect(calls[0]?.[1]).toMatchObject({ credentials: "include", headers: {} });
  expect(calls[1]?.[1]).toMatchObject({
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: `{"username":"ada"}`,
  });
});
