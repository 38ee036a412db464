import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RenderPage } from "#shared/contract/page.ts";

export interface WebBuild {
  clientDir: string;
  template: string;
  render: RenderPage;
}

/** Loads the web build from `dir`. Returns undefined if it does not exist. */
export const findWebBuild = async (dir: string): Promise<WebBuild | undefined> => {
  const clientDir = path.join(dir, "client");
  const page = path.join(clientDir, "index.html");
  const entry = path.join(dir, "server", "entry-server.js");
  if (!existsSync(page) || !existsSync(entry)) return undefined;
  const template = await readFile(page, "utf8");
  // The web code is a separate build that is loaded here. At build time, the API only knows the type
  // of its function `render`.
  const { render } = (await import(pathToFileURL(entry).href)) as { render: RenderPage };
  return { clientDir, template, render };
};
