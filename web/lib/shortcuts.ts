import { browserStorage } from "./browser-storage.ts";

const shortcuts = browserStorage("localStorage", "shortcuts");

/**
 * Whether single keys do something wherever the focus is. Whoever speaks to the browser, or hits keys
 * by accident, can turn that off.
 */
export const areShortcutsOn = (): boolean => shortcuts.read() !== "off";

export const keepShortcuts = (isOn: boolean): void => shortcuts.keep(isOn ? "on" : "off");

/** What has its own use for keys that are typed or move a choice. */
const USES_KEYS =
  "input, textarea, select, dialog, [contenteditable], [role=tab], [role=radio], [role=menuitem]";

/** Whether this press is for the page, and not for what has the focus, or also for `others`. */
export const isShortcut = (event: KeyboardEvent, others = ""): boolean => {
  const { target, defaultPrevented, ctrlKey, altKey, metaKey } = event;
  const isUsed = target instanceof Element && target.closest(USES_KEYS + others) !== null;
  return !defaultPrevented && !isUsed && !ctrlKey && !altKey && !metaKey && areShortcutsOn();
};
