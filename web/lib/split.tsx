import { type ComponentType, lazy } from "react";
import { failUnlessReloading } from "./fresh-code.ts";

const onServer = typeof window === "undefined";
const serverSide: (() => Promise<void>)[] = [];
/** How each code that did not come is asked for anew. */
const lost = new Set<() => void>();

export type Split<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> };

type FetchCode<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component in a chunk of its own. Once preloaded it renders at once, which the server's single
 * pass and the taking over of its HTML need; until then it suspends. `load` is what it suspends on,
 * and may fall back to another component; a preload that fails is forgotten.
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

/** A page, or anything else without which there is none: where its code is gone, all is loaded anew. */
export const split = <Props extends object>(fetchCode: FetchCode<Props>): Split<Props> => {
  const load = () => fetchCode().catch(failUnlessReloading);
  return inChunk(load, load);
};

/**
 * A part whose code is fetched when it is needed, and which the page does without, or with
 * something plainer, where that does not come: a lost connection costs no page that is there.
 */
export const splitOptional = <Props extends object>(
  fetchCode: FetchCode<Props>,
  instead: ComponentType<Props> = () => null,
): Split<Props> => inChunk(fetchCode, () => fetchCode().catch(() => ({ default: instead })));

/** React keeps that code did not come: whoever comes to its page again has it asked for once more. */
export const askAgainForLost = (): void => {
  for (const askAgain of lost) askAgain();
  lost.clear();
};

/** For the server, before it renders anything. */
export const preloadAll = async (): Promise<void> => {
  while (serverSide.length > 0) await Promise.all(serverSide.splice(0).map((preload) => preload()));
};
