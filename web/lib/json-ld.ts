import { stringifyForScript } from "#shared/contract/page.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";

/** A script tag with data for search engines, in the vocabulary of schema.org. */
export const renderJsonLd = (nonce: string, data: Readonly<Record<string, unknown>>): string => {
  const json = stringifyForScript({ "@context": "https://schema.org", ...data });
  return `<script type="application/ld+json" nonce="${escapeHtml(nonce)}">${json}</script>`;
};
