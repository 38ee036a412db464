import bcd, { type Identifier, type SupportStatement } from "@mdn/browser-compat-data";
import type { Page } from "playwright-core";
import { OLDEST_BROWSERS } from "#web/build/supported-browsers.ts";

/** A global (`member` is null), or a member of the global or of its instances. */
export interface NewerApi {
  owner: string;
  member: string | null;
  isStatic: boolean;
}

const OLDEST = [
  ["chrome", OLDEST_BROWSERS.chrome],
  ["firefox", OLDEST_BROWSERS.firefox],
  ["safari", OLDEST_BROWSERS.safari],
  ["safari_ios", OLDEST_BROWSERS.ios],
] as const;

const parseVersion = (version: string | false | undefined): number =>
  version === false || version === undefined
    ? Infinity
    : Number.parseFloat(version.replace("≤", "")) || Infinity;

const isSupportedIn = (support: SupportStatement | undefined, version: number): boolean =>
  [support ?? []]
    .flat()
    .some(
      (each) =>
        each.flags === undefined &&
        each.prefix === undefined &&
        each.alternative_name === undefined &&
        parseVersion(each.version_added) <= version &&
        parseVersion(each.version_removed) > version,
    );

/** Whether at least one of the oldest supported browsers lacks the API. */
const isNewer = ({ __compat: compat }: Identifier): boolean =>
  compat !== undefined &&
  OLDEST.some(([browser, version]) => !isSupportedIn(compat.support[browser], version));

/** MDN's data marks events (`_event`) and static members of the DOM (`_static`). */
const toMember = (key: string): Pick<NewerApi, "member" | "isStatic"> => ({
  member: key.endsWith("_event")
    ? `on${key.slice(0, -"_event".length)}`
    : key.replace(/_static$/, ""),
  isStatic: key.endsWith("_static"),
});

const listChildren = (identifier: Identifier): [string, Identifier][] =>
  Object.entries(identifier).filter(
    (child): child is [string, Identifier] => child[0] !== "__compat",
  );

const listGlobals = (globals: Identifier, isMarked: boolean): NewerApi[] => {
  const apis: NewerApi[] = [];
  for (const [owner, global] of listChildren(globals)) {
    for (const [key, member] of listChildren(global)) {
      if (!isNewer(member)) continue;
      const api = { owner, ...toMember(key) };
      apis.push(api);
      if (!isMarked) apis.push({ ...api, isStatic: true });
    }
    if (isNewer(global)) apis.push({ owner, member: null, isStatic: false });
  }
  return apis;
};

/**
 * All APIs that at least one of the oldest supported browsers lacks. MDN does not mark static
 * members of JavaScript's built-ins. So each of their members is listed twice: once as static, once
 * as a member of the instances.
 */
export const listNewerApis = (): NewerApi[] => [
  ...listGlobals(bcd.api, true),
  ...listGlobals(bcd.javascript["builtins"] ?? {}, false),
];

/** Removes these APIs from all documents that the page loads from now on. */
export const removeApis = (page: Page, apis: readonly NewerApi[]): Promise<unknown> =>
  page.addInitScript((removed) => {
    const globals = new Map(
      Object.getOwnPropertyNames(window).map((name) => [name, Reflect.get(window, name)]),
    );
    globals.set("TypedArray", Object.getPrototypeOf(Int8Array));
    const findHolder = (owner: string, isStatic: boolean): unknown => {
      const global: unknown = owner === "Window" ? window : globals.get(owner);
      return typeof global === "function" && !isStatic ? global.prototype : global;
    };
    for (const { owner, member, isStatic } of removed) {
      const holder = member === null ? window : findHolder(owner, isStatic);
      if (typeof holder === "function" || (typeof holder === "object" && holder !== null))
        Reflect.deleteProperty(holder, member ?? owner);
    }
  }, apis);
