import { toast, toastError } from "./toast.ts";

/** Puts an address into the clipboard, and says so. */
export const copyLink = async (url: string, description: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: "Link copied", description });
  } catch {
    toastError(new Error(`The link could not be copied. Here it is: ${url}`));
  }
};
