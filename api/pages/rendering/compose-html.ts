import { stringifyForScript, type PageData, type RenderedPage } from "#shared/contract/page.ts";

/**
 * Fills the template in one pass, because an inserted text may contain something that looks like a
 * marker.
 */
export const composeHtml = (
  template: string,
  page: Pick<RenderedPage, "head" | "body">,
  data: PageData,
  nonce: string,
): string => {
  const parts: Record<string, string> = {
    "<!--app-head-->": page.head,
    "<!--app-html-->": page.body,
    "<!--app-data-->": `<script type="application/json" id="page-data">${stringifyForScript(data)}</script>`,
    __CSP_NONCE__: nonce,
  };
  return template.replace(
    /<!--app-(?:head|html|data)-->|__CSP_NONCE__/g,
    (marker) => parts[marker] ?? "",
  );
};
