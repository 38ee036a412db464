import type { AuditEntry } from "#shared/contract/admin/admin.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCount } from "#web/lib/format.ts";

const Kind = styled("span", { base: { color: "muted" } });

/** A turn's name, for example "turn 2 of Should cities ban cars?". */
const TURN_NAME = /^(.*? of )(.*)$/s;

/**
 * Names the target of an action, e.g. “topic” debate 5. A turn's name contains number and topic.
 */
export const AuditSubjectName = ({ kind, id, name }: AuditEntry["subject"]) => {
  const [, turn = "", topic = ""] = (kind === "turn" && TURN_NAME.exec(name)) || ["", "", name];
  const isQuoted = kind === "turn" || kind === "debate";
  return (
    <>
      {turn}
      {isQuoted && "“"}
      <bdi lang={isQuoted ? "" : undefined}>{topic}</bdi>
      {isQuoted && "”"}
      {kind !== "turn" && (
        <>
          {" "}
          <Kind>
            {kind} {id}
          </Kind>
        </>
      )}
    </>
  );
};

/** Formats each fact about a user, debate or job. */
const FACT_FORMATTERS: Record<string, (value: string | number | boolean) => string> = {
  credits: (credits) => formatCount(Number(credits), "credit"),
  debates: (debates) => formatCount(Number(debates), "debate"),
  // These facts are no longer written, but old entries contain them.
  owner: (owner) => `by ${owner}`,
  ownerId: (id) => `by user ${id}`,
  passkeys: (passkeys) => formatCount(Number(passkeys), "passkey"),
  apps: (apps) => formatCount(Number(apps), "authenticator app"),
  turns: (turns) => `${turns} turns`,
  total: (total) => formatCount(Number(total), "recording"),
};

/**
 * Formats the state before or after an action, e.g. "user, 3 credits, 2 debates". Null if no state
 * is stored.
 */
export const formatFacts = (facts: AuditEntry["before"]): string | null =>
  facts &&
  Object.entries(facts)
    .map(([name, value]) => FACT_FORMATTERS[name]?.(value) ?? String(value))
    .join(", ");
