import { readdirSync, readFileSync } from "node:fs";

const COMPONENTS = "web/components";
const SPECIMENS = "web/features/design";

/** What does something with a debate, and what leads elsewhere and looks like nothing. */
const UNSEEN = ["delete-debate.tsx", "redirect.tsx"];

test("the design page shows every component", () => {
  const pages = readdirSync(SPECIMENS).map((file) => `${SPECIMENS}/${file}`);
  const shown = [...pages, "web/app/routes/design-page.tsx"]
    .map((file) => readFileSync(file, "utf8"))
    .join();
  const components = readdirSync(COMPONENTS).filter((file) => file.endsWith(".tsx"));
  const missing = components.filter((file) => !shown.includes(`#web/components/${file}`));
  expect(missing).toEqual(UNSEEN);
});
