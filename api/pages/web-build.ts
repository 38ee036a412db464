import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RenderPage } from "#shared/contract/page.ts";

/** The built web. */
export interface WebBuild {
  /** Where the browser's files are. */
  clientDir: string;
  template: string;
  render: RenderPage;
}

/** What the web's build left in `dir`; undefined when it was not built. */
export const findWebBuild = async (dir: string): Promise<WebBuild | undefined> => {
  const clientDir = path.join(dir, "client");
  const page = path.join(clientDir, "index.html");
  const entry = path.join(dir, "server", "entry-server.js");
  if (!existsSync(page) || !existsSync(entry)) return undefined;
  const template = await readFile(page, "utf8");
  // All that the API knows of the web is the shape of this function.
  const { render } = (await import(pathToFileURL(entry).href)) as { render: RenderPage };
  return { clientDir, template, render };
};
