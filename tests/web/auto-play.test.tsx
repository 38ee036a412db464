/** @jest-environment ./tests/web/browser.cjs */
import { act, renderHook } from "@testing-library/react";
import { useAutoPlay } from "#web/features/debate/stepping/use-auto-play.ts";

const IDLE = { isSignedIn: true, isCompleted: false, isPending: false, hasFailed: false };

const setUp = () => {
  const requestTurn = jest.fn();
  const page = renderHook(
    (state: Partial<typeof IDLE>) => useAutoPlay({ ...IDLE, requestTurn, ...state }),
    { initialProps: {} },
  );
  const toggle = () => act(() => page.result.current.toggle());
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  return { ...page, requestTurn, toggle, wait };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("auto-play is off until it is enabled", () => {
  const { requestTurn, wait, result } = setUp();
  wait(10_000);
  expect(result.current.isOn).toBe(false);
  expect(requestTurn).not.toHaveBeenCalled();
});

test("enabled, it asks for the next turn after 3000 ms", () => {
  const { requestTurn, toggle, wait } = setUp();
  toggle();
  wait(2999);
  expect(requestTurn).not.toHaveBeenCalled();
  wait(1);
  expect(requestTurn).toHaveBeenCalledTimes(1);
});

test("it waits while a turn is pending, and 3000 ms from when it is over", () => {
  const { requestTurn, toggle, wait, rerender } = setUp();
  toggle();
  rerender({ isPending: true });
  wait(60_000);
  expect(requestTurn).not.toHaveBeenCalled();
  rerender({});
  wait(3000);
  expect(requestTurn).toHaveBeenCalledTimes(1);
});

test.each([
  ["the debate is completed", { isCompleted: true }],
  ["signed out", { isSignedIn: false }],
])("it asks for nothing when %s", (_when, state) => {
  const { requestTurn, toggle, wait, rerender } = setUp();
  toggle();
  rerender(state);
  wait(10_000);
  expect(requestTurn).not.toHaveBeenCalled();
});

test("any error turns it off, and it can be turned on again", () => {
  const { requestTurn, toggle, wait, rerender, result } = setUp();
  toggle();
  rerender({ hasFailed: true });
  expect(result.current.isOn).toBe(false);
  wait(10_000);
  expect(requestTurn).not.toHaveBeenCalled();
  toggle();
  wait(3000);
  expect(requestTurn).toHaveBeenCalledTimes(1);
});

test("paused in time, it asks for nothing", () => {
  const { requestTurn, toggle, wait } = setUp();
  toggle();
  wait(2000);
  toggle();
  wait(10_000);
  expect(requestTurn).not.toHaveBeenCalled();
});
