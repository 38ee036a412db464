import { COLORS } from "#shared/domain/brand.ts";
import { escaped } from "#shared/domain/escaped.ts";
import type { Letter } from "./letter.ts";

export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
}

const asText = ({ paragraphs, action, footnote, ending }: Letter, productName: string): string =>
  [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.address}`] : []),
    footnote,
    ...(ending ? [`${ending.label}:\n${ending.address}`] : []),
    `-- \n${productName}`,
  ].join("\n\n");

const FONT = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const { canvas, panel, line, ink, muted, onInk, for: blue, against: red } = COLORS;

const style = (...rules: string[]): string => `style="${rules.join(";")}"`;

const paragraph = (text: string): string =>
  `<p ${style("margin:0 0 16px", `color:${ink.light}`, "font-size:17px", "line-height:1.5")}>${escaped(text)}</p>`;

const button = ({ label, address }: NonNullable<Letter["action"]>): string =>
  `<p ${style("margin:24px 0")}><a href="${escaped(address)}" ${style(
    "display:inline-block",
    "padding:14px 24px",
    "border-radius:11px",
    `background:${ink.light}`,
    `color:${onInk.light}`,
    "font-size:16px",
    "font-weight:600",
    "text-decoration:none",
  )}>${escaped(label)}</a></p>`;

const link = ({ label, address }: NonNullable<Letter["ending"]>): string =>
  `<br><a href="${escaped(address)}" ${style(`color:${muted.light}`)}>${escaped(label)}</a>`;

const BAND = `<div ${style("height:4px", "border-radius:4px 4px 0 0", `background:linear-gradient(90deg,${blue.light} 50%,${red.light} 50%)`)}></div>`;

const asHtml = (letter: Letter, productName: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(letter.subject)}</title></head>
<body ${style("margin:0", "padding:24px 12px", `background:${canvas.light}`, FONT)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${style("max-width:560px")}><tr><td>
${BAND}
<div ${style("padding:32px", `background:${panel.light}`, `border:1px solid ${line.light}`, "border-top:0", "border-radius:0 0 18px 18px")}>
<p ${style("margin:0 0 24px", `color:${muted.light}`, "font-size:14px", "font-weight:700")}>${escaped(productName)}</p>
${letter.paragraphs.map(paragraph).join("\n")}
${letter.action ? button(letter.action) : ""}
<p ${style("margin:0", `color:${muted.light}`, "font-size:14px", "line-height:1.5")}>${escaped(letter.footnote)}${letter.ending ? link(letter.ending) : ""}</p>
</div></td></tr></table></td></tr></table>
</body></html>`;

export const writeLetter = (letter: Letter, productName: string): WrittenLetter => ({
  subject: letter.subject,
  text: asText(letter, productName),
  html: asHtml(letter, productName),
});
