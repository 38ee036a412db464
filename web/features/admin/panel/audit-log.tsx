import { type ReactNode, useId } from "react";
import type { AuditEntry } from "#shared/contract/admin.ts";
import { ADMIN_ACT_LABEL, ADMIN_ACTS } from "#shared/domain/audit.ts";
import { Moment } from "#web/components/moment.tsx";
import { Table, TableCell, TablePlaces, TableRow } from "#web/components/table.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { counted } from "#web/lib/format.ts";
import { ListBody } from "../lists/list-body.tsx";
import { ListSelect } from "../lists/list-select.tsx";
import { SearchBox } from "../lists/search-box.tsx";
import { PER_PAGE, useList } from "../lists/use-list.ts";

const COLUMNS = ["When", "Who", "What", "To whom", "Before", "After"].map((label) => ({ label }));

const ACTS = { "": "Every act", ...ADMIN_ACT_LABEL };

const Kind = styled("span", { base: { color: "muted" } });

/** A topic is a quotation; a turn's name says which one it is, and of which debate. */
const Subject = ({ kind, id, name }: AuditEntry["subject"]) => {
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

/** What each fact about a user, a debate or a job says by itself. */
const FACTS: Record<string, (value: string | number | boolean) => string> = {
  credits: (credits) => counted(Number(credits), "credit"),
  debates: (debates) => counted(Number(debates), "debate"),
  owner: (owner) => `by ${owner}`,
  turns: (turns) => `${turns} turns`,
  total: (total) => counted(Number(total), "recording"),
};

/** 'user, 3 credits, 2 debates' */
const inWords = (facts: AuditEntry["before"]): string | null =>
  facts &&
  Object.entries(facts)
    .map(([name, value]) => FACTS[name]?.(value) ?? String(value))
    .join(", ");

const Filters = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    gridTemplateColumns: { md: "repeat(3, minmax(0, 1fr))" },
    mb: "4",
  },
});
const Frame = styled("div", { base: { display: "grid", gap: "1.5" } });
const Label = styled("label", { base: { fontSize: "14", fontWeight: 600 } });

/** One of the filters under its label. */
const Filter = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </Frame>
  );
};

const WHO = "Who did it";
const WHAT = "What was done";
const WHOM = "To whom or what";

/** What admins did: who, what, to whom, before, after, when. */
export const AuditLog = () => {
  const list = useList<AuditEntry>("/api/superadmin/audit", ["who", "what", "whom"]);
  const table = { label: "Audit Log", columns: COLUMNS, isBusy: list.isBusy };
  const act = ADMIN_ACTS.find((name) => name === list.asked("what"));
  return (
    <>
      <Filters>
        <Filter label={WHO}>
          {(id) => <SearchBox id={id} label={WHO} list={list} name="who" />}
        </Filter>
        <Filter label={WHAT}>
          {(id) => <ListSelect id={id} label={WHAT} list={list} name="what" options={ACTS} />}
        </Filter>
        <Filter label={WHOM}>
          {(id) => <SearchBox id={id} label={WHOM} list={list} name="whom" />}
        </Filter>
      </Filters>
      <ListBody
        list={list}
        one="act"
        sought={[list.asked("who"), act ? ADMIN_ACT_LABEL[act] : "", list.asked("whom")]}
        loading={
          <Table {...table}>
            <TablePlaces count={PER_PAGE} cardHeight="7rem" />
          </Table>
        }
      >
        {(entries) => (
          <Table {...table}>
            {entries.map(({ id, createdAt, actorName, act: done, subject, before, after }) => (
              <TableRow key={id}>
                <TableCell label="When">
                  <Moment at={createdAt} />
                </TableCell>
                <TableCell label="Who" isLong>
                  {actorName}
                </TableCell>
                <TableCell label="What">{ADMIN_ACT_LABEL[done]}</TableCell>
                <TableCell label="To whom" isLong>
                  <Subject {...subject} />
                </TableCell>
                <TableCell label="Before">{inWords(before)}</TableCell>
                <TableCell label="After">{inWords(after)}</TableCell>
              </TableRow>
            ))}
          </Table>
        )}
      </ListBody>
    </>
  );
};
