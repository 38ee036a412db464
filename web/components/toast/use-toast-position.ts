import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import {
  type Rect,
  findToastPosition,
  isPositionClear,
  type ToastPosition,
} from "./find-toast-position.ts";

const CONTROL_SELECTOR =
  "a[href], button, input, textarea, select, summary, label, [role=tab], [role=slider], [data-dock] > *";
const TEXT_SELECTOR = "p, h1, h2, h3, li, article";

const visibleRects = (root: ParentNode, selector: string, toasts: Element): Rect[] =>
  [...root.querySelectorAll(selector)]
    .filter((element) => !toasts.contains(element) && !element.contains(toasts))
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, top, bottom }) =>
        width > 1 && height > 1 && bottom > 0 && top < window.innerHeight,
    );

interface ToastPlacement {
  list: RefObject<HTMLOListElement | null>;
  /** Whether the toast has been painted at its position. */
  isPlaced: boolean;
}

/**
 * Positions the toast in `list` where it covers no control. Rechecked on every frame while shown,
 * because the page below changes. Moves only if it would cover a control.
 */
export const useToastPosition = (shown: number | null): ToastPlacement => {
  const list = useRef<HTMLOListElement>(null);
  const [placed, setPlaced] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (shown === null) return undefined;
    let spot: ToastPosition | null = null;
    let frame = 0;
    let painted = 0;
    let placedIn: HTMLElement | null = null;
    const place = () => {
      const toasts = list.current;
      const toast = toasts?.querySelector("li");
      if (!toasts || !toast) return;
      const size = { width: toast.offsetWidth, height: toast.offsetHeight };
      if (toasts.style.visibility !== "visible") {
        placedIn = toasts;
        toasts.style.visibility = "visible";
        // The first frame starts before the toast is painted, the second one after it.
        painted = requestAnimationFrame(() => {
          painted = requestAnimationFrame(() => setPlaced(shown));
        });
      }
      if (size.height === 0) return;
      // An open dialog is modal, so only its own content counts.
      const root = toasts.closest("dialog") ?? document;
      const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const controls = visibleRects(root, CONTROL_SELECTOR, toasts);
      if (spot && isPositionClear(spot, size, { room, controls, texts: [] })) return;
      spot = findToastPosition(size, {
        room,
        controls,
        texts: visibleRects(root, TEXT_SELECTOR, toasts),
      });
      toasts.style.left = `${spot.left}px`;
      toasts.style.top = `${spot.top}px`;
    };
    const follow = () => {
      place();
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      placedIn?.style.removeProperty("visibility");
      cancelAnimationFrame(frame);
      cancelAnimationFrame(painted);
    };
  }, [shown]);
  return { list, isPlaced: shown !== null && placed === shown };
};
