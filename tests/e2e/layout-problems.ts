import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";

/** Sizes of windows: desktop, tablets, phones, a phone in landscape, 1440 × 900 at 200 % zoom. */
export const WINDOW_SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
] as const;

/** The window sizes of these widths, for slow tests. */
export const getWindowSizes = (...widths: number[]) =>
  WINDOW_SIZES.filter(({ width }) => widths.includes(width));

interface WindowSize {
  width: number;
  height: number;
}

/** The parts of a running debate that never scroll. */
const FIXED_PARTS = "[data-page-bar], [data-scene], [data-dock]";

interface LayoutParts {
  /** Selector of the parts that are measured. */
  parts?: string;
  /** Whether texts may be cut off by an element that can be scrolled. */
  mayScroll?: boolean;
}

/**
 * Lists visible texts inside `parts` that are cut off, covered by another element, or overlap
 * another text, and buttons whose height is too small for a thumb.
 */
export const listLayoutProblems = (
  page: Page,
  { parts = FIXED_PARTS, mayScroll = false }: LayoutParts = {},
): Promise<string[]> =>
  page.evaluate(
    ([selector, mayBeScrolled]) => {
      const problems = new Set<string>();
      /** Pixels by which two boxes may overlap, because their coordinates are rounded. */
      const SLACK = 1.5;
      type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;
      const intersect = (a: Box, b: Box): Box => ({
        left: Math.max(a.left, b.left),
        right: Math.min(a.right, b.right),
        top: Math.max(a.top, b.top),
        bottom: Math.min(a.bottom, b.bottom),
      });
      const isEmpty = ({ left, right, top, bottom }: Box) =>
        right - left <= SLACK || bottom - top <= SLACK;

      /** The part of a box that its ancestors show, and whether one of them cuts it off. */
      const clip = (element: Element, box: Box) => {
        let shown = box;
        let isCut = false;
        for (let each: Element | null = element; each; each = each.parentElement) {
          const style = getComputedStyle(each);
          if (style.overflow === "visible" || each === document.documentElement) continue;
          const frame = each.getBoundingClientRect();
          // A box of this size is only for screen readers.
          if (frame.width <= 1 && frame.height <= 1) return null;
          const next = intersect(shown, frame);
          // A text may be cut off by an ellipsis, which shows that there is more, or by a scroll
          // container.
          const isShortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
          const canScroll = (overflow: string) =>
            mayBeScrolled && (overflow === "auto" || overflow === "scroll");
          const isCutX = next.left > shown.left + SLACK || next.right < shown.right - SLACK;
          const isCutY = next.top > shown.top + SLACK || next.bottom < shown.bottom - SLACK;
          isCut ||=
            !isShortened &&
            ((isCutX && !canScroll(style.overflowX)) || (isCutY && !canScroll(style.overflowY)));
          shown = next;
        }
        return { shown, isCut };
      };

      const texts: { element: Element; text: string; box: Box }[] = [];
      const readLine = (element: Element, name: string, line: DOMRect) => {
        const clipped = line.width > 0 && clip(element, line);
        if (!clipped) return;
        const { left, right } = element.closest("button")?.getBoundingClientRect() ?? {
          left: 0,
          right: innerWidth,
        };
        const isOutside = line.left < left - SLACK || line.right > right + SLACK;
        if (clipped.isCut || isOutside) problems.add(`cut off: ${name}`);
        const inWindow = intersect(clipped.shown, new DOMRect(0, 0, innerWidth, innerHeight));
        if (!isEmpty(inWindow)) texts.push({ element, text: name, box: inWindow });
      };
      const readTexts = (element: Element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return;
        for (const node of element.childNodes) {
          if (!(node instanceof Text) || node.data.trim() === "") continue;
          const range = document.createRange();
          range.selectNode(node);
          // The box of a large font is higher than the line, although its letters are not. So the
          // part beyond the line is ignored.
          const lineHeight = parseFloat(getComputedStyle(element).lineHeight);
          for (const { left, top, width, height } of range.getClientRects()) {
            const excess = Math.max(0, height - lineHeight) || 0;
            const line = new DOMRect(left, top + excess / 2, width, height - excess);
            readLine(element, node.data.trim().slice(0, 40), line);
          }
        }
      };
      const roots = [...document.querySelectorAll(selector)];
      if (roots.length === 0) problems.add(`nothing is ${selector}`);
      for (const root of roots)
        for (const element of root.querySelectorAll("*")) readTexts(element);

      for (const { element, text, box } of texts) {
        const y = (box.top + box.bottom) / 2;
        for (const x of [box.left + 2, (box.left + box.right) / 2, box.right - 2]) {
          const top = document.elementFromPoint(x, y);
          // A toast over a text does not count, because it disappears by itself.
          if (top?.closest("li[data-swipe-direction]")) continue;
          if (top && !top.contains(element) && !element.contains(top))
            problems.add(`covered: ${text} | by ${top.outerHTML.slice(0, 60)}`);
        }
      }
      for (const [index, { element, text, box }] of texts.entries())
        for (const other of texts.slice(index + 1)) {
          const isSame = element.contains(other.element) || other.element.contains(element);
          if (!isSame && !isEmpty(intersect(box, other.box)))
            problems.add(`overlap: ${text} | ${other.text}`);
        }
      for (const root of roots)
        for (const button of root.querySelectorAll("button")) {
          const { height } = button.getBoundingClientRect();
          if (height > 0 && height < 43.5) problems.add(`too low: ${button.textContent}`);
        }
      if (document.documentElement.scrollWidth > innerWidth) problems.add("wider than the window");
      return [...problems];
    },
    [parts, mayScroll] as const,
  );

/**
 * Expects no problem in any of these windows. `what` describes the state of the page in the message
 * of a failure.
 */
export const expectSoundLayout = async (
  page: Page,
  what: string,
  { sizes = WINDOW_SIZES, ...parts }: LayoutParts & { sizes?: readonly WindowSize[] } = {},
): Promise<void> => {
  const found: [WindowSize, string[]][] = [];
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    // The scene adapts to a new height of the bottom bar one frame later, so the check is repeated.
    const isSound = async () => (await listLayoutProblems(page, parts)).length === 0;
    await waitUntil(isSound, { timeoutMs: 3000 }).catch(() => undefined);
    found.push([viewport, await listLayoutProblems(page, parts)]);
  }
  expect([what, found.filter(([, problems]) => problems.length > 0)]).toEqual([what, []]);
};

/** The spacing that users may set, according to WCAG 1.4.12. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

export const addTextSpacing = (page: Page): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, TEXT_SPACING);
