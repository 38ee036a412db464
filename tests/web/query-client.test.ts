/** @jest-environment ./tests/web/browser.cjs */
import { focusManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import type { User } from "#shared/contract/accounts/account.ts";
import { switchUser, userQuery } from "#web/lib/auth/auth.tsx";
import { createQueryClient, getOrNull } from "#web/lib/api/query-client.ts";
import { recordRecovery } from "#web/lib/api/server-availability.ts";

const PATH = "/api/debates/7";
const fetched = globalThis.fetch;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = fetched;
  recordRecovery();
});

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

const answering = (answer: () => Response | Promise<Response>) => {
  const asked: unknown[] = [];
  globalThis.fetch = async (path, init) => {
    asked.push([init?.method, path]);
    return answer();
  };
  return asked;
};
const refusing = (status: number) =>
  answering(() => Response.json({ message: "No.", code: "" }, { status }));

describe("a query", () => {
  test("requests the path that is its key", async () => {
    const asked = answering(() => Response.json({ id: 7 }));
    const client = createQueryClient();
    expect(await client.fetchQuery({ queryKey: [PATH] })).toEqual({ id: 7 });
    expect(asked).toEqual([["GET", PATH]]);
  });

  test("is not repeated after a failure", async () => {
    const asked = refusing(500);
    const query = new QueryObserver(createQueryClient(), { queryKey: [PATH] });
    const leave = query.subscribe(() => {});
    await wait(600_000);
    expect(query.getCurrentResult()).toMatchObject({ status: "error", error: { status: 500 } });
    expect(asked).toHaveLength(1);
    leave();
  });

  test("is requested again by each new observer, but not after time or a window focus", async () => {
    const asked = answering(() => Response.json({ id: 7 }));
    const client = createQueryClient();
    const query = { queryKey: [PATH] };
    const leave = new QueryObserver(client, query).subscribe(() => {});
    client.mount();
    await wait(600_000);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await wait(600_000);
    expect(asked).toHaveLength(1);
    const leaveToo = new QueryObserver(client, query).subscribe(() => {});
    await wait(0);
    expect(asked).toHaveLength(2);
    client.unmount();
    focusManager.setFocused(undefined);
    leave();
    leaveToo();
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
])("%s is aborted when it has no observer left", (_what, how) => {
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = (_path, init) => {
    signal = init?.signal;
    return new Promise(() => {});
  };
  const client = createQueryClient();
  const leave = new QueryObserver(client, { queryKey: [PATH] as const, ...how }).subscribe(
    () => {},
  );
  expect(signal?.aborted).toBe(false);
  leave();
  expect(signal?.aborted).toBe(true);
});

describe("a query for which one status means null", () => {
  const ask = (nothing: 401 | 404) =>
    createQueryClient().fetchQuery({ queryKey: [PATH] as const, queryFn: getOrNull(nothing) });

  test("returns null for this status", async () => {
    const asked = refusing(404);
    expect(await ask(404)).toBeNull();
    expect(asked).toEqual([["GET", PATH]]);
  });

  test("fails with any other status", async () => {
    refusing(401);
    await expect(ask(404)).rejects.toMatchObject({ status: 401 });
  });

  test("returns the data of a successful answer", async () => {
    answering(() => Response.json({ id: 7 }));
    expect(await ask(404)).toEqual({ id: 7 });
  });
});

describe("the signed-in user", () => {
  test("stays null after a logout when an earlier request is answered later", async () => {
    let answer = (_late: Response) => {};
    answering(() => new Promise((resolve) => (answer = resolve)));
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, { id: 7 } as User);
    const leave = new QueryObserver(client, userQuery).subscribe(() => {});
    switchUser(client, null);
    answer(Response.json({ id: 7 }));
    await wait(0);
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
    leave();
  });
});
