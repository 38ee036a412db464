import { renderToString } from "react-dom/server";
import { Speech } from "#web/features/debate/turns/speech.tsx";
import { withStyles } from "./with-styles.tsx";

test("a server writes the words of a speech, and leaves its Markdown to the browser", () => {
  const content = "# A heading\n\n- See [the **study**](https://x.example/a)";
  const html = renderToString(
    withStyles(<Speech side="bot_a" content={content} quotes={null} status="complete" />),
  );
  expect(html).toContain("A heading");
  expect(html).not.toMatch(/<(?:h1|ul|li|a)\b/);
});
