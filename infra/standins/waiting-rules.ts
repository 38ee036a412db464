import type { z } from "zod";

/** Rules of what is to go wrong, waiting to strike, oldest first. */
export abstract class WaitingRules<Rule extends z.ZodType<{ times: number }>> {
  readonly #rule: Rule;
  #waiting: z.output<Rule>[] = [];
  #struck = new WeakSet<z.output<Rule>>();

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Adds a rule behind those that wait. */
  next(rule: z.input<Rule>): void {
    this.#waiting.push(this.#rule.parse(rule));
  }

  /** Takes all back: those that wait, and what lasts of those that have struck. */
  clear(): void {
    this.#waiting = [];
    this.#struck = new WeakSet();
  }

  /** Whether a rule that struck still holds. */
  holds(rule: z.output<Rule>): boolean {
    return this.#struck.has(rule);
  }

  /** The first rule that fits, used up by one. */
  protected takeFirst(fits: (rule: z.output<Rule>) => boolean): z.output<Rule> | undefined {
    const rule = this.#waiting.find(fits);
    if (rule === undefined) return undefined;
    rule.times -= 1;
    this.#struck.add(rule);
    if (rule.times === 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== rule);
    return rule;
  }
}
