/** One row of the table of results. */
export interface WebMeasure {
  name: string;
  value: number;
  unit: string;
  target?: { atMost: number } | { atLeast: number };
}

const isTargetMet = ({ value, target }: WebMeasure): boolean => {
  if (!target) return true;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
};

const targetText = (target: WebMeasure["target"]): string => {
  if (!target) return "";
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
};

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

export const renderMeasureTable = (measures: readonly WebMeasure[]): string =>
  [
    line(["", "measured", "target", "ok"]),
    line(["---", "--:", "--:", "---"]),
    ...measures.map((each) =>
      line([
        each.name,
        `${Number(each.value.toFixed(3))} ${each.unit}`.trim(),
        targetText(each.target),
        each.target ? (isTargetMet(each) ? "yes" : "**no**") : "",
      ]),
    ),
  ].join("\n");

export const areTargetsMet = (measures: readonly WebMeasure[]): boolean =>
  measures.every(isTargetMet);
