import type { AuditEntry } from "#shared/contract/admin.ts";
import { ADMIN_ACT_LABEL } from "#shared/domain/audit.ts";
import { Table, TableCell, TableRow } from "#web/components/table.tsx";
import { Row } from "#web/components/text.tsx";
import { TimeAgo } from "#web/components/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ListBody } from "../lists/list-body.tsx";
import { ListSelect } from "../lists/list-select.tsx";
import { Pager } from "../lists/pager.tsx";
import { SearchBox } from "../lists/search-box.tsx";
import { useList } from "../lists/use-list.ts";

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

/** Facts by name: 'role: user, credits: 3'. */
const inWords = (facts: AuditEntry["before"]): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ") || "–";

/** What admins did: who, what, to whom, before, after, when. */
export const AuditLog = () => {
  const list = useList<AuditEntry>("/api/superadmin/audit", ["who", "what", "whom"]);
  return (
    <>
      <Row css={{ mb: "4" }}>
        <SearchBox label="Who" list={list} name="who" />
        <ListSelect label="What" list={list} name="what" options={ACTS} />
        <SearchBox label="To whom" list={list} name="whom" />
      </Row>
      <ListBody list={list} empty="Nothing like it was done.">
        {(entries) => (
          <Table label="Audit Log" columns={COLUMNS} isBusy={list.isBusy}>
            {entries.map(({ id, createdAt, actorName, act, subject, before, after }) => (
              <TableRow key={id}>
                <TableCell label="When">
                  <TimeAgo at={createdAt} />
                </TableCell>
                <TableCell label="Who">{actorName}</TableCell>
                <TableCell label="What">{ADMIN_ACT_LABEL[act]}</TableCell>
                <TableCell label="To whom">
                  <Subject {...subject} />
                </TableCell>
                <TableCell label="Before">{inWords(before)}</TableCell>
                <TableCell label="After">{inWords(after)}</TableCell>
              </TableRow>
            ))}
          </Table>
        )}
      </ListBody>
      <Pager one="act" list={list} />
    </>
  );
};
