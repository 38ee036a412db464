import { copyText } from "./copy-text.ts";

/** Puts an address into the clipboard, and says so. */
export const copyLink = (url: string, description: string): Promise<boolean> =>
  copyText(
    url,
    { title: "Link copied", description },
    `The link could not be copied. Here it is: ${url}`,
  );
