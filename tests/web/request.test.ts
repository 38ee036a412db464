import { request } from "#web/lib/request.ts";

const fetched = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetched;
});

const answering = (answer: Response) => {
  const calls: [unknown, RequestInit | undefined][] = [];
  globalThis.fetch = async (path, init) => {
    calls.push([path, init]);
    return answer;
  };
  return calls;
};

const failing = (body: string, init: ResponseInit) => {
  answering(new Response(body, init));
  return expect(request("GET", "/api/user")).rejects;
};

describe("an answer that is no success becomes an error whose message is", () => {
  test("the body's message, if the body is JSON with one", () =>
    failing(`{"message":"No.","fields":{"topic":"Too short"}}`, { status: 422 }).toMatchObject({
      message: "No.",
      status: 422,
      fields: { topic: "Too short" },
    }));

  test("otherwise the body's text", async () => {
    await failing(`{"error":1}`, { status: 500 }).toThrow(`{"error":1}`);
    await failing("Bad gateway", { status: 502 }).toThrow("Bad gateway");
  });

  test("otherwise the status text", () =>
    failing("", { status: 503, statusText: "Service Unavailable" }).toThrow("Service Unavailable"));
});

test("no answer at all is said in words", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(request("GET", "/api/user")).rejects.toMatchObject({
    status: 0,
    message: "The server cannot be reached. Check your connection and try again.",
  });
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
