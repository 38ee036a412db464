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
/** Types no slower than it is told to, however busy the machine is. */
const hand = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  onSearch.mockClear();
});
afterEach(() => jest.useRealTimers());

test("looks for what is typed, once the typing pauses, without the spaces around it", async () => {
  render(box(""));
  await hand.type(entry(), " cars ");
  wait(299);
  expect(onSearch).not.toHaveBeenCalled();
  wait(1);
  expect(onSearch.mock.calls).toEqual([["cars"]]);
});

test("keeps what was typed before the page was taken over, and looks for it", () => {
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

test("looks for nothing where nothing was typed", () => {
  render(box("cars"));
  act(() => jest.runAllTimers());
  expect(onSearch).not.toHaveBeenCalled();
});

test("is cleared by a button, which is there when there is something to clear", async () => {
  render(box("cars"));
  await hand.click(screen.getByRole("button", { name: "Clear search" }));
  expect(entry().value).toBe("");
  expect(document.activeElement).toBe(entry());
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
  wait(300);
  expect(onSearch.mock.calls).toEqual([[""]]);
});

test("takes no more than can be looked for", async () => {
  render(box(""));
  await hand.click(entry());
  await hand.paste("a".repeat(101));
  expect(entry().value).toHaveLength(100);
});

test("shows what the address looks for when that has changed", () => {
  const { rerender } = render(box("cars"));
  rerender(box("trains"));
  expect(entry().value).toBe("trains");
});
