/** @jest-environment ./tests/web/browser.cjs */
import { render, screen } from "@testing-library/react";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import ProblemNotes from "#web/features/debate/stepping/problem-notes.tsx";
import { buildDebate } from "./fixtures.ts";
import { wrapWithStyles } from "./render-with-styles.tsx";

const OWNER = { id: 2, role: "user" } as const;
const OTHER = { id: 3, role: "admin" } as const;
const FOLLOWS = "Missing turns, scores and audio will follow after midnight UTC.";

const note = (spendingPause: SpendingLimit | null, viewer: Viewer) =>
  wrapWithStyles(
    <ProblemNotes
      debate={buildDebate({ userId: OWNER.id, spendingPause })}
      failedTurn={undefined}
      isRefunded={false}
      isOwner={viewer?.id === OWNER.id}
      mayStep={false}
    />,
  );

test.each<[string, SpendingLimit, Viewer, string]>([
  ["the owner", "site_limit", OWNER, "This site has reached its daily spending limit."],
  ["a visitor", "site_limit", null, "This site has reached its daily spending limit."],
  ["the owner", "user_limit", OWNER, "Your debates have reached their daily spending limit."],
  [
    "another user",
    "user_limit",
    OTHER,
    "The debates of this user have reached their daily spending limit.",
  ],
  [
    "a visitor",
    "user_limit",
    null,
    "The debates of this user have reached their daily spending limit.",
  ],
])("the limit note shows %s the %s", (_who, limit, viewer, sentence) => {
  render(note(limit, viewer));
  expect(screen.getByRole("status").textContent).toBe(`${sentence} ${FOLLOWS}`);
});

test("the limit note is absent before the limit and after its end", () => {
  const { container, rerender } = render(note(null, OWNER));
  expect(container.textContent).toBe("");
  rerender(note("user_limit", OWNER));
  expect(screen.getByRole("status").textContent).toContain("Your debates");
  rerender(note(null, OWNER));
  expect(container.textContent).toBe("");
});
