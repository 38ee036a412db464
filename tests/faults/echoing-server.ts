import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenLocally } from "../helpers/listen-locally.ts";

/**
 * A server that rejects all requests. Every field of its response repeats the content of the
 * request.
 */
export interface EchoingServer {
  url: string;
  /** Paths that were requested so far. */
  requestedPaths: Set<string>;
  close(): Promise<void>;
}

export const startEchoingServer = async (): Promise<EchoingServer> => {
  const requestedPaths = new Set<string>();
  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    requestedPaths.add(url);
    const received = `${await text(request)} ${JSON.stringify(headers)} ${headers.authorization ?? ""}`;
    // Without a token the PayPal client sends no further request, so this request succeeds.
    const isToken = url.endsWith("/oauth2/token");
    const error = { message: received, type: received, code: received, param: received };
    const body = isToken
      ? { access_token: "token-of-paypal", expires_in: 9000 }
      : {
          error,
          name: received,
          message: received,
          debug_id: received,
          details: [{ issue: received, description: received }],
        };
    response.writeHead(isToken ? 200 : 400, {
      "content-type": "application/json",
      "x-request-id": "request-of-the-vendor",
    });
    response.end(JSON.stringify(body));
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requestedPaths,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
