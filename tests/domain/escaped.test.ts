import { escaped } from "#shared/domain/escaped.ts";

test("a text stands in HTML as text, in an attribute too", () => {
  expect(escaped(`<b title="it's">&</b>`)).toBe(
    "&#60;b title=&#34;it&#39;s&#34;&#62;&#38;&#60;/b&#62;",
  );
  expect(escaped("Cats – or dogs?")).toBe("Cats – or dogs?");
});
