import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { COLORS } from "#shared/domain/brand.ts";
import { ButtonAnchor } from "#web/components/ui/controls/button.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";

const Frame = styled("article", {
  base: {
    ...panelSurface,
    display: "grid",
    gridTemplateRows: "auto 1fr",
    overflow: "hidden",
  },
});

/** Dark in both color modes, because the files are designed for a dark background. */
const Ground = styled("div", {
  base: {
    display: "grid",
    placeItems: "center",
    h: "13rem",
    p: "6",
    bg: COLORS.canvas.dark,
    borderBottomWidth: "1px",
    borderColor: "line",
    "& img": { maxW: "100%", maxH: "10rem", objectFit: "contain" },
  },
});

const CardText = styled("div", {
  base: { display: "grid", alignContent: "space-between", gap: "4", p: "5" },
});
const Title = styled("h3", { base: { fontSize: "20" } });
/** Narrow padding, so that two buttons fit into a row. */
const Actions = styled("div", {
  base: { display: "flex", flexWrap: "wrap", gap: "2", "& > a": { px: "3.5" } },
});

export interface BrandResource {
  /** File name in `/downloadable/`. */
  file: string;
  title: string;
  description: string;
  kind: "SVG" | "PNG";
  width: number;
  height: number;
}

interface BrandResourceCardProps {
  resource: BrandResource;
  children?: ReactNode;
}

export const BrandResourceCard = ({ resource, children }: BrandResourceCardProps) => {
  const { file, title, description, kind, width, height } = resource;
  const path = `/downloadable/${file}`;
  return (
    <Frame>
      <Ground>
        <img src={path} alt={title} width={width} height={height} loading="lazy" />
      </Ground>
      <CardText>
        <div>
          <Title>{title}</Title>
          <Muted css={{ mt: "1", fontSize: "14" }}>{description}</Muted>
        </div>
        <Actions>
          <ButtonAnchor href={path} download={file} aria-label={`Download ${title} (${kind})`}>
            <Download size={16} />
            Download {kind}
          </ButtonAnchor>
          {children}
        </Actions>
      </CardText>
    </Frame>
  );
};
