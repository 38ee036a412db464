import { type ReactNode, useId } from "react";
import type { AuditEntry } from "#shared/contract/admin/admin.ts";
import { ADMIN_ACT_LABEL, ADMIN_ACTS } from "#shared/domain/accounts/audit-log.ts";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Table, TableCell, TableSkeleton, TableRow } from "#web/components/ui/content/table.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AdminListBody } from "../lists/admin-list-body.tsx";
import { AdminListSelect } from "../lists/admin-list-select.tsx";
import { AdminListSearch } from "../lists/admin-list-search.tsx";
import { PER_PAGE, useAdminList } from "../lists/use-admin-list.ts";
import { formatFacts, AuditSubjectName } from "./format-audit-entry.tsx";

const COLUMNS = ["Time", "Admin", "Action", "Target", "Before", "After"].map((label) => ({
  label,
}));

const ACT_OPTIONS = { "": "All actions", ...ADMIN_ACT_LABEL };

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
  /** Renders the filter's input with this id. */
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

const ACTOR_LABEL = "Admin name";
const ACT_LABEL = "Action";
const SUBJECT_LABEL = "Target";

/** Log of admin actions: who did what to whom and when, with the state before and after. */
export const AuditLogTable = () => {
  const list = useAdminList<AuditEntry>("/api/superadmin/audit", ["who", "what", "whom"], {
    allowedValues: { what: ADMIN_ACTS },
  });
  const table = { label: "Audit Log", columns: COLUMNS, isBusy: list.isBusy };
  const selectedAct = ADMIN_ACTS.find((name) => name === list.getParameter("what"));
  return (
    <>
      <Filters>
        <Filter label={ACTOR_LABEL}>
          {(id) => <AdminListSearch id={id} label={ACTOR_LABEL} list={list} name="who" />}
        </Filter>
        <Filter label={ACT_LABEL}>
          {(id) => (
            <AdminListSelect
              id={id}
              label={ACT_LABEL}
              list={list}
              name="what"
              options={ACT_OPTIONS}
            />
          )}
        </Filter>
        <Filter label={SUBJECT_LABEL}>
          {(id) => <AdminListSearch id={id} label={SUBJECT_LABEL} list={list} name="whom" />}
        </Filter>
      </Filters>
      <AdminListBody
        list={list}
        noun="action"
        searchTexts={[
          list.getParameter("who"),
          selectedAct ? ADMIN_ACT_LABEL[selectedAct] : "",
          list.getParameter("whom"),
        ]}
        loading={
          <Table {...table}>
            <TableSkeleton count={PER_PAGE} cardHeight="7rem" />
          </Table>
        }
      >
        {(entries) => (
          <Table {...table}>
            {entries.map(({ id, createdAt, actorName, act: done, subject, before, after }) => (
              <TableRow key={id}>
                <TableCell label="Time">
                  <DateTime at={createdAt} />
                </TableCell>
                <TableCell label="Admin" isLong>
                  {actorName}
                </TableCell>
                <TableCell label="Action">{ADMIN_ACT_LABEL[done]}</TableCell>
                <TableCell label="Target" isLong>
                  <AuditSubjectName {...subject} />
                </TableCell>
                <TableCell label="Before">{formatFacts(before)}</TableCell>
                <TableCell label="After">{formatFacts(after)}</TableCell>
              </TableRow>
            ))}
          </Table>
        )}
      </AdminListBody>
    </>
  );
};
