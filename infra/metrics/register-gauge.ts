import { Gauge, type Registry } from "prom-client";

/** A gauge whose value is read at each scrape. */
export interface GaugeSource {
  name: string;
  help: string;
  labels: readonly string[];
  read(): Promise<readonly (readonly [labels: Record<string, string>, value: number])[]>;
}

/** Registers a gauge. If reading it fails, the scrape leaves out only this gauge. */
export const registerGauge = (
  register: Registry,
  { name, help, labels, read }: GaugeSource,
): void => {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [register],
    async collect() {
      gauge.reset();
      // Without a value, a gauge without labels would be reported as 0.
      if (labels.length === 0) gauge.remove();
      const samples = await read().catch(() => []);
      for (const [labelValues, value] of samples) gauge.set(labelValues, value);
    },
  });
};
