import { EMBED_SIZE_PX, buildEmbedCode } from "#shared/domain/debates/sharing/embed-code.ts";

test("the code to embed a debate escapes its topic", () => {
  const src = "https://debates.example/embed/debate/7";
  expect(buildEmbedCode({ src, title: `"><script>'`, language: "ar", ...EMBED_SIZE_PX })).toBe(
    `<iframe src="${src}" width="600" height="315" title="&#34;&#62;&#60;script&#62;&#39;" lang="ar" dir="auto" loading="lazy"></iframe>`,
  );
});
