/** One line of the table. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  target?: { atMost: number } | { atLeast: number };
}

const isKept = ({ value, target }: Measure): boolean => {
  if (!target) return true;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
};

const targetText = (target: Measure["target"]): string => {
  if (!target) return "";
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
};

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** The measures as a Markdown table. */
export const measureTable = (measures: readonly Measure[]): string =>
  [
    line(["", "measured", "target", "ok"]),
    line(["---", "--:", "--:", "---"]),
    ...measures.map((each) =>
      line([
        each.name,
        `${Number(each.value.toFixed(3))} ${each.unit}`.trim(),
        targetText(each.target),
        each.target ? (isKept(each) ? "yes" : "**no**") : "",
      ]),
    ),
  ].join("\n");

export const allKept = (measures: readonly Measure[]): boolean => measures.every(isKept);
