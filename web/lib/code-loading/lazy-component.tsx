import { type ComponentType, lazy } from "react";
import { rethrowUnlessReloading } from "./reload-after-deploy.ts";

const IS_SERVER = typeof window === "undefined";
const serverPreloads: (() => Promise<void>)[] = [];
/** Functions that let failed lazy components load again. */
const failedImports = new Set<() => void>();
/**
 * Preload functions of the components that `lazyInServerHtml` made, by the name of the component.
 */
const partsByName = new Map<string, () => Promise<void>>();
/** Names of the components that the server rendered since the last call of `takeRenderedParts`. */
const renderedParts = new Set<string>();

export type LazyComponent<Props extends object> = ComponentType<Props> & {
  preload: () => Promise<void>;
};

type ImportComponent<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component whose code is loaded on demand. Once preloaded it renders synchronously, which server
 * rendering and hydration require. Otherwise it suspends on `load`, which may resolve to a fallback
 * component. A failed preload can be repeated.
 */
const createLazyComponent = <Props extends object>(
  fetchCode: ImportComponent<Props>,
  load: ImportComponent<Props>,
): LazyComponent<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  const preloadBy = (importComponent: ImportComponent<Props>) => async () => {
    Loaded = (await importComponent()).default;
  };
  const preload = preloadBy(fetchCode);
  if (IS_SERVER) serverPreloads.push(preloadBy(load));
  const createLazy = () =>
    lazy(() =>
      load().catch((err: unknown) => {
        failedImports.add(() => {
          Lazy = createLazy();
        });
        throw err;
      }),
    );
  let Lazy = createLazy();
  const Component = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  return Object.assign(Component, { preload });
};

/** For required code such as pages. If the server no longer has the file, the page reloads. */
export const lazyRequired = <Props extends object>(
  fetchCode: ImportComponent<Props>,
): LazyComponent<Props> => {
  const load = () => fetchCode().catch(rethrowUnlessReloading);
  return createLazyComponent(load, load);
};

/**
 * For optional parts. If the code cannot be loaded, `Fallback` is rendered, so that a lost
 * connection does not break the page.
 */
export const lazyOptional = <Props extends object>(
  fetchCode: ImportComponent<Props>,
  Fallback: ComponentType<Props> = () => null,
): LazyComponent<Props> =>
  createLazyComponent(fetchCode, () => fetchCode().catch(() => ({ default: Fallback })));

/**
 * Like `lazyOptional`, for components that the server renders. `name` must be unique. If React
 * updates server HTML whose code is missing, the HTML disappears until the code arrives. So the
 * server lists the rendered names, and the browser loads their code before it hydrates.
 */
export const lazyInServerHtml = <Props extends object>(
  name: string,
  fetchCode: ImportComponent<Props>,
  Fallback?: ComponentType<Props>,
): LazyComponent<Props> => {
  const Part = lazyOptional(fetchCode, Fallback);
  const { preload } = Part;
  partsByName.set(name, preload);
  if (!IS_SERVER) return Part;
  const RecordedPart = (props: Props) => {
    renderedParts.add(name);
    return <Part {...props} />;
  };
  return Object.assign(RecordedPart, { preload });
};

/** Returns the names of components that were rendered since the last call. Only for the server. */
export const takeRenderedParts = (): string[] => {
  const names = [...renderedParts];
  renderedParts.clear();
  return names;
};

/** Loads components by name. If one cannot be loaded, its fallback is rendered. */
export const preloadParts = async (names: readonly string[]): Promise<void> => {
  await Promise.allSettled(names.map(async (name) => partsByName.get(name)?.()));
};

/**
 * React.lazy caches a failed import. Creates the failed components again, so that the next render
 * retries.
 */
export const resetFailedImports = (): void => {
  for (const reset of failedImports) reset();
  failedImports.clear();
};

/** Preloads all components for server rendering. */
export const preloadAll = async (): Promise<void> => {
  while (serverPreloads.length > 0)
    await Promise.all(serverPreloads.splice(0).map((preload) => preload()));
};
