import { type ComponentType, lazy } from "react";
import { failUnlessReloading } from "./fresh-code.ts";

const onServer = typeof window === "undefined";
const serverSide: (() => Promise<void>)[] = [];

export type Split<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * A component in a chunk of its own. Once preloaded it renders at once, which the server's single
 * pass and the taking over of its HTML need; until then it suspends.
 */
export const split = <Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): Split<Props> => {
  const load = () => fetchCode().catch(failUnlessReloading);
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded = (await load()).default;
  };
  if (onServer) serverSide.push(preload);
  const Lazy = lazy(load);
  const Component = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  return Object.assign(Component, { preload });
};

/** For the server, before it renders anything. */
export const preloadAll = async (): Promise<void> => {
  while (serverSide.length > 0) await Promise.all(serverSide.splice(0).map((preload) => preload()));
};
