import type { Element, ElementContent, Root, Text } from "hast";
import type { ReactNode } from "react";
import Markdown from "react-markdown";
import { MARKDOWN_OPTIONS } from "./markdown-options.ts";
import { QuoteMark } from "./quote-mark.tsx";
import { splitAtQuotes, type TextRange } from "./quote-ranges.ts";

const markTextNode = (node: Text, ranges: readonly TextRange[]): ElementContent[] =>
  splitAtQuotes(node.value, node.position?.start.offset ?? 0, ranges).map(({ text, isQuoted }) => {
    const segment: Text = { type: "text", value: text };
    if (!isQuoted) return segment;
    return { type: "element", tagName: "mark", properties: {}, children: [segment] };
  });

const markElement = (element: Element, ranges: readonly TextRange[]): void => {
  element.children = element.children.flatMap((node) => {
    if (node.type === "text") return markTextNode(node, ranges);
    if (node.type === "element") markElement(node, ranges);
    return [node];
  });
};

/** Rehype plugin that marks ranges of the Markdown source in the rendered tree. */
const createQuoteMarker = (ranges: readonly TextRange[]) => () => (tree: Root) => {
  for (const block of tree.children) if (block.type === "element") markElement(block, ranges);
};

const QuotedText = ({ children }: { children?: ReactNode }) => <QuoteMark>{children}</QuoteMark>;
const COMPONENTS = { mark: QuotedText };

interface MarkdownSpeechProps {
  content: string;
  ranges: readonly TextRange[];
}

const MarkdownSpeech = ({ content, ranges }: MarkdownSpeechProps) => (
  <Markdown
    {...MARKDOWN_OPTIONS}
    rehypePlugins={[createQuoteMarker(ranges)]}
    components={COMPONENTS}
  >
    {content}
  </Markdown>
);

export default MarkdownSpeech;
