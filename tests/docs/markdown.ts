const cell = (text: string): string => text.replaceAll("|", String.raw`\|`);

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
