import type { FunctionComponent } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const Prose = styled("div", {
  base: {
    display: "grid",
    gap: "4",
    maxW: "42rem",
    fontSize: "17",
    lineHeight: 1.65,
    "& ul": { display: "grid", gap: "2", ps: "5", listStyle: "disc" },
    "& li::marker": { color: "muted" },
    "& h3": { mt: "3", fontSize: "20" },
    "& strong": { fontWeight: 650 },
    "& a": { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});

const Section = styled("section", {
  base: {
    display: "grid",
    gap: "4",
    pt: "10",
    "& > h2": { fontSize: "26" },
  },
});

const TableOfContents = styled("nav", {
  base: {
    display: { base: "none", lg: "block" },
    position: "sticky",
    top: "6rem",
    alignSelf: "start",
    mt: "10",
    fontSize: "14",
  },
});

const ContentsLink = styled("a", {
  base: {
    display: "block",
    py: "1.5",
    ps: "4",
    borderInlineStartWidth: "2px",
    borderColor: "line",
    color: "muted",
    _hover: { color: "ink", borderColor: "ink" },
  },
});

const Frame = styled("div", {
  base: {
    display: "grid",
    gap: "16",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 42rem) minmax(0, 1fr)" },
  },
});

/** A section of a long text. Its `id` is its hash in the URL. */
export interface TextSection {
  id: string;
  title: string;
  Body: FunctionComponent;
}

/** A long text with a table of contents. */
export const LongText = ({ sections }: { sections: readonly TextSection[] }) => (
  <Frame>
    <Prose>
      {sections.map(({ id, title, Body }) => (
        <Section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <Body />
        </Section>
      ))}
    </Prose>
    <TableOfContents aria-label="On this page">
      {sections.map(({ id, title }) => (
        <ContentsLink key={id} href={`#${id}`}>
          {title}
        </ContentsLink>
      ))}
    </TableOfContents>
  </Frame>
);
