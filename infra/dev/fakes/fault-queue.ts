import express, { Router } from "express";
import type { z } from "zod";

/** Queue of fault rules, oldest first. */
export class FaultQueue<Rule extends z.ZodType<{ times: number }>> {
  #waiting: z.output<Rule>[] = [];
  #usedRules = new WeakSet<z.output<Rule>>();

  constructor(private readonly rule: Rule) {}

  add(...rules: z.input<Rule>[]): void {
    this.#waiting.push(...rules.map((rule) => this.rule.parse(rule)));
  }

  /** Removes all rules. Also ends the effects of used rules that still last, such as a slow pace. */
  clear(): void {
    this.#waiting = [];
    this.#usedRules = new WeakSet();
  }

  /** Whether the effect of a used rule still lasts; it does until `clear`. */
  isActive(rule: z.output<Rule>): boolean {
    return this.#usedRules.has(rule);
  }

  /** Returns the first matching rule, and reduces its remaining `times` by one. */
  take(matches: (rule: z.output<Rule>) => boolean): z.output<Rule> | undefined {
    const rule = this.#waiting.find(matches);
    if (rule === undefined) return undefined;
    rule.times -= 1;
    this.#usedRules.add(rule);
    if (rule.times === 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== rule);
    return rule;
  }

  /** Routes by which tests in other processes add rules (one or a list) and clear them. */
  createRoutes(): Router {
    return Router()
      .post("/", express.json({ type: () => true }), ({ body }, response) => {
        this.add(...[body].flat());
        response.json({});
      })
      .delete("/", (_request, response) => {
        this.clear();
        response.json({});
      });
  }
}
