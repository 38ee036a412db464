import { copyToClipboard } from "./copy-to-clipboard.ts";

/** Copies a URL and shows a toast. */
export const copyLink = (url: string, description: string): Promise<boolean> =>
  copyToClipboard(
    url,
    { title: "Link copied", description },
    `The link could not be copied. Here it is: ${url}`,
  );
