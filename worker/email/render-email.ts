import { COLORS } from "#shared/domain/brand.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import type { Email } from "./email.ts";
import { renderTextAttributes } from "#shared/domain/debates/language/text-in-markup.ts";

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const renderText = (
  { paragraphs, action, footnote, unsubscribeLink }: Email,
  productName: string,
): string =>
  [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    footnote,
    ...(unsubscribeLink ? [`${unsubscribeLink.label}:\n${unsubscribeLink.url}`] : []),
    `-- \n${productName}`,
  ].join("\n\n");

const FONT = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const { canvas, panel, line, ink, muted, onInk, for: blue, against: red } = COLORS;

const styleAttribute = (...rules: string[]): string => `style="${rules.join(";")}"`;

/**
 * Puts the quoted topic into an element with its language and direction. The quotation marks stay
 * outside, because they belong to the English sentence.
 */
const markQuote = (html: string, quote: Email["quote"]): string => {
  if (!quote) return html;
  const { text, language } = quote;
  const quoted = escapeHtml(text);
  const marked = `<bdi ${renderTextAttributes(language, text)}>${quoted}</bdi>`;
  return html.replace(`“${quoted}”`, () => `“${marked}”`);
};

const renderParagraph = (text: string, quote: Email["quote"]): string =>
  `<p ${styleAttribute("margin:0 0 16px", `color:${ink.light}`, "font-size:17px", "line-height:1.5")}>${markQuote(escapeHtml(text), quote)}</p>`;

const renderButton = ({ label, url }: NonNullable<Email["action"]>): string =>
  `<p ${styleAttribute("margin:24px 0")}><a href="${escapeHtml(url)}" ${styleAttribute(
    "display:inline-block",
    "padding:14px 24px",
    "border-radius:11px",
    `background:${ink.light}`,
    `color:${onInk.light}`,
    "font-size:16px",
    "font-weight:600",
    "text-decoration:none",
  )}>${escapeHtml(label)}</a></p>`;

const renderLink = ({ label, url }: NonNullable<Email["unsubscribeLink"]>): string =>
  `<br><a href="${escapeHtml(url)}" ${styleAttribute(`color:${muted.light}`)}>${escapeHtml(label)}</a>`;

const HEADER_BAND = `<div ${styleAttribute("height:4px", "border-radius:4px 4px 0 0", `background:linear-gradient(90deg,${blue.light} 50%,${red.light} 50%)`)}></div>`;

const renderHtml = (email: Email, productName: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(email.subject)}</title></head>
<body ${styleAttribute("margin:0", "padding:24px 12px", `background:${canvas.light}`, FONT)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styleAttribute("max-width:560px")}><tr><td>
${HEADER_BAND}
<div ${styleAttribute("padding:32px", `background:${panel.light}`, `border:1px solid ${line.light}`, "border-top:0", "border-radius:0 0 18px 18px")}>
<p ${styleAttribute("margin:0 0 24px", `color:${muted.light}`, "font-size:14px", "font-weight:700")}>${escapeHtml(productName)}</p>
${email.paragraphs.map((text) => renderParagraph(text, email.quote)).join("\n")}
${email.action ? renderButton(email.action) : ""}
<p ${styleAttribute("margin:0", `color:${muted.light}`, "font-size:14px", "line-height:1.5")}>${escapeHtml(email.footnote)}${email.unsubscribeLink ? renderLink(email.unsubscribeLink) : ""}</p>
</div></td></tr></table></td></tr></table>
</body></html>`;

export const renderEmail = (email: Email, productName: string): RenderedEmail => ({
  subject: email.subject,
  text: renderText(email, productName),
  html: renderHtml(email, productName),
});
