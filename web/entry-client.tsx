import "./fonts.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "./lib/react-dom.ts";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { readPageData, takeOver } from "./app/page-data.ts";
import { codeOf } from "./app/pages.ts";
import { Providers } from "./app/providers.tsx";
import { createStyleCache } from "./components/theme/style-cache.ts";
import { reloadForFreshCode } from "./lib/fresh-code.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { whenHere } from "./lib/when-here.ts";

reloadForFreshCode();

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
const client = createQueryClient();
const pageData = readPageData();
if (pageData) takeOver(client, pageData);

const app = (
  <Providers
    client={client}
    styles={createStyleCache(nonce)}
    nonce={nonce}
    origin={window.location.origin}
  >
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Providers>
);

// Hydrating before the page's code is loaded would replace its HTML with a spinner.
await codeOf(window.location.pathname, Boolean(pageData?.user)).preload();

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element");
// As a transition, React yields to user input while it hydrates.
startTransition(() => {
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

// Until these fonts are loaded, the browser synthesises italics.
whenHere(
  () => import("./italics.css"),
  () => {},
);
