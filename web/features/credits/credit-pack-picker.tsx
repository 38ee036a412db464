import type { Ref } from "react";
import {
  CREDIT_PACKS,
  type CreditPack,
  computeSavingPercent,
} from "#shared/domain/billing/credit.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { radioSurface, OverlayRadio } from "#web/components/ui/controls/radio-card.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatDollars } from "#web/lib/format.ts";

const Packs = styled("fieldset", {
  base: {
    display: "grid",
    gap: "3",
    minW: 0,
    gridTemplateColumns: {
      base: "repeat(2, minmax(0, 1fr))",
      md: "repeat(4, minmax(0, 1fr))",
    },
  },
});

const Legend = styled("legend", { base: { srOnly: true } });

const Pack = styled("label", {
  base: {
    ...radioSurface,
    display: "grid",
    alignContent: "start",
    gap: "1",
    p: { base: "4", md: "5" },
    borderRadius: "card",
  },
});

const Count = styled("span", {
  base: {
    fontFamily: "display",
    fontSize: { base: "34", md: "44" },
    fontWeight: 650,
    lineHeight: 1,
    letterSpacing: "-0.02em",
    fontVariantNumeric: "tabular-nums",
  },
});
const Unit = styled("span", { base: { fontSize: "14", color: "muted" } });
const Price = styled("span", {
  base: { mt: "3", fontSize: "20", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
});
const PricePerCredit = styled("span", {
  base: { fontSize: "13", color: "muted", fontVariantNumeric: "tabular-nums" },
});
const PackFacts = ({ pack }: { pack: CreditPack }) => {
  const saving = computeSavingPercent(pack);
  return (
    <>
      <Count>{pack.credits}</Count>
      <Unit>credits</Unit>
      <Price>{formatDollars(pack.price)}</Price>
      <PricePerCredit>{formatDollars(pack.pricePerCredit)} per credit</PricePerCredit>
      {saving !== null && (
        <Badge tone="good" css={{ justifySelf: "start", mt: "2" }}>
          Save {saving}%
        </Badge>
      )}
    </>
  );
};

interface CreditPackPickerProps {
  ref: Ref<HTMLFieldSetElement>;
  /** Index of the selected pack; null if none is. */
  chosen: number | null;
  onChoose: (packageIndex: number) => void;
}

export const CreditPackPicker = ({ ref, chosen, onChoose }: CreditPackPickerProps) => (
  <Packs ref={ref}>
    <Legend>Credit packs</Legend>
    {CREDIT_PACKS.map((pack, index) => (
      <Pack key={pack.credits}>
        <OverlayRadio
          type="radio"
          name="pack"
          checked={chosen === index}
          onChange={() => onChoose(index)}
        />
        <PackFacts pack={pack} />
      </Pack>
    ))}
  </Packs>
);
