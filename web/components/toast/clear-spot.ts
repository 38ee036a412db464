/** In viewport pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  left: number;
  top: number;
}

/** Distance from the window's edge and from controls, in pixels. */
const MARGIN = 8;
const STEP = 8;
/** Cost of a covered pixel of a control, relative to text. */
const CONTROL_WEIGHT = 10_000;

const boxAt = ({ left, top }: Spot, { width, height }: Size): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const sharedArea = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const covered = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + sharedArea(box, other), 0);

const widened = ({ left, top, right, bottom }: Box): Box => ({
  left: left - MARGIN / 2,
  top: top - MARGIN / 2,
  right: right + MARGIN / 2,
  bottom: bottom + MARGIN / 2,
});

/** All candidate positions, best first: from the bottom up, and from right to left. */
function* places(size: Size, room: Size): Generator<Spot> {
  const rightmost = Math.max(MARGIN, room.width - size.width - MARGIN);
  for (let top = room.height - size.height - MARGIN; top >= MARGIN; top -= STEP)
    for (const left of new Set([rightmost, Math.max(MARGIN, rightmost / 2), MARGIN]))
      yield { left, top };
}

interface Surroundings {
  room: Size;
  controls: readonly Box[];
  texts: readonly Box[];
}

/** Whether a box at this position is inside the window and covers no control. */
export const isClear = (spot: Spot, size: Size, { room, controls }: Surroundings): boolean => {
  const box = boxAt(spot, size);
  const isInside = box.left >= 0 && box.top >= 0 && box.right <= room.width;
  return isInside && box.bottom <= room.height && covered(box, controls) === 0;
};

/** The position at which a box covers the least of controls, then of text. */
export const clearSpot = (size: Size, { room, controls, texts }: Surroundings): Spot => {
  const kept = controls.map(widened);
  let best: Spot = { left: MARGIN, top: MARGIN };
  let least = Infinity;
  for (const spot of places(size, room)) {
    const box = boxAt(spot, size);
    const cost = covered(box, kept) * CONTROL_WEIGHT + covered(box, texts);
    if (cost < least) [best, least] = [spot, cost];
    if (least === 0) break;
  }
  return best;
};
