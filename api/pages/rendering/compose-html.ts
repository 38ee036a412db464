import { stringifyForScript, type PageData, type RenderedPage } from "#shared/contract/page.ts";

/**
 * Fills the template in one pass, because an inserted text may contain something that looks like a
 * marker.
 */
export const composeHtml = (
  template: string,
  page: Pick<RenderedPage, "head" | "body" | "parts">,
  data: PageData,
  nonce: string,
): string => {
  const loaded = page.parts?.length ? ` data-parts="${page.parts.join(" ")}"` : "";
  const replacements: Record<string, string> = {
    "<!--app-head-->": page.head,
    "<!--app-html-->": page.body,
    "<!--app-data-->": `<script type="application/json" id="page-data"${loaded}>${stringifyForScript(data)}</script>`,
    __CSP_NONCE__: nonce,
  };
  return template.replace(
    /<!--app-(?:head|html|data)-->|__CSP_NONCE__/g,
    (marker) => replacements[marker] ?? "",
  );
};
