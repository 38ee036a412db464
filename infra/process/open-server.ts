import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, type HttpRules } from "../http/http-server.ts";

/** A server beside the product's own: for who operates it. */
export interface OpenServer {
  port: number;
  close(): Promise<void>;
}

/** Serves on a port, 0 takes a free one. Closing it ends what it has open. */
export const openServer = async (
  port: number,
  rules: HttpRules,
  answer: RequestListener,
): Promise<OpenServer> => {
  const server = createHttpServer(rules, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, resolve);
  });
  return {
    // A server that listens on a port, not on a pipe, has an address of this kind.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
