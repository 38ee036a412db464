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
 * Positions the toast in `list` where it covers no control. Checks the position on every frame,
 * because the page changes, but moves the toast only if it would cover a control.
 */
export const useToastPosition = (toastId: number | null): ToastPlacement => {
  const list = useRef<HTMLOListElement>(null);
  const [placedToastId, setPlaced] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (toastId === null) return undefined;
    let position: ToastPosition | null = null;
    let frame = 0;
    let paintFrame = 0;
    let visibleList: HTMLElement | null = null;
    const updatePosition = () => {
      const toasts = list.current;
      const toast = toasts?.querySelector("li");
      if (!toasts || !toast) return;
      const size = { width: toast.offsetWidth, height: toast.offsetHeight };
      if (toasts.style.visibility !== "visible") {
        visibleList = toasts;
        toasts.style.visibility = "visible";
        // The first callback runs before the toast is painted, the second one after it.
        paintFrame = requestAnimationFrame(() => {
          paintFrame = requestAnimationFrame(() => setPlaced(toastId));
        });
      }
      if (size.height === 0) return;
      // An open dialog is modal, so only the dialog's own content counts.
      const root = toasts.closest("dialog") ?? document;
      const windowSize = {
        width: document.documentElement.clientWidth,
        height: window.innerHeight,
      };
      const controls = visibleRects(root, CONTROL_SELECTOR, toasts);
      if (position && isPositionClear(position, size, { windowSize, controls, texts: [] })) return;
      position = findToastPosition(size, {
        windowSize,
        controls,
        texts: visibleRects(root, TEXT_SELECTOR, toasts),
      });
      toasts.style.left = `${position.left}px`;
      toasts.style.top = `${position.top}px`;
    };
    const follow = () => {
      updatePosition();
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      visibleList?.style.removeProperty("visibility");
      cancelAnimationFrame(frame);
      cancelAnimationFrame(paintFrame);
    };
  }, [toastId]);
  return { list, isPlaced: toastId !== null && placedToastId === toastId };
};
