import { Gauge, type Registry } from "prom-client";

/** A gauge that is read when it is scraped. */
export interface GaugeSource {
  name: string;
  help: string;
  labels: readonly string[];
  look(): Promise<readonly (readonly [labels: Record<string, string>, value: number])[]>;
}

/** Registers a gauge. If reading it fails, the scrape leaves out only this gauge. */
export const registerGauge = (
  register: Registry,
  { name, help, labels, look }: GaugeSource,
): void => {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [register],
    async collect() {
      gauge.reset();
      // A gauge without labels would otherwise be reported as 0.
      if (labels.length === 0) gauge.remove();
      const seen = await look().catch(() => []);
      for (const [at, value] of seen) gauge.set(at, value);
    },
  });
};
