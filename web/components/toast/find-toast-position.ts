/** A rectangle in pixels of the viewport. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface RectSize {
  width: number;
  height: number;
}

export interface ToastPosition {
  left: number;
  top: number;
}

/** Distance of the toast from the window's edge and from controls, in pixels. */
const MARGIN_PX = 8;
const GRID_STEP_PX = 8;
/** Covering a pixel of a control costs as much as covering this many pixels of text. */
const CONTROL_COST_FACTOR = 10_000;

const rectAt = ({ left, top }: ToastPosition, { width, height }: RectSize): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const intersectionArea = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const totalCoveredArea = (box: Rect, others: readonly Rect[]): number =>
  others.reduce((sum, other) => sum + intersectionArea(box, other), 0);

const expandByMargin = ({ left, top, right, bottom }: Rect): Rect => ({
  left: left - MARGIN_PX / 2,
  top: top - MARGIN_PX / 2,
  right: right + MARGIN_PX / 2,
  bottom: bottom + MARGIN_PX / 2,
});

/** All positions to try, best first: from the bottom up, and in each row from right to left. */
function* candidatePositions(size: RectSize, windowSize: RectSize): Generator<ToastPosition> {
  const rightmost = Math.max(MARGIN_PX, windowSize.width - size.width - MARGIN_PX);
  for (let top = windowSize.height - size.height - MARGIN_PX; top >= MARGIN_PX; top -= GRID_STEP_PX)
    for (const left of new Set([rightmost, Math.max(MARGIN_PX, rightmost / 2), MARGIN_PX]))
      yield { left, top };
}

interface Obstacles {
  windowSize: RectSize;
  controls: readonly Rect[];
  texts: readonly Rect[];
}

/** Whether a toast at this position is inside the window and covers no control. */
export const isPositionClear = (
  position: ToastPosition,
  size: RectSize,
  { windowSize, controls }: Obstacles,
): boolean => {
  const box = rectAt(position, size);
  const isInside = box.left >= 0 && box.top >= 0 && box.right <= windowSize.width;
  return isInside && box.bottom <= windowSize.height && totalCoveredArea(box, controls) === 0;
};

/**
 * The position at which a toast covers the least area of controls. Among positions with the same
 * area, the one that covers the least area of text.
 */
export const findToastPosition = (
  size: RectSize,
  { windowSize, controls, texts }: Obstacles,
): ToastPosition => {
  const expandedControls = controls.map(expandByMargin);
  let bestPosition: ToastPosition = { left: MARGIN_PX, top: MARGIN_PX };
  let lowestCost = Infinity;
  for (const position of candidatePositions(size, windowSize)) {
    const box = rectAt(position, size);
    const cost =
      totalCoveredArea(box, expandedControls) * CONTROL_COST_FACTOR + totalCoveredArea(box, texts);
    if (cost < lowestCost) [bestPosition, lowestCost] = [position, cost];
    if (lowestCost === 0) break;
  }
  return bestPosition;
};
