import { type Toast, toast, toastError } from "./toast.ts";

/**
 * Copies a text and shows a toast. Without a clipboard (no TLS) shows `instead` as an error.
 * Returns whether it was copied.
 */
export const copyText = async (text: string, done: Toast, instead: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toastError(new Error(instead));
    return false;
  }
  toast(done);
  return true;
};
