/** What the program and this computer say of themselves. */

import type { DescribedError } from '../../core/errors.ts';

/** An error as it crosses: a code, the sentence for it, and what exactly happened. */
export type WireError = DescribedError;

export interface AppInfo {
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** True in development and tests: both sides compare digests of the draft after every save (`house.md`). */
  readonly checks: boolean;
  readonly recentGroves: readonly RecentGrove[];
}

/** A grove opened before. The renderer holds this handle and never a path (`proof.md`, *Security*). */
export interface RecentGrove {
  readonly handle: string;
  readonly name: string;
  /** The folder, shortened for people. */
  readonly where: string;
  readonly openedAt: number;
  /** No file is where it was. */
  readonly isMissing: boolean;
}
