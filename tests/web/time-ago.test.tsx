/** @jest-environment ./tests/web/browser.cjs */
import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { wrapWithStyles } from "./render-with-styles.tsx";

const NOON = "2026-11-25T12:00:00.000Z";

beforeEach(() => jest.useFakeTimers({ now: Date.parse(NOON) }));
afterEach(() => jest.useRealTimers());

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const getTexts = () => screen.getAllByRole("time").map(({ textContent }) => textContent);
const minutesBefore = (minutes: number) =>
  new Date(Date.parse(NOON) - minutes * 60_000).toISOString();

test("relative times are updated every minute by one shared timer", () => {
  const times = (...minutes: number[]) =>
    wrapWithStyles(minutes.map((each) => <TimeAgo key={each} at={minutesBefore(each)} />));
  const { rerender, unmount } = render(times(0, 58));
  expect(getTexts()).toEqual(["just now", "58 minutes ago"]);
  wait(60_000);
  expect(getTexts()).toEqual(["1 minute ago", "59 minutes ago"]);
  wait(60_000);
  expect(getTexts()).toEqual(["2 minutes ago", "1 hour ago"]);
  expect(jest.getTimerCount()).toBe(1);
  rerender(times(0));
  wait(60_000);
  expect(getTexts()).toEqual(["3 minutes ago"]);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
  render(times(0));
  wait(60_000);
  expect(getTexts()).toEqual(["4 minutes ago"]);
});

test("a relative time keeps the server's text on hydration and is updated with the next minute", () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(wrapWithStyles(<TimeAgo at={NOON} />));
  document.body.append(container);
  jest.setSystemTime(Date.parse(NOON) + 60_000);
  const onRecoverableError = jest.fn();
  render(wrapWithStyles(<TimeAgo at={NOON} />), { container, hydrate: true, onRecoverableError });
  expect(getTexts()).toEqual(["just now"]);
  wait(60_000);
  expect(getTexts()).toEqual(["2 minutes ago"]);
  expect(onRecoverableError).not.toHaveBeenCalled();
});
