export const COMPACT_BUTTON_STYLE = {
  flexGrow: { base: 1, sm: 0 },
  px: { base: "3", md: "4" },
  "& svg": { hideBelow: "sm" },
};
