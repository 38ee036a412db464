import { browserStorage } from "./browser-storage.ts";

const shortcuts = browserStorage("localStorage", "shortcuts");

/**
 * Whether single-key shortcuts are on. They conflict with speech input and accidental key presses,
 * so users can switch them off.
 */
export const areShortcutsOn = (): boolean => shortcuts.read() !== "off";

export const keepShortcuts = (isOn: boolean): void => shortcuts.keep(isOn ? "on" : "off");

/** Elements that use keys themselves. */
const USES_KEYS =
  "input, textarea, select, dialog, [contenteditable], [role=tab], [role=radio], [role=menuitem]";

/**
 * Whether a key press is a shortcut and not meant for the focused element. `others` adds
 * selectors.
 */
export const isShortcut = (event: KeyboardEvent, others = ""): boolean => {
  const { target, defaultPrevented, ctrlKey, altKey, metaKey } = event;
  const isUsed = target instanceof Element && target.closest(USES_KEYS + others) !== null;
  return !defaultPrevented && !isUsed && !ctrlKey && !altKey && !metaKey && areShortcutsOn();
};
