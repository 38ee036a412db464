import { Router, static as files } from "express";
import folderOfSwaggerUi from "swagger-ui-dist/absolute-path.js";
import type { Context } from "../context.ts";
import { createReadHandler, type ReadDeps } from "../http/read-cost.ts";
import { createPageHeaders } from "../http/server/security-headers.ts";

const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API of Chatbot Debate</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="icon" href="/api/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#swagger-ui" });\n`;

/** `/api/openapi.json` and the Swagger UI at `/api/docs`. Nothing is loaded from other hosts. */
export const createDocsRoutes = (
  context: ReadDeps & Pick<Context, "env">,
  cookieName: string,
): Router => {
  const { publicOrigin, isHttps } = context.env;
  const buildDocument = async () =>
    (await import("./openapi-document.ts")).buildOpenApiDocument(cookieName, publicOrigin ?? "/");
  let document: ReturnType<typeof buildDocument> | undefined;
  const send = (type: string, text: string) =>
    createReadHandler("none", context, () => (_req, res) => void res.type(type).send(text));
  return Router()
    .get(
      "/openapi.json",
      createReadHandler("none", context, () => async (_req, res) => {
        res.json(await (document ??= buildDocument()));
      }),
    )
    .use("/docs", createPageHeaders(isHttps))
    .get("/docs", send("html", DOCS_PAGE))
    .get("/docs/start.js", send("js", START_SCRIPT))
    .use("/docs", files(folderOfSwaggerUi(), { index: false, redirect: false }));
};
