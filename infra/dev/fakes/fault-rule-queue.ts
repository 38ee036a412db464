import type { z } from "zod";

/** Queue of fault rules, oldest first. */
export abstract class FaultRuleQueue<Rule extends z.ZodType<{ times: number }>> {
  readonly #rule: Rule;
  #waiting: z.output<Rule>[] = [];
  #struck = new WeakSet<z.output<Rule>>();

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  next(rule: z.input<Rule>): void {
    this.#waiting.push(this.#rule.parse(rule));
  }

  /** Removes all rules and ends the lasting effects of used ones. */
  clear(): void {
    this.#waiting = [];
    this.#struck = new WeakSet();
  }

  /** Whether the effect of a used rule still lasts. */
  isActive(rule: z.output<Rule>): boolean {
    return this.#struck.has(rule);
  }

  /** Consumes one use of the first matching rule. */
  protected takeFirst(matches: (rule: z.output<Rule>) => boolean): z.output<Rule> | undefined {
    const rule = this.#waiting.find(matches);
    if (rule === undefined) return undefined;
    rule.times -= 1;
    this.#struck.add(rule);
    if (rule.times === 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== rule);
    return rule;
  }
}
