import { mapProviders } from "#shared/domain/provider.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { PAID_KIND_LABEL, type SpendingGroup } from "./group-spending.ts";

export const useGroupLabels = (): Record<SpendingGroup, string> => ({
  ...mapProviders(useProviderLabel()),
  voice: "Voice",
  moderation: "Moderation",
  blind: "Blind debates",
  ...PAID_KIND_LABEL,
});
