import { serializeStyles, type SerializedStyles } from "@emotion/serialize";
import { GLOBAL_STYLE_NAME, useInsertedStyle } from "./style-cache.ts";
import { getDesignSystem } from "./system.ts";

const GLOBAL_STYLES: SerializedStyles = {
  name: GLOBAL_STYLE_NAME,
  get styles() {
    const { layers, getPreflightCss, getGlobalCss, getTokenCss } = getDesignSystem();
    const css = [layers.atRule, getPreflightCss(), getGlobalCss(), getTokenCss()];
    return serializeStyles([css]).styles;
  },
};

export const GlobalStyles = () => {
  useInsertedStyle("", GLOBAL_STYLES);
  return null;
};
