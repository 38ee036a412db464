import { allCssProperties, isCssProperty as isListed } from "@pandacss/is-valid-prop";
import { isCssProperty } from "#web/components/theme/is-css-property.ts";

const SELECTORS = [".card:hover", "html[data-theme=dark]", "a > b", "*", "::marker", ":focus"];

describe("whether a key is a CSS property", () => {
  test("is true for all that the package lists, and for custom properties", () => {
    const properties = allCssProperties.filter((name) => name !== "");
    expect(properties.length).toBeGreaterThan(500);
    expect([...properties, "--face"].filter((name) => !isCssProperty(name))).toEqual([]);
  });

  test.each([...SELECTORS, "& a", "@media print", "--face"])(
    "is the package's answer for %s",
    (key) => expect(isCssProperty(key)).toBe(isListed(key)),
  );
});
