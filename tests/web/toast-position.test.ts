import {
  type Rect,
  findToastPosition,
  isPositionClear,
} from "#web/components/toast/find-toast-position.ts";

const WINDOW_SIZE = { width: 390, height: 844 };
const TOAST = { width: 374, height: 72 };

const row = (top: number, height: number): Rect => ({
  left: 0,
  top,
  right: WINDOW_SIZE.width,
  bottom: top + height,
});

const findPosition = (controls: Rect[], texts: Rect[] = []) =>
  findToastPosition(TOAST, { windowSize: WINDOW_SIZE, controls, texts });

test("a toast lies at the bottom right of an empty page", () => {
  expect(
    findToastPosition(
      { width: 420, height: 70 },
      { windowSize: { width: 1440, height: 900 }, controls: [], texts: [] },
    ),
  ).toEqual({
    left: 1012,
    top: 822,
  });
});

test("a toast lies above the controls at the bottom", () => {
  const { top } = findPosition([row(730, 114)]);
  expect(top + TOAST.height).toBeLessThanOrEqual(730);
  expect(top).toBeGreaterThan(600);
});

test("a toast goes to the only gap between controls", () => {
  const controls = [row(0, 300), row(400, 444)];
  const { top } = findPosition(controls);
  expect([top >= 300, top + TOAST.height <= 400]).toEqual([true, true]);
});

test("a toast covers text rather than a control, and neither if possible", () => {
  const above = [row(0, 500)];
  expect(findPosition([row(600, 244)], above).top).toBeGreaterThanOrEqual(500);
  const dense = [row(0, 520), row(600, 244)];
  const { top } = findPosition(dense, [row(0, 844)]);
  expect([top >= 520, top + TOAST.height <= 600]).toEqual([true, true]);
});

test("a toast covers as little of the controls as possible when there is no gap", () => {
  const { top } = findPosition([row(0, 440), row(460, 384)]);
  expect([top <= 450, top + TOAST.height >= 450]).toEqual([true, true]);
});

test("a position outside the window or over a control is not clear", () => {
  const obstacles = { windowSize: WINDOW_SIZE, controls: [row(700, 144)], texts: [] };
  expect(isPositionClear({ left: 8, top: 500 }, TOAST, obstacles)).toBe(true);
  expect(isPositionClear({ left: 8, top: 650 }, TOAST, obstacles)).toBe(false);
  expect(isPositionClear({ left: 30, top: 500 }, TOAST, obstacles)).toBe(false);
});
