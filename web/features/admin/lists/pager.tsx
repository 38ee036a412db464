import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#web/components/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { counted } from "#web/lib/format.ts";
import type { List } from "./use-list.ts";

const Frame = styled("nav", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    mt: "4",
    fontSize: "14",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});

/** Where there is none, what stands in the list's place says so to those who see it. */
const Count = styled("span", { variants: { isEmpty: { true: { srOnly: true }, false: {} } } });
const Turn = styled("div", { base: { display: "flex", alignItems: "center", gap: "2" } });

interface PagerProps {
  /** What the list is of, as one says it of one of them. */
  one: string;
  list: List<unknown>;
}

/** How much there is, once that is known, and the way to the next page of it. */
export const Pager = ({ one, list: { page, pageNumber, pageCount, showPage } }: PagerProps) => {
  const total = page?.total ?? 0;
  return (
    <Frame aria-label={`Pages of ${one}s`}>
      <Count role="status" isEmpty={total === 0}>
        {page && counted(total, one)}
      </Count>
      {total > 0 && (
        <Turn>
          <Button
            size="icon"
            aria-label="Previous page"
            isOff={pageNumber <= 1}
            onClick={() => showPage(pageNumber - 1)}
          >
            <ChevronLeft size={18} />
          </Button>
          <span>
            Page {pageNumber} of {pageCount}
          </span>
          <Button
            size="icon"
            aria-label="Next page"
            isOff={pageNumber >= pageCount}
            onClick={() => showPage(pageNumber + 1)}
          >
            <ChevronRight size={18} />
          </Button>
        </Turn>
      )}
    </Frame>
  );
};
