import { COLORS } from "#shared/domain/brand.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";

/** The page shown during an outage. It polls the readiness and reloads when the service is back. */
export const renderOutagePage = (
  sentence: string,
  product: string,
  nonce: string,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>${escapeHtml(product)}</title>
    <style nonce="${nonce}">
      :root { color-scheme: dark; font: 17px/1.55 system-ui, sans-serif; background: ${COLORS.canvas.dark}; color: ${COLORS.ink.dark} }
      :root.light { color-scheme: light; background: ${COLORS.canvas.light}; color: ${COLORS.ink.light} }
      body { display: grid; place-content: center; justify-items: center; gap: 1rem; min-height: 100dvh; margin: 0; padding: 1.5rem; box-sizing: border-box; text-align: center }
      h1, p { margin: 0 }
      p { opacity: 0.75 }
      a { display: inline-grid; align-items: center; min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid; border-radius: 11px; color: inherit; font-weight: 600; text-decoration: none }
    </style>
  </head>
  <body>
    <img src="/favicon.svg" width="72" height="72" alt="" />
    <h1>${escapeHtml(product)}</h1>
    <p role="status">${escapeHtml(sentence)} This page reloads by itself.</p>
    <a href="">Try again</a>
    <script nonce="${nonce}">
      setInterval(async () => {
        const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
        if (answer?.ok) location.reload();
      }, 3000);
      // This line comes last, because localStorage throws if the browser blocks storage.
      if (localStorage.getItem("theme") === "light") document.documentElement.classList.add("light");
    </script>
  </body>
</html>
`;
