import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, type HttpServerRules } from "../http/http-server.ts";

/** A server for operators, in addition to the public one. */
export interface ManagementServer {
  port: number;
  close(): Promise<void>;
}

/** Listens on a port; 0 selects a free one. Closing it closes all connections. */
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
    // A server that listens on a port has an address of this type.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
