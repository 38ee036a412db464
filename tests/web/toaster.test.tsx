/** @jest-environment ./tests/web/browser.cjs */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { Toaster } from "#web/components/toast/toaster.tsx";
import { showToast } from "#web/lib/toast.ts";
import { wrapWithStyles } from "./render-with-styles.tsx";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const show = (title: string) => act(() => showToast({ title }));
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const shown = (title: string) => screen.queryAllByText(title).length > 0;

const open = () => {
  render(wrapWithStyles(<Toaster />));
  show("First");
  // A toast's duration starts with its first paint.
  wait(50);
};

test("only the newest toast is visible", () => {
  open();
  show("Second");
  expect([shown("First"), shown("Second")]).toEqual([false, true]);
});

test("a toast disappears after 5000 ms", () => {
  open();
  wait(4900);
  expect(shown("First")).toBe(true);
  wait(200);
  expect(shown("First")).toBe(false);
});

const swipe = (distance: number) => {
  const root = screen.getByText("First").closest("li");
  if (!root) throw new Error("no toast");
  fireEvent.pointerDown(root, { button: 0, clientX: 0, clientY: 0 });
  fireEvent.pointerMove(root, { clientX: distance, clientY: 0 });
  fireEvent.pointerUp(root, { clientX: distance, clientY: 0 });
  wait(300);
};

test("a swipe to the right by 60 pixels dismisses a toast, by 40 does not", () => {
  open();
  swipe(40);
  expect(shown("First")).toBe(true);
  swipe(60);
  expect(shown("First")).toBe(false);
});

describe("the toaster, when a dialog is open", () => {
  const openDialog = async () => {
    const page = render(<dialog aria-label="Settings" />);
    const dialog = screen.getByRole<HTMLDialogElement>("dialog", { hidden: true });
    const turn = (isOpen: boolean) => act(async () => void (dialog.open = isOpen));
    await turn(true);
    return { page, dialog, turn };
  };
  const isIn = (dialog: HTMLElement) => [
    dialog.contains(screen.getByRole("button", { name: "Dismiss" })),
    ...screen.getAllByRole("status").map((words) => dialog.contains(words)),
  ];

  test("moves the toast into the dialog and back, with its announcement", async () => {
    const { dialog, turn } = await openDialog();
    open();
    wait(100);
    expect(isIn(dialog)).toEqual([true, true]);
    fireEvent.keyDown(dialog, { key: "Escape" });
    await turn(false);
    expect(isIn(dialog)).toEqual([false, false]);
    await turn(true);
    expect(isIn(dialog)).toEqual([true, true]);
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(shown("First")).toBe(false);
  });

  test("keeps the toast when the dialog is removed with its page", async () => {
    const { page, dialog } = await openDialog();
    open();
    expect(dialog.contains(screen.getByText("First"))).toBe(true);
    await act(async () => page.unmount());
    expect(shown("First")).toBe(true);
  });
});

test("F8 moves the focus to the notifications", () => {
  open();
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(document.activeElement?.getAttribute("tabindex")).toBe("-1");
  expect(document.activeElement?.tagName).toBe("OL");
});

test("dismissing a toast returns the focus to its previous element", () => {
  render(wrapWithStyles(<button type="button">Share</button>));
  open();
  const share = screen.getByRole("button", { name: "Share" });
  act(() => share.focus());
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(shown("First")).toBe(false);
  expect(document.activeElement).toBe(share);
});
