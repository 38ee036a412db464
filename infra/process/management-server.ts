import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, type HttpServerRules } from "../http/http-server.ts";

/**
 * An HTTP server for operators, such as the one for metrics. It is separate from the public server.
 */
export interface ManagementServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Opens a server on a port; 0 selects a free one. Closing the server closes all its connections.
 */
export const openManagementServer = async (
  port: number,
  rules: HttpServerRules,
  answer: RequestListener,
): Promise<ManagementServer> => {
  const server = createHttpServer(rules, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, resolve);
  });
  return {
    // The address has this type, because the server listens on a port and not on a Unix socket.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
