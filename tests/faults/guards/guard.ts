/** A safety of the program, how it is switched off, and the tests of which at least one must fail then. */
export interface Guard {
  readonly name: string;
  /** From the project's folder. */
  readonly file: string;
  /** Each is in the file exactly once; switched off, the other stands there. */
  readonly off: readonly (readonly [guard: string, off: string])[];
  /** Test files that vitest runs. */
  readonly tests: readonly string[];
}
