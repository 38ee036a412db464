/** @jest-environment ./tests/web/browser.cjs */
import { act, renderHook } from "@testing-library/react";
import { ApiError } from "#web/lib/api/api-error.ts";
import {
  isServerReady,
  recordRecovery,
  recordOutage,
  useCanLoadDocument,
  useServerAvailability,
} from "#web/lib/api/server-availability.ts";
import { request, requestPage } from "#web/lib/api/request.ts";

const originalFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = originalFetch;
  recordRecovery();
});

const respondWith = (answer: Response) => {
  const calls: [unknown, RequestInit | undefined][] = [];
  globalThis.fetch = async (path, init) => {
    calls.push([path, init]);
    return answer;
  };
  return calls;
};

const errorOf = async (body: string, init: ResponseInit): Promise<unknown> => {
  respondWith(new Response(body, init));
  return request("GET", "/api/user").catch((err: unknown) => err);
};

describe("the message of a failed request", () => {
  test("is the message of the JSON body", async () => {
    const body = `{"message":"No.","fields":{"topic":"Too short"}}`;
    const fields = { topic: "Too short" };
    expect(await errorOf(body, { status: 422 })).toMatchObject({
      status: 422,
      message: "No.",
      fields,
    });
  });

  test.each([`{"error":1}`, `{"message":""}`, `{"message":7}`, "Bad gateway", "null", "5"])(
    "is the body's text when it has no valid message: %s",
    async (body) => {
      expect(await errorOf(body, { status: 502 })).toMatchObject({ status: 502, message: body });
    },
  );

  test("is the status text when the body is empty", async () => {
    const status = { status: 503, statusText: "Service Unavailable" };
    expect(await errorOf("", status)).toMatchObject({ message: "Service Unavailable" });
  });
});

test("an error keeps only valid fields of its body", async () => {
  const body = { message: "No.", code: 7, fields: { topic: "Too short", format: 7 } };
  const error = await errorOf(JSON.stringify(body), { status: 422 });
  expect(error).toMatchObject({ name: "ApiError", code: "" });
  expect(error).toHaveProperty("fields", { topic: "Too short" });
});

test.each([
  [0, false],
  [399, false],
  [400, true],
  [429, true],
  [499, true],
  [500, false],
  [503, false],
])("status %d counts as a refusal: %p", (status, isRefusal) => {
  expect(new ApiError(status, "No.").isRefusal).toBe(isRefusal);
});

test("a request without an answer fails with a message and starts an outage", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(request("GET", "/api/user")).rejects.toMatchObject({
    status: 0,
    code: "",
    message: "Can’t reach the server. Check your connection and try again.",
  });
  expect(useServerAvailability.getState().outage).toBe("down");
});

test("an aborted request is no outage and rejects with the reason of the abort", async () => {
  const call = new AbortController();
  globalThis.fetch = (_path, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(call.signal.reason));
    });
  const firstRequest = request("GET", "/api/user", { signal: call.signal });
  call.abort();
  await expect(firstRequest).rejects.toBe(call.signal.reason);
  expect(useServerAvailability.getState().outage).toBeNull();
});

test("no outage is assumed at the start", () => {
  expect(useServerAvailability.getInitialState()).toEqual({ outage: null });
});

test("a device without a network is offline, and links load no document until an answer arrives", () => {
  const canLoad = renderHook(() => useCanLoadDocument()).result;
  expect([useServerAvailability.getState().outage, canLoad.current]).toEqual([null, true]);
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(recordOutage);
  expect([useServerAvailability.getState().outage, canLoad.current]).toEqual(["offline", false]);
  act(recordRecovery);
  expect([useServerAvailability.getState().outage, canLoad.current]).toEqual([null, true]);
  online.mockRestore();
});

test.each<[string, () => Promise<Response>, boolean]>([
  ["answers 200", async () => new Response(null), true],
  ["answers 503", async () => new Response(null, { status: 503 }), false],
  ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch")), false],
])("readiness is detected correctly for a service that %s", async (_what, answer, ready) => {
  const init: (RequestInit | undefined)[] = [];
  globalThis.fetch = (_path, fetchOptions) => {
    init.push(fetchOptions);
    return answer();
  };
  expect(await isServerReady()).toBe(ready);
  expect(init).toMatchObject([{ cache: "no-store" }]);
  expect(init[0]?.signal?.aborted).toBe(false);
});

test.each([
  [503, "down"],
  [200, null],
])(
  "a request without an answer for 8 s checks readiness, which answers %d",
  async (readiness, outage) => {
    jest.useFakeTimers();
    const call = new AbortController();
    globalThis.fetch = (path, init) =>
      path === "/readyz"
        ? Promise.resolve(new Response(null, { status: readiness }))
        : new Promise((_, reject) => init?.signal?.addEventListener("abort", reject));
    const abortedRequest = request("GET", "/api/user", { signal: call.signal });
    await jest.advanceTimersByTimeAsync(7999);
    expect(useServerAvailability.getState().outage).toBeNull();
    await jest.advanceTimersByTimeAsync(1);
    expect(useServerAvailability.getState().outage).toBe(outage);
    call.abort();
    await expect(abortedRequest).rejects.toBeTruthy();
    jest.useRealTimers();
  },
);

test("an answer within 8 s prevents the check of readiness", async () => {
  jest.useFakeTimers();
  const calls = respondWith(new Response("{}"));
  await request("GET", "/api/user");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(calls.map(([path]) => path)).toEqual(["/api/user"]);
  jest.useRealTimers();
});

test.each([
  ["unauthenticated", 1],
  ["forbidden", 0],
])("the answer '%s' dispatches %d events \"unauthenticated\"", async (code, times) => {
  const listener = jest.fn();
  addEventListener("unauthenticated", listener);
  await errorOf(JSON.stringify({ message: "No.", code }), { status: 401 });
  removeEventListener("unauthenticated", listener);
  expect(listener).toHaveBeenCalledTimes(times);
});

test.each([
  ["the service is out of service", 503, { code: "out_of_service" }, "down"],
  ["a proxy has no upstream", 502, {}, "down"],
  ["a proxy times out", 504, {}, "down"],
  ["the server fails", 500, {}, null],
  ["the HTTP version is unsupported", 505, {}, null],
  ["a provider is unavailable", 503, { code: "unavailable" }, null],
])("an outage is detected correctly when %s", async (_what, status, body, outage) => {
  await errorOf(JSON.stringify({ message: "No.", ...body }), { status });
  expect(useServerAvailability.getState().outage).toBe(outage);
});

test("a single 503 answer is no outage while the service is ready", async () => {
  jest.useFakeTimers();
  globalThis.fetch = async (path) =>
    path === "/readyz" ? new Response(null) : new Response("", { status: 503 });
  await expect(request("GET", "/api/user")).rejects.toMatchObject({ status: 503 });
  await jest.advanceTimersByTimeAsync(0);
  expect(useServerAvailability.getState().outage).toBeNull();
  jest.useRealTimers();
});

test("an answer ends an outage only if its request was sent during the outage", async () => {
  let answer = (_answer: Response) => {};
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const pendingRequest = request("GET", "/api/user");
  recordOutage();
  answer(new Response("{}"));
  await pendingRequest;
  expect(useServerAvailability.getState().outage).toBe("down");
  const secondRequest = request("GET", "/api/user");
  answer(new Response("{}"));
  await secondRequest;
  expect(useServerAvailability.getState().outage).toBeNull();
});

test("every request sends credentials, and only requests with a body a content type", async () => {
  const calls = respondWith(new Response(null, { status: 204 }));
  expect(await request("DELETE", "/api/debates/7")).toBeUndefined();
  await request("POST", "/api/login", { body: { username: "ada" } });
  expect(calls[0]?.[1]).toMatchObject({ credentials: "include", headers: {} });
  expect(calls[0]?.[1]?.headers).toEqual({ "X-Requested-With": "fetch" });
  expect(calls[1]?.[1]).toMatchObject({
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: `{"username":"ada"}`,
  });
});

test("a page of a list contains the total count", async () => {
  const { signal } = new AbortController();
  const calls = respondWith(Response.json([{ id: 7 }], { headers: { "X-Total-Count": "13" } }));
  expect(await requestPage("/api/debates/public?page=2", signal)).toEqual({
    rows: [{ id: 7 }],
    total: 13,
  });
  expect(calls).toMatchObject([["/api/debates/public?page=2", { method: "GET" }]]);
  expect(calls[0]?.[1]?.signal).toBe(signal);
});
