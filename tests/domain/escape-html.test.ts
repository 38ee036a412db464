import { escapeHtml } from "#shared/domain/text/escape-html.ts";

test("a text is escaped for HTML content and attributes", () => {
  expect(escapeHtml(`<b title="it's">&</b>`)).toBe(
    "&#60;b title=&#34;it&#39;s&#34;&#62;&#38;&#60;/b&#62;",
  );
  expect(escapeHtml("Cats – or dogs?")).toBe("Cats – or dogs?");
});
