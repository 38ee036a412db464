/** What is printed before a violation, and after it. */
const LINES_BEFORE = 60;
const LINES_AFTER = 10;

/** What happened, in its order; a violation prints what was around it. */
export class History {
  readonly violations: string[] = [];
  readonly #startedAt = Date.now();
  readonly #lines: string[] = [];
  #printing = 0;

  note(line: string): void {
    const seconds = ((Date.now() - this.#startedAt) / 1000).toFixed(3).padStart(8);
    const written = `${seconds}  ${line}`;
    this.#lines.push(written);
    if (this.#printing-- > 0) process.stdout.write(`${written}\n`);
  }

  /** Something that must never be. */
  violate(what: string): void {
    if (this.violations.includes(what)) return;
    this.violations.push(what);
    this.note(`VIOLATION  ${what}`);
    process.stdout.write(`\n${this.#lines.slice(-LINES_BEFORE).join("\n")}\n`);
    this.#printing = LINES_AFTER;
  }
}
