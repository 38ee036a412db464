import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const List = styled("div", {
  base: {
    display: "flex",
    gap: "5",
    borderBottomWidth: "1px",
    borderColor: "line",
    mb: "6",
    /* The row of tabs scrolls if it does not fit. */
    overflowX: "auto",
    overflowY: "hidden",
    scrollbarWidth: "none",
    /* Fades out at an end where more tabs are hidden. */
    "&[data-before], &[data-after]": {
      maskImage:
        "linear-gradient(to right, transparent, #000 var(--before, 0px), #000 calc(100% - var(--after, 0px)), transparent)",
    },
    "&[data-before]": { "--before": "3rem" },
    "&[data-after]": { "--after": "3rem" },
  },
});

const markOverflow = (list: HTMLElement): void => {
  const { scrollLeft, scrollWidth, clientWidth } = list;
  list.toggleAttribute("data-before", scrollLeft > 1);
  list.toggleAttribute("data-after", scrollWidth - clientWidth - scrollLeft > 1);
};

const Tab = styled("button", {
  base: {
    flexShrink: 0,
    minH: "touch",
    px: "1",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    fontWeight: 600,
    color: "muted",
    transition: "color 120ms, border-color 120ms",
    _hover: { color: "ink" },
    _selected: { color: "ink", borderColor: "ink" },
    /* The outline is inside, because the scrolling row would clip an outer one. */
    _focusVisible: { outlineOffset: "-2px", borderRadius: "mark" },
    _disabled: { opacity: 0.5, _hover: { color: "muted" } },
  },
});

interface TabsProps<Name extends string> {
  label: string;
  tabs: Record<Name, string>;
  selected: Name;
  onSelect: (tab: Name) => void;
  /** Tabs that are visible but cannot be selected. */
  disabled?: readonly Name[];
  children: ReactNode;
}

const ARROW_STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs as in the ARIA pattern: the arrow keys, Home and End move the focus and select. */
export const Tabs = <Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  disabled,
  children,
}: TabsProps<Name>) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(tabs).filter((name): name is Name => name in tabs);
  const enabled = names.filter((name) => !disabled?.includes(name));

  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
    if (!row || !tab) return undefined;
    const center = () => {
      const freeWidth = row.clientWidth - tab.offsetWidth;
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - freeWidth / 2;
      markOverflow(row);
    };
    const observer = new ResizeObserver(center);
    observer.observe(row);
    return () => observer.disconnect();
  }, [selected]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const focused = list.current?.querySelector<HTMLElement>(":focus");
    const step = ARROW_STEP[event.key];
    // Moves from the focused tab, because `selected` may be updated later.
    const index = enabled.findIndex((name) => name === focused?.dataset.tab);
    const to =
      step === undefined ? { Home: 0, End: -1 }[event.key] : (index + step) % enabled.length;
    const name = to === undefined ? undefined : enabled.at(to);
    if (name === undefined) return;
    event.preventDefault();
    onSelect(name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${name}"]`)?.focus();
  };

  return (
    <>
      <List
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        onScroll={({ currentTarget }) => markOverflow(currentTarget)}
      >
        {names.map((name) => (
          <Tab
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            disabled={disabled?.includes(name)}
            onClick={() => onSelect(name)}
          >
            {tabs[name]}
          </Tab>
        ))}
      </List>
      <div role="tabpanel" tabIndex={-1} id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
};
