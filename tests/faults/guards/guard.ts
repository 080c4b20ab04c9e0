/** A safeguard of the program, how to switch it off, and the tests of which at least one must then fail. */
export interface Guard {
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
  /** Each `guard` occurs in the file exactly once; `off` replaces it. */
  readonly off: readonly (readonly [guard: string, off: string])[];
  /** Test files or folders for Vitest. */
  readonly tests: readonly string[];
}
