import { createStorageEntry } from "./browser-storage.ts";

const shortcutsSetting = createStorageEntry("localStorage", "shortcuts");

/**
 * Whether single-key shortcuts are on. Users can switch them off, because speech input and
 * accidental key presses trigger them.
 */
export const areShortcutsEnabled = (): boolean => shortcutsSetting.read() !== "off";

export const saveShortcutsEnabled = (isOn: boolean): void =>
  shortcutsSetting.keep(isOn ? "on" : "off");

/** Elements that handle keys themselves. */
const KEYBOARD_CONSUMERS =
  "input, textarea, select, dialog, [contenteditable], [role=tab], [role=radio], [role=menuitem]";

/**
 * Whether a key press is a shortcut and not meant for the focused element. `consumers` is appended
 * to the selectors of elements that handle keys.
 */
export const isShortcut = (event: KeyboardEvent, consumers = ""): boolean => {
  const { target, defaultPrevented, ctrlKey, altKey, metaKey } = event;
  const isUsed =
    target instanceof Element && target.closest(KEYBOARD_CONSUMERS + consumers) !== null;
  return !defaultPrevented && !isUsed && !ctrlKey && !altKey && !metaKey && areShortcutsEnabled();
};
