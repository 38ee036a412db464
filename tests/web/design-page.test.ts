import { readdirSync, readFileSync } from "node:fs";

const COMPONENTS = "web/components";
const SPECIMENS = "web/features/design";

/**
 * Components that the page does not show: dialogs, redirects, actions on a debate, the options of a
 * select, notices about outages or emails.
 */
const NOT_ON_DESIGN_PAGE = [
  "ui/feedback/confirm-dialog.tsx",
  "ui/feedback/dialog.tsx",
  "ui/feedback/email-disabled-note.tsx",
  "ui/feedback/fake-mailbox-notice.tsx",
  "ui/page/redirect.tsx",
  "debate/delete-debate-button.tsx",
  "debate/starting/language-options.tsx",
  "debate/starting/provider-outage-notice.tsx",
];

test("the design page shows every component", () => {
  const pages = readdirSync(SPECIMENS).map((file) => `${SPECIMENS}/${file}`);
  const shown = [...pages, "web/app/routes/design-page.tsx"]
    .map((file) => readFileSync(file, "utf8"))
    .join();
  const components = ["ui", "debate"].flatMap((folder) =>
    readdirSync(`${COMPONENTS}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `${folder}/${file}`),
  );
  const missing = components.filter((file) => !shown.includes(`#web/components/${file}`));
  expect(missing).toEqual(NOT_ON_DESIGN_PAGE);
});
