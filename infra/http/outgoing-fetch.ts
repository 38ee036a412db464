import { type Dispatcher, EnvHttpProxyAgent, fetch, type RequestInit, type Response } from "undici";
import { isStaleConnectionError } from "./stale-connection.ts";

/**
 * Proxies for outgoing requests. If a value is undefined, undici reads the environment variable
 * instead.
 */
export interface ProxyConfig {
  httpProxy: string | undefined;
  httpsProxy: string | undefined;
  /** Hosts that are reached without a proxy, separated by commas. */
  noProxy: string | undefined;
}

/**
 * Idle connections stay open for 55 s, less than most servers' idle timeout. A shorter `Keep-Alive`
 * header of the server takes precedence.
 */
const KEEP_ALIVE_MS = 55_000;

const createAgents = ({ httpProxy, httpsProxy, noProxy }: ProxyConfig) => {
  const options = {
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
    // Plain HTTP requests use no CONNECT tunnel, because proxies usually allow CONNECT to port 443
    // only.
    proxyTunnel: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  };
  return {
    keptAlive: new EnvHttpProxyAgent(options),
    /** Opens a new connection for each request. */
    unshared: new EnvHttpProxyAgent({ ...options, pipelining: 0 }),
  };
};

let agents: ReturnType<typeof createAgents> | undefined;

/** Sends all later requests of this process through these proxies. */
export const setProxies = (config: ProxyConfig): void => {
  agents = createAgents(config);
};

const NO_CONFIG = { httpProxy: undefined, httpsProxy: undefined, noProxy: undefined };

/** undici's message when a proxy does not answer CONNECT with 200. */
const REFUSED_TUNNEL = /^Proxy response \((\d{3})\) !== 200/;

/** `fetch` only says "fetch failed". The reason is in the causes of the error. */
const toNetworkError = (err: Error): unknown => {
  const cause = err.cause as Error | undefined;
  const reason = cause?.cause as Error | undefined;
  const [, status] = REFUSED_TUNNEL.exec(reason?.message ?? "") ?? [];
  if (status === undefined) return cause ?? err;
  const sentence = `The outgoing proxy refused the connection with status ${status}. Check HTTPS_PROXY.`;
  return new Error(sentence, { cause });
};

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
    throw toNetworkError(err as Error);
  }
};

/**
 * Sends a request once, with undici's `fetch` and the configured proxies. Decompresses the
 * response. Follows no redirects, which could send the API key to another host.
 */
export const fetchOnce = (url: string | URL, init: RequestInit): Promise<Response> =>
  send("keptAlive", url, init, []);

/**
 * Like `fetchOnce`, but repeats a request on a new connection if the server closed the kept-alive
 * connection at that moment.
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
