import { type ToastMessage, showToast, showErrorToast } from "../toast.ts";

/**
 * Copies a text and shows a toast. If the browser has no clipboard (without HTTPS), the toast is
 * the error text `failureMessage`. Returns whether the text was copied.
 */
export const copyToClipboard = async (
  text: string,
  done: ToastMessage,
  failureMessage: string,
): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showErrorToast(new Error(failureMessage));
    return false;
  }
  showToast(done);
  return true;
};

export const copyLink = (url: string, description: string): Promise<boolean> =>
  copyToClipboard(
    url,
    { title: "Link copied", description },
    `Couldn’t copy the link. Here it is: ${url}`,
  );
