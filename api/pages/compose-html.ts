import type { PageData, RenderedPage } from "#shared/contract/page.ts";

/** JSON that cannot end the script it stands in. */
const dataScript = (data: PageData): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(data).replace(/</g, "\\u003c")}</script>`;

/** The page as sent. Whatever is written in is written in once: topics may look like markers. */
export const composeHtml = (
  template: string,
  page: Pick<RenderedPage, "head" | "body">,
  data: PageData,
  nonce: string,
): string => {
  const parts: Record<string, string> = {
    "<!--app-head-->": page.head,
    "<!--app-html-->": page.body,
    "<!--app-data-->": dataScript(data),
    __CSP_NONCE__: nonce,
  };
  return template.replace(
    /<!--app-(?:head|html|data)-->|__CSP_NONCE__/g,
    (marker) => parts[marker] ?? "",
  );
};
