/** Commands that a person typed (`agents.md`, *Where it talks*). */

/** A command and its result. */
export interface CommandOutcome {
  /** Its first line, as written. */
  readonly line: string;
  /** The result, in one or more lines; empty for a thought. Text by others is quoted in it. */
  readonly text: string;
  readonly isRefused: boolean;
}
