import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useNavigationType } from "react-router-dom";
import { Button, ButtonLink } from "../controls/button.tsx";
import { Redirect } from "./redirect.tsx";
import { Muted } from "../content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";

/** The total number above a list. It receives the focus when the page of the list changes. */
export const ListCount = styled("p", {
  base: { mb: "4", fontSize: "14", color: "muted", fontVariantNumeric: "tabular-nums" },
  /* An empty list shows a text instead, so its count is only for screen readers. */
  variants: { isEmpty: { true: { srOnly: true }, false: {} } },
});

/**
 * The rows of a list. Rows of the previous request are dimmed while the next ones load. The delay
 * avoids flickering if the response is fast.
 */
export const ListRows = styled("div", {
  base: { transition: "opacity 160ms" },
  variants: { isOld: { true: { opacity: 0.5, transitionDelay: "120ms" }, false: {} } },
});

const Frame = styled("nav", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: { base: "3", md: "5" },
    mt: "8",
    fontSize: "14",
    fontVariantNumeric: "tabular-nums",
  },
});

interface PagerProps {
  label: string;
  page: number;
  pages: number;
  /** Returns the URL of a page of the list. */
  to: (page: number) => string;
  /** Whether changing the page replaces the history entry. */
  replace?: boolean;
  head: RefObject<HTMLElement | null>;
}

/** Links to the previous and next page of a list. Redirects to the last page from any later one. */
export const Pager = (props: PagerProps) => {
  if (props.page > props.pages) return <Redirect to={props.to(props.pages)} />;
  return props.pages > 1 && <PagerLinks {...props} />;
};

/**
 * Focuses the list's head after paging, if the focus is in the pager or nowhere. Otherwise the user
 * may be typing a search, which also changes the page. On back navigation the browser restores the
 * position.
 */
const useFocusOnPageChange = (page: number, head: PagerProps["head"]) => {
  const pager = useRef<HTMLElement>(null);
  const kind = useNavigationType();
  const previousPage = useRef(page);
  useEffect(() => {
    const { activeElement, body } = document;
    const canMoveFocus = activeElement === body || pager.current?.contains(activeElement);
    if (previousPage.current !== page && kind !== "POP" && canMoveFocus) {
      head.current?.scrollIntoView();
      head.current?.focus({ preventScroll: true });
    }
    previousPage.current = page;
  }, [page, kind, head]);
  return pager;
};

const PagerLinks = ({ label, page, pages, to, replace = false, head }: PagerProps) => {
  const step = (next: number, rel: "prev" | "next", content: ReactNode) =>
    next < 1 || next > pages ? (
      <Button isOff>{content}</Button>
    ) : (
      <ButtonLink to={to(next)} rel={rel} replace={replace}>
        {content}
      </ButtonLink>
    );
  return (
    <Frame ref={useFocusOnPageChange(page, head)} aria-label={label}>
      {step(
        page - 1,
        "prev",
        <>
          <ChevronLeft size={16} />
          Previous
        </>,
      )}
      <Muted>
        Page {page} of {pages}
      </Muted>
      {step(
        page + 1,
        "next",
        <>
          Next
          <ChevronRight size={16} />
        </>,
      )}
    </Frame>
  );
};
