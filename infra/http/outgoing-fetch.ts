import { type Dispatcher, EnvHttpProxyAgent, fetch, type RequestInit, type Response } from "undici";
import { isStaleConnectionError } from "./stale-connection.ts";

/** Undici reads values that are undefined from the environment. */
export interface ProxyConfig {
  httpProxy: string | undefined;
  httpsProxy: string | undefined;
  /** Hosts that are reached without a proxy, separated by commas. */
  noProxy: string | undefined;
}

/** Less than most servers' idle timeout. A shorter `Keep-Alive` of the server takes precedence. */
const KEEP_ALIVE_MS = 55_000;

const createAgents = ({ httpProxy, httpsProxy, noProxy }: ProxyConfig) => {
  const options = {
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
    // Proxies usually allow CONNECT to port 443 only.
    proxyTunnel: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  };
  return {
    keptAlive: new EnvHttpProxyAgent(options),
    /** Opens a connection for each request. */
    unshared: new EnvHttpProxyAgent({ ...options, pipelining: 0 }),
  };
};

let agents: ReturnType<typeof createAgents> | undefined;

/** Sends all later requests of this process through these proxies. */
export const setProxies = (config: ProxyConfig): void => {
  agents = createAgents(config);
};

const NO_CONFIG = { httpProxy: undefined, httpsProxy: undefined, noProxy: undefined };

type Interceptors = Dispatcher.DispatcherComposeInterceptor[];

const send = async (
  agent: keyof ReturnType<typeof createAgents>,
  url: string | URL,
  init: RequestInit,
  interceptors: Interceptors,
): Promise<Response> => {
  agents ??= createAgents(NO_CONFIG);
  const dispatcher = agents[agent].compose(interceptors);
  try {
    return await fetch(url, { ...init, redirect: "manual", dispatcher });
  } catch (err) {
    // The reason of "fetch failed".
    throw (err as Error).cause ?? err;
  }
};

/**
 * undici's `fetch` through the process's proxies. It unpacks responses and follows no redirects,
 * which could lead to another host with the key. Sends a request once only.
 */
export const fetchOnce = (url: string | URL, init: RequestInit): Promise<Response> =>
  send("keptAlive", url, init, []);

/**
 * Like `fetchOnce`, but a request that meets a kept-alive connection as the server closes it is sent
 * once more on a new connection.
 */
export const fetchOutgoing = async (
  url: string | URL,
  init: RequestInit,
  interceptors: Interceptors = [],
): Promise<Response> => {
  try {
    return await send("keptAlive", url, init, interceptors);
  } catch (err) {
    if (!isStaleConnectionError(err)) throw err;
    return send("unshared", url, init, interceptors);
  }
};
