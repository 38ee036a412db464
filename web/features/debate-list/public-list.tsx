import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { DEBATES_PER_PAGE, listAddress, type ListPlace } from "#shared/domain/debate-list.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { HiddenSectionTitle, Muted } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { counted } from "#web/lib/format.ts";
import { DebateGrid } from "./debate-grid.tsx";
import { publicListQuery } from "./queries.ts";

const Pages = styled("nav", {
  base: { display: "flex", alignItems: "center", justifyContent: "center", gap: "5", mt: "8" },
});

/** Where there is none, what stands in their place says so to those who see it. */
const Count = styled(Muted, {
  base: { mb: "4", fontSize: "14" },
  variants: { isEmpty: { true: { srOnly: true }, false: {} } },
});

/** A page of all public debates, and the way to the ones before and after it. */
export const PublicList = ({ place }: { place: ListPlace }) => {
  const { data, error, refetch } = useQuery(publicListQuery(place));
  const { total = 0 } = data ?? {};
  const last = Math.max(1, Math.ceil(total / DEBATES_PER_PAGE));
  return (
    <>
      <HiddenSectionTitle>Debates</HiddenSectionTitle>
      <Count role="status" isEmpty={data?.total === 0}>
        {data ? counted(total, "debate") : !error && "Loading…"}
      </Count>
      <DebateGrid
        debates={{ data: data?.rows, error, refetch }}
        empty={<EmptyState title={emptyTitle(place)} />}
      />
      {last > 1 && (
        <Pages aria-label="Pages">
          {place.page > 1 && <Step place={{ ...place, page: place.page - 1 }} label="Previous" />}
          <Muted>
            Page {place.page} of {last}
          </Muted>
          {place.page < last && <Step place={{ ...place, page: place.page + 1 }} label="Next" />}
        </Pages>
      )}
    </>
  );
};

const emptyTitle = ({ q, page }: ListPlace): string => {
  if (page > 1) return "There are no debates on this page.";
  return q === "" ? "No public debates yet." : `No debate is about “${q}”.`;
};

const Step = ({ place, label }: { place: ListPlace; label: "Previous" | "Next" }) => (
  <ButtonLink to={listAddress(place)} rel={label === "Next" ? "next" : "prev"}>
    {label === "Previous" && <ChevronLeft size={16} />}
    {label}
    {label === "Next" && <ChevronRight size={16} />}
  </ButtonLink>
);
