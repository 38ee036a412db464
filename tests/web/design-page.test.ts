import { readdirSync, readFileSync } from "node:fs";

const COMPONENTS = "web/components";
const SPECIMENS = "web/features/design";

/**
 * What opens over everything, what leads elsewhere and looks like nothing, what does something with a
 * debate, and notices that are only there while a provider does not answer, or of mail as it is sent.
 */
const UNSEEN = [
  "ui/confirm-dialog.tsx",
  "ui/dialog.tsx",
  "ui/mailbox-notice.tsx",
  "ui/no-mail.tsx",
  "ui/redirect.tsx",
  "debate/back-to-debates.tsx",
  "debate/delete-debate.tsx",
  "debate/outage-notice.tsx",
];

test("the design page shows every component", () => {
  const pages = readdirSync(SPECIMENS).map((file) => `${SPECIMENS}/${file}`);
  const shown = [...pages, "web/app/routes/design-page.tsx"]
    .map((file) => readFileSync(file, "utf8"))
    .join();
  const components = ["ui", "debate"].flatMap((folder) =>
    readdirSync(`${COMPONENTS}/${folder}`)
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `${folder}/${file}`),
  );
  const missing = components.filter((file) => !shown.includes(`#web/components/${file}`));
  expect(missing).toEqual(UNSEEN);
});
