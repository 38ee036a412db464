import { encode } from "uqr";
import { styled } from "#web/components/theme/styled.tsx";

/** Dark on light in both color modes, because many cameras cannot read the reverse. */
const Frame = styled("svg", {
  base: { w: "13rem", maxW: "100%", h: "auto", borderRadius: "control", bg: "#fff", color: "#000" },
});

/** A QR code, generated in the browser because its content is secret. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <Frame
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={dots.join("")} fill="currentColor" />
    </Frame>
  );
};

export default QrCode;
