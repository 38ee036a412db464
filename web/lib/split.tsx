import { type ComponentType, lazy } from "react";
import { failUnlessReloading } from "./fresh-code.ts";

const onServer = typeof window === "undefined";
const serverSide: (() => Promise<void>)[] = [];
/** Functions that reset failed lazy components. */
const lost = new Set<() => void>();

export type Split<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> };

type FetchCode<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A lazily loaded component. Once preloaded it renders synchronously, which server rendering and
 * hydration require. Otherwise it suspends on `load`, which may fall back to another component.
 * Failed preloads can be repeated.
 */
const inChunk = <Props extends object>(
  fetchCode: FetchCode<Props>,
  load: FetchCode<Props>,
): Split<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  const preloadBy = (fetchIt: FetchCode<Props>) => async () => {
    Loaded = (await fetchIt()).default;
  };
  const preload = preloadBy(fetchCode);
  if (onServer) serverSide.push(preloadBy(load));
  const renew = () =>
    lazy(() =>
      load().catch((err: unknown) => {
        lost.add(() => {
          Lazy = renew();
        });
        throw err;
      }),
    );
  let Lazy = renew();
  const Component = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  return Object.assign(Component, { preload });
};

/** For required code such as pages. If the chunk is gone, the page reloads. */
export const split = <Props extends object>(fetchCode: FetchCode<Props>): Split<Props> => {
  const load = () => fetchCode().catch(failUnlessReloading);
  return inChunk(load, load);
};

/**
 * For optional parts. If the code cannot be loaded, `instead` is rendered, so that a lost
 * connection does not break the page.
 */
export const splitOptional = <Props extends object>(
  fetchCode: FetchCode<Props>,
  instead: ComponentType<Props> = () => null,
): Split<Props> => inChunk(fetchCode, () => fetchCode().catch(() => ({ default: instead })));

/** React.lazy caches a failed import. Recreates the components so that the next render retries. */
export const askAgainForLost = (): void => {
  for (const askAgain of lost) askAgain();
  lost.clear();
};

/** Preloads all components for server rendering. */
export const preloadAll = async (): Promise<void> => {
  while (serverSide.length > 0) await Promise.all(serverSide.splice(0).map((preload) => preload()));
};
