import { type ComponentType, lazy } from "react";

/**
 * A part whose code is fetched when it is needed, and which the page does without, or with
 * something plainer, where that does not come: a lost connection costs no page that is there.
 */
export const dispensable = <Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = () => null,
) =>
  lazy(async () => {
    try {
      return await fetchCode();
    } catch {
      return { default: instead };
    }
  });
