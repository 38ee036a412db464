import { type ReactNode, useId } from "react";
import type { AuditEntry } from "#shared/contract/admin.ts";
import { ADMIN_ACT_LABEL, ADMIN_ACTS } from "#shared/domain/audit.ts";
import { Moment } from "#web/components/ui/moment.tsx";
import { Table, TableCell, TablePlaces, TableRow } from "#web/components/ui/table.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ListBody } from "../lists/list-body.tsx";
import { ListSelect } from "../lists/list-select.tsx";
import { SearchBox } from "../lists/search-box.tsx";
import { PER_PAGE, useList } from "../lists/use-list.ts";
import { inWords, Subject } from "./entry-in-words.tsx";

const COLUMNS = ["When", "Who", "What", "To whom", "Before", "After"].map((label) => ({ label }));

const ACTS = { "": "Every act", ...ADMIN_ACT_LABEL };

const Filters = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    gridTemplateColumns: { md: "repeat(3, minmax(0, 1fr))" },
    mb: "4",
  },
});
const Labelled = styled("div", { base: { display: "grid", gap: "1.5" } });
const Label = styled("label", { base: { fontSize: "14", fontWeight: 600 } });

interface FilterProps {
  label: string;
  /** Renders the input with this id. */
  children: (id: string) => ReactNode;
}

const Filter = ({ label, children }: FilterProps) => {
  const id = useId();
  return (
    <Labelled>
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </Labelled>
  );
};

const WHO = "Who did it";
const WHAT = "What was done";
const WHOM = "To whom or what";

/** Log of admin actions: who, what, to whom, before, after, when. */
export const AuditLog = () => {
  const list = useList<AuditEntry>("/api/superadmin/audit", ["who", "what", "whom"], {
    choices: { what: ADMIN_ACTS },
  });
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
