import { toast, toastError } from "#web/lib/toast.ts";

/** Puts a text into the clipboard and says so. */
export const copyText = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Copied", description: text });
  } catch {
    toastError(new Error(`It could not be copied. Here it is: ${text}`));
  }
};
