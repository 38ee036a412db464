import { toast, toastError } from "#web/lib/toast.ts";

/** The native share sheet where there is one, else the link into the clipboard. */
export const shareDebate = async (title: string, url: string): Promise<void> => {
  if (typeof navigator.share === "function") {
    // Closing the sheet is no failure.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: "Link copied", description: "Debate link copied to clipboard" });
  } catch {
    toastError(new Error(`The link could not be copied. Here it is: ${url}`));
  }
};
