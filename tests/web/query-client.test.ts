/** @jest-environment ./tests/web/browser.cjs */
import { focusManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import type { User } from "#shared/contract/accounts/account.ts";
import { switchUser, userQuery } from "#web/lib/auth/auth.tsx";
import { createQueryClient, getOrNull } from "#web/lib/api/query-client.ts";
import { recordRecovery } from "#web/lib/api/server-availability.ts";

const PATH = "/api/debates/7";
const originalFetch = globalThis.fetch;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = originalFetch;
  recordRecovery();
});

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

const respondWith = (answer: () => Response | Promise<Response>) => {
  const requests: unknown[] = [];
  globalThis.fetch = async (path, init) => {
    requests.push([init?.method, path]);
    return answer();
  };
  return requests;
};
const respondWithStatus = (status: number) =>
  respondWith(() => Response.json({ message: "No.", code: "" }, { status }));

describe("a query", () => {
  test("requests the path that is its key", async () => {
    const requests = respondWith(() => Response.json({ id: 7 }));
    const client = createQueryClient();
    expect(await client.fetchQuery({ queryKey: [PATH] })).toEqual({ id: 7 });
    expect(requests).toEqual([["GET", PATH]]);
  });

  test("is not repeated after a failure", async () => {
    const requests = respondWithStatus(500);
    const query = new QueryObserver(createQueryClient(), { queryKey: [PATH] });
    const unsubscribe = query.subscribe(() => {});
    await wait(600_000);
    expect(query.getCurrentResult()).toMatchObject({ status: "error", error: { status: 500 } });
    expect(requests).toHaveLength(1);
    unsubscribe();
  });

  test("is requested again by each new observer, but not after time or a window focus", async () => {
    const requests = respondWith(() => Response.json({ id: 7 }));
    const client = createQueryClient();
    const query = { queryKey: [PATH] };
    const unsubscribe = new QueryObserver(client, query).subscribe(() => {});
    client.mount();
    await wait(600_000);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await wait(600_000);
    expect(requests).toHaveLength(1);
    const unsubscribeSecond = new QueryObserver(client, query).subscribe(() => {});
    await wait(0);
    expect(requests).toHaveLength(2);
    client.unmount();
    focusManager.setFocused(undefined);
    unsubscribe();
    unsubscribeSecond();
  });
});

test.each([
  ["at once without a network", false],
  ["once although it fails", true],
])("a mutation runs %s", async (_how, isOnline) => {
  onlineManager.setOnline(isOnline);
  const mutationFn = jest.fn(() => Promise.reject(new Error("No.")));
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, { mutationFn });
  mutation.execute(undefined).catch(() => {});
  await wait(600_000);
  expect(mutation.state.error).toEqual(new Error("No."));
  expect(mutationFn).toHaveBeenCalledTimes(1);
  onlineManager.setOnline(true);
});

test.each([
  ["a request", {}],
  ["a request whose answer may be null", { queryFn: getOrNull(404) }],
])("%s is aborted when it has no observer left", (_what, options) => {
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = (_path, init) => {
    signal = init?.signal;
    return new Promise(() => {});
  };
  const client = createQueryClient();
  const unsubscribe = new QueryObserver(client, {
    queryKey: [PATH] as const,
    ...options,
  }).subscribe(() => {});
  expect(signal?.aborted).toBe(false);
  unsubscribe();
  expect(signal?.aborted).toBe(true);
});

describe("a query for which one status means null", () => {
  const fetchOrNull = (status: 401 | 404) =>
    createQueryClient().fetchQuery({ queryKey: [PATH] as const, queryFn: getOrNull(status) });

  test("returns null for this status", async () => {
    const requests = respondWithStatus(404);
    expect(await fetchOrNull(404)).toBeNull();
    expect(requests).toEqual([["GET", PATH]]);
  });

  test("fails with any other status", async () => {
    respondWithStatus(401);
    await expect(fetchOrNull(404)).rejects.toMatchObject({ status: 401 });
  });

  test("returns the data of a successful answer", async () => {
    respondWith(() => Response.json({ id: 7 }));
    expect(await fetchOrNull(404)).toEqual({ id: 7 });
  });
});

describe("the signed-in user", () => {
  test("stays null after a logout when an earlier request is answered later", async () => {
    let answer = (_late: Response) => {};
    respondWith(() => new Promise((resolve) => (answer = resolve)));
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, { id: 7 } as User);
    const unsubscribe = new QueryObserver(client, userQuery).subscribe(() => {});
    switchUser(client, null);
    answer(Response.json({ id: 7 }));
    await wait(0);
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
    unsubscribe();
  });
});
