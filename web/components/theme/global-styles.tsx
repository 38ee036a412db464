import { css as serialize, type SerializedStyles } from "@emotion/react";
import { GLOBAL, useInserted } from "./style-cache.ts";
import { system } from "./system.ts";

const STYLES: SerializedStyles = {
  name: GLOBAL,
  get styles() {
    const { layers, getPreflightCss, getGlobalCss, getTokenCss } = system();
    const css = [layers.atRule, getPreflightCss(), getGlobalCss(), getTokenCss()];
    return serialize(css).styles;
  },
};

export const GlobalStyles = () => {
  useInserted("", STYLES);
  return null;
};
