import {
  type CheckedService,
  MODEL_CHECK_LABELS,
  type ModelCheckResult,
} from "#shared/contract/admin/model-check.ts";

const formatPrice = (microdollars: number): string => `$${(microdollars / 1_000_000).toFixed(4)}`;

const renderResult = ({ check, status, note }: ModelCheckResult): string =>
  `  ${status.padEnd(8)} ${MODEL_CHECK_LABELS[check].padEnd(14)} ${note}`.trimEnd();

const renderService = (service: CheckedService): string => {
  const { label, model, address, isUsable, results, adaptations } = service;
  const place = address === null ? "" : ` at ${address}`;
  return [
    `${label} (${model}${place}): ${isUsable ? "usable" : "not usable"}`,
    ...results.map(renderResult),
    ...adaptations.map(({ kind, reason }) => `  changed  ${kind}: ${reason}`),
    `  cost     ${formatPrice(service.price)}${service.isPriceEstimated ? " (estimated)" : ""}`,
  ].join("\n");
};

/** Renders the report as text for a terminal. */
export const renderModelCheck = (services: readonly CheckedService[]): string => {
  const unusable = services.filter(({ isUsable }) => !isUsable).map(({ label }) => label);
  const cost = services.reduce((total, { price }) => total + price, 0);
  const missing = (["voice", "moderation"] as const).filter(
    (service) => !services.some((each) => each.service === service),
  );
  return [
    ...services.map(renderService),
    ...missing.map((service) => `No ${service} is configured.`),
    unusable.length === 0
      ? `Everything is usable. The check cost ${formatPrice(cost)}.`
      : `Not usable: ${unusable.join(", ")}. The check cost ${formatPrice(cost)}.`,
  ].join("\n\n");
};
