import { type Toast, toast, toastError } from "./toast.ts";

/**
 * Puts a text into the clipboard and says so, or what to do without one: browsers have none for pages
 * that came without TLS. Returns whether it is there.
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
