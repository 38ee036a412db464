import { COLORS, buildSelectArrow } from "#shared/domain/brand.ts";
import { styled } from "#web/components/theme/styled.tsx";

/**
 * The native select, which works well with keyboards and on phones. The arrow is an image, because
 * the browser's own arrow touches the edge.
 */
export const Select = styled("select", {
  base: {
    minH: "touch",
    ps: "3",
    pe: "10",
    appearance: "none",
    bgColor: "canvas",
    bgImage: {
      base: buildSelectArrow(COLORS.muted.light),
      _dark: buildSelectArrow(COLORS.muted.dark),
    },
    bgRepeat: "no-repeat",
    backgroundPosition: "right 0.75rem center",
    color: "ink",
    borderWidth: "1px",
    borderColor: "edge",
    borderRadius: "control",
    fontSize: "14",
    cursor: "pointer",
    _hover: { borderColor: "muted" },
    _disabled: { opacity: 0.5, cursor: "not-allowed" },
  },
});
