/** @jest-environment ./tests/web/browser.cjs */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { SearchField } from "#web/components/ui/controls/search-field.tsx";
import { wrapWithStyles } from "./render-with-styles.tsx";

const onSearch = jest.fn<void, [string]>();
const box = (value: string) =>
  wrapWithStyles(<SearchField aria-label="Search" value={value} onSearch={onSearch} />);
const entry = () => screen.getByLabelText<HTMLInputElement>("Search");
/** Typing advances the fake timers, so its speed is independent of the machine. */
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  onSearch.mockClear();
});
afterEach(() => jest.useRealTimers());

test("the search field searches for trimmed words 300 ms after the typing ends", async () => {
  render(box(""));
  await user.type(entry(), " cars ");
  wait(299);
  expect(onSearch).not.toHaveBeenCalled();
  wait(1);
  expect(onSearch.mock.calls).toEqual([["cars"]]);
});

test("the search field keeps words that were typed before hydration, and searches for them", () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(box(""));
  document.body.append(container);
  entry().value = "cars";
  const { rerender } = render(box(""), { container, hydrate: true });
  wait(300);
  expect(onSearch.mock.calls).toEqual([["cars"]]);
  rerender(box("cars"));
  expect(entry().value).toBe("cars");
});

test("the search field does not search before the user types", () => {
  render(box("cars"));
  act(() => jest.runAllTimers());
  expect(onSearch).not.toHaveBeenCalled();
});

test("the search field has a button to clear it while it contains words", async () => {
  render(box("cars"));
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(entry().value).toBe("");
  expect(document.activeElement).toBe(entry());
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
  wait(300);
  expect(onSearch.mock.calls).toEqual([[""]]);
});

test("the search field accepts at most 100 characters", async () => {
  render(box(""));
  await user.click(entry());
  await user.paste("a".repeat(101));
  expect(entry().value).toHaveLength(100);
});

test("the search field shows the search of a changed address", () => {
  const { rerender } = render(box("cars"));
  rerender(box("trains"));
  expect(entry().value).toBe("trains");
});
