import "./fonts.css";
import "./base.css";
import "./debate-text.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "./lib/code-loading/react-dom.ts";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { readPageData, readRenderedParts, hydrateQueryCache } from "./app/page-data.ts";
import { getPageComponent } from "./app/page-code.ts";
import { AppProviders } from "./app/app-providers.tsx";
import { preloadParts } from "./lib/code-loading/lazy-component.tsx";
import { createStyleCache } from "./components/theme/style-cache.ts";
import { reloadOnStaleChunk } from "./lib/code-loading/reload-after-deploy.ts";
import { createQueryClient } from "./lib/api/query-client.ts";
import { surviveTranslation } from "./lib/browser/survive-translation.ts";
import { retryImport } from "./lib/code-loading/retry-import.ts";

reloadOnStaleChunk();
surviveTranslation();

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
const client = createQueryClient();
const pageData = readPageData();
if (pageData) hydrateQueryCache(client, pageData);

const app = (
  <AppProviders
    client={client}
    styles={createStyleCache(nonce)}
    nonce={nonce}
    origin={window.location.origin}
  >
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </AppProviders>
);

// Loads the page's code first, because hydrating without it would replace the page's HTML with a
// spinner.
await getPageComponent(window.location.pathname, Boolean(pageData?.user)).preload();
await preloadParts(readRenderedParts());

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element");
// In a transition, React hydrates in small steps and handles user input between them.
startTransition(() => {
  // The browser may have translated the HTML with `<font>` elements, which React cannot hydrate.
  if (root.firstElementChild && !root.querySelector("font")) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

if (!("popover" in HTMLElement.prototype))
  retryImport(
    () => import("@oddbird/popover-polyfill/fn"),
    // The polyfill's styles have the lowest priority, so that those of the design system apply.
    ({ apply }) => apply({ layerName: "reset" }),
  );

// The styles of rarely used elements load last, because the page looks complete without them.
retryImport(
  () => import("./late-styles.css"),
  () => {},
);
