import type { Page } from "playwright-core";

export const THEMES = ["dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Changes the theme as another tab would, without a reload, and waits until all colour transitions
 * have ended.
 */
export const setTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(async (newValue) => {
    const root = document.documentElement;
    localStorage.setItem("theme", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "theme", newValue }));
    while (root.dataset["theme"] !== newValue) await new Promise(requestAnimationFrame);
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  }, theme);
