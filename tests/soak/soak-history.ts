/** Number of lines that are printed before a violation, and after it. */
const CONTEXT_LINES_BEFORE = 60;
const CONTEXT_LINES_AFTER = 10;

/** Log of a run in the order of time. A violation prints the lines around it. */
export class SoakHistory {
  readonly violations: string[] = [];
  readonly #startedAt = Date.now();
  readonly #lines: string[] = [];
  #printed = 0;
  #printing = 0;

  note(line: string): void {
    const seconds = ((Date.now() - this.#startedAt) / 1000).toFixed(3).padStart(8);
    const entry = `${seconds}  ${line}`;
    this.#lines.push(entry);
    if (this.#printing-- > 0) this.#print();
  }

  /** Records a violation. The same text is recorded only once. */
  violate(what: string): void {
    if (this.violations.includes(what)) return;
    this.violations.push(what);
    this.note(`VIOLATION  ${what}`);
    this.#print();
    this.#printing = CONTEXT_LINES_AFTER;
  }

  /** Prints the latest lines, without those that were printed before. */
  #print(): void {
    const from = Math.max(this.#printed, this.#lines.length - CONTEXT_LINES_BEFORE);
    process.stdout.write(`${this.#lines.slice(from).join("\n")}\n`);
    this.#printed = this.#lines.length;
  }
}
