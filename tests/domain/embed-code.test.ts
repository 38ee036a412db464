import { EMBEDDED, embedCode } from "#shared/domain/embed-code.ts";

test("the code to embed a debate cannot be broken out of by its topic", () => {
  const src = "https://debates.example/embed/debate/7";
  expect(embedCode({ src, title: `"><script>'`, ...EMBEDDED })).toBe(
    `<iframe src="${src}" width="600" height="315" title="&#34;&#62;&#60;script&#62;&#39;" loading="lazy"></iframe>`,
  );
});
