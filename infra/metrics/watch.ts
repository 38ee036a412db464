import { Gauge, type Registry } from "prom-client";

/** Something that is looked up when somebody asks. */
export interface Measure {
  name: string;
  help: string;
  labels: readonly string[];
  look(): Promise<readonly (readonly [labels: Record<string, string>, value: number])[]>;
}

/** Adds a measure. Where it cannot be taken now, it is not there, and the others are. */
export const watch = (register: Registry, { name, help, labels, look }: Measure): void => {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [register],
    async collect() {
      gauge.reset();
      // One without labels would be 0 from then on.
      if (labels.length === 0) gauge.remove();
      const seen = await look().catch(() => []);
      for (const [at, value] of seen) gauge.set(at, value);
    },
  });
};
