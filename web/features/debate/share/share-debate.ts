import { toast, toastError } from "#web/lib/toast.ts";

/** Whether the sheet was there. Closing it is no failure, a sheet that is refused is none at all. */
const isShared = async (title: string, url: string): Promise<boolean> => {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (err) {
    return err instanceof DOMException && err.name === "AbortError";
  }
};

/** The native share sheet where there is one, else the link into the clipboard. */
export const shareDebate = async (title: string, url: string): Promise<void> => {
  if (await isShared(title, url)) return;
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: "Link copied", description: "Debate link copied to clipboard" });
  } catch {
    toastError(new Error(`The link could not be copied. Here it is: ${url}`));
  }
};
