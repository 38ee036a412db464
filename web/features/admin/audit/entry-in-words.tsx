import type { AuditEntry } from "#shared/contract/admin.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { counted } from "#web/lib/format.ts";

const Kind = styled("span", { base: { color: "muted" } });

/** Topics are quoted. A turn's name contains its number and topic. */
export const Subject = ({ kind, id, name }: AuditEntry["subject"]) => {
  if (kind === "turn") return <span dir="auto">{name.replace(/ of (.*)$/s, " of “$1”")}</span>;
  return (
    <>
      <span dir="auto">{kind === "debate" ? `“${name}”` : name}</span>{" "}
      <Kind>
        {kind} {id}
      </Kind>
    </>
  );
};

/** Text of each fact about a user, debate or job. */
const FACTS: Record<string, (value: string | number | boolean) => string> = {
  credits: (credits) => counted(Number(credits), "credit"),
  debates: (debates) => counted(Number(debates), "debate"),
  // Found in old entries only.
  owner: (owner) => `by ${owner}`,
  ownerId: (id) => `by user ${id}`,
  passkeys: (passkeys) => counted(Number(passkeys), "passkey"),
  apps: (apps) => counted(Number(apps), "authenticator app"),
  turns: (turns) => `${turns} turns`,
  total: (total) => counted(Number(total), "recording"),
};

/** State before or after an action, e.g. "user, 3 credits, 2 debates". */
export const inWords = (facts: AuditEntry["before"]): string | null =>
  facts &&
  Object.entries(facts)
    .map(([name, value]) => FACTS[name]?.(value) ?? String(value))
    .join(", ");
