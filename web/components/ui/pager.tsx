import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useNavigationType } from "react-router-dom";
import { Button, ButtonLink } from "./button.tsx";
import { Redirect } from "./redirect.tsx";
import { Muted } from "./text.tsx";
import { styled } from "../theme/styled.tsx";

/** How many there are, above a list: what a page of it starts with, for the eye and the keyboard. */
export const ListHead = styled("p", {
  base: { mb: "4", fontSize: "14", color: "muted", fontVariantNumeric: "tabular-nums" },
  /* Where there is none, what stands in the list's place says so to those who see it. */
  variants: { isEmpty: { true: { srOnly: true }, false: {} } },
});

/** A list's rows: pale while they answer an earlier question, unless the answer to this one is quick. */
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
  /** The address of a page. */
  to: (page: number) => string;
  /** Whether a page takes the place of the one before it in the browser's history. */
  replace?: boolean;
  head: RefObject<HTMLElement | null>;
}

/** The way to the pages before and after this one, where there are any. */
export const Pager = (props: PagerProps) => {
  if (props.page > props.pages) return <Redirect to={props.to(props.pages)} />;
  return props.pages > 1 && <Steps {...props} />;
};

/**
 * Whoever leafs comes to the head of the new page. The focus tells them from those who type a search,
 * which begins at the first page, too; going back leaves the place to the browser.
 */
const useLeafing = (page: number, head: PagerProps["head"]) => {
  const pager = useRef<HTMLElement>(null);
  const kind = useNavigationType();
  const shown = useRef(page);
  useEffect(() => {
    const { activeElement, body } = document;
    const isHere = activeElement === body || pager.current?.contains(activeElement);
    if (shown.current !== page && kind !== "POP" && isHere) {
      head.current?.scrollIntoView();
      head.current?.focus({ preventScroll: true });
    }
    shown.current = page;
  }, [page, kind, head]);
  return pager;
};

const Steps = ({ label, page, pages, to, replace = false, head }: PagerProps) => {
  const step = (next: number, rel: "prev" | "next", words: ReactNode) =>
    next < 1 || next > pages ? (
      <Button isOff>{words}</Button>
    ) : (
      <ButtonLink to={to(next)} rel={rel} replace={replace}>
        {words}
      </ButtonLink>
    );
  return (
    <Frame ref={useLeafing(page, head)} aria-label={label}>
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
