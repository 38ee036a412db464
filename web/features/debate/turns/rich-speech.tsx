import type { Element, ElementContent, Root, Text } from "hast";
import type { ReactNode } from "react";
import Markdown from "react-markdown";
import { MARKDOWN_OPTIONS } from "./markdown-options.ts";
import { Mark } from "./mark.tsx";
import { cutAtQuotes, type Range } from "./quote-ranges.ts";

const marked = (node: Text, ranges: readonly Range[]): ElementContent[] =>
  cutAtQuotes(node.value, node.position?.start.offset ?? 0, ranges).map(({ text, isQuoted }) => {
    const piece: Text = { type: "text", value: text };
    if (!isQuoted) return piece;
    return { type: "element", tagName: "mark", properties: {}, children: [piece] };
  });

const markIn = (element: Element, ranges: readonly Range[]): void => {
  element.children = element.children.flatMap((node) => {
    if (node.type === "text") return marked(node, ranges);
    if (node.type === "element") markIn(node, ranges);
    return [node];
  });
};

/** Rehype plugin that marks ranges of the Markdown source in the rendered tree. */
const markQuotes = (ranges: readonly Range[]) => () => (tree: Root) => {
  for (const block of tree.children) if (block.type === "element") markIn(block, ranges);
};

const QuotedWords = ({ children }: { children?: ReactNode }) => <Mark>{children}</Mark>;
const COMPONENTS = { mark: QuotedWords };

interface RichSpeechProps {
  content: string;
  ranges: readonly Range[];
}

const RichSpeech = ({ content, ranges }: RichSpeechProps) => (
  <Markdown {...MARKDOWN_OPTIONS} rehypePlugins={[markQuotes(ranges)]} components={COMPONENTS}>
    {content}
  </Markdown>
);

export default RichSpeech;
