/** The program and the computer it runs on. */

import type { DescribedError } from '../../core/errors.ts';

/** An error as sent between processes: a code, its sentence, and the details. */
export type WireError = DescribedError;

export type ClipboardAction = 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle';

/** Facts about the program, for its *About* and for people who help. */
export interface AboutProgram {
  readonly version: string;
  readonly runtime: string;
  readonly system: string;
  /** It contains another runtime than the one that it is published with. */
  readonly isForTrial: boolean;
  /** The data folder lies beside the program. */
  readonly isPortable: boolean;
  /** The folder of the program's own data, as the writer reads it: no request takes it. */
  readonly dataFolder: string;
}

/** A newer version of the program than the one that runs. */
export interface ProgramUpdate {
  readonly version: string;
  /** Of its package for this computer, in bytes; null if there is none. */
  readonly size: number | null;
  /** The package is on this computer already. */
  readonly isFetched: boolean;
}

export interface AppInfo {
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** True in development and tests: both sides compare digests of the draft after every save (`house.md`). */
  readonly checks: boolean;
  readonly recentGroves: readonly RecentGrove[];
}

/** A recently opened grove. The renderer has its handle, never its path (`proof.md`, *Security*). */
export interface RecentGrove {
  readonly handle: string;
  readonly name: string;
  /** The folder, shortened for people. */
  readonly folder: string;
  readonly openedAt: number;
  /** The last line of the tree that was shown last, when the grove was closed; null if that is unknown. */
  readonly lastLine: string | null;
  /** The words of that tree's path; null if they are unknown. */
  readonly words: number | null;
  /** The writer has not named it yet, so the program chose its file. */
  readonly isUntitled: boolean;
  /** There is no file at its path any more. */
  readonly isMissing: boolean;
}
