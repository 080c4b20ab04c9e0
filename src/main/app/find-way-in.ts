import { statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { AspenError } from '../../core/errors.ts';
import type { Probe } from '../probe/probe.ts';
import {
  askAboutOtherHost,
  askForCopy,
  askToCopyAsItStands,
  askToRecover,
  tellOfRecovery,
} from './questions.ts';

export interface WayInOptions {
  readonly probe: Probe;
  /** This computer's name, as sessions note it. */
  readonly host: string;
  /** In front of which questions are asked; undefined for in front of nothing. */
  readonly window: BrowserWindow | undefined;
  /** Whether a file is open in this program, or being opened. */
  isOpen(path: string): boolean;
  /** Another file stands at a path than before. */
  onReplaced(path: string): Promise<void>;
  /** Stops looking. */
  readonly signal: AbortSignal;
}

/** Which file to open, and how. */
export interface WayIn {
  readonly path: string;
  readonly readOnly: boolean;
  /** All of it was looked through: there is no need to do that again. */
  readonly isChecked: boolean;
}

/**
 * Looks at a file in a child process before it is opened, and asks the writer where there is something to ask
 * (`storage.md`, *Opening, in order*). Nothing of it is written.
 * @returns null when the writer changed their mind
 * @throws {AspenError} what the file is refused for; INVALID_ARGUMENT where a copy of it would take the place of an open
 *   one; what `signal` is aborted with
 */
export async function findWayIn(path: string, options: WayInOptions): Promise<WayIn | null> {
  const stats = statSync(path, { throwIfNoEntry: false });
  // What is no file, or none yet, the opening itself has words for.
  if (stats?.isFile() !== true || stats.size === 0) return { path, readOnly: false, isChecked: false };
  const { probe, host, window, signal } = options;
  const inspection = await probe.inspect(path, signal);
  switch (inspection.kind) {
    case 'older':
      return { path, readOnly: false, isChecked: false };
    case 'sound': {
      const { unclosed, whole: isChecked } = inspection;
      if (unclosed === null || unclosed.host === host) return { path, readOnly: false, isChecked };
      const answer = await askAboutOtherHost(window, nameOf(path), unclosed.host, unclosed.openedAt);
      return answer === 'cancel' ? null : { path, readOnly: answer === 'readOnly', isChecked };
    }
    case 'refused':
      throw new AspenError(inspection.code, inspection.detail);
    case 'staleJournal':
      return copyAsItStands(path, inspection.changes, options);
    case 'damaged':
      return recoverCopy(path, inspection.faults, options);
  }
}

/** The file and its journal stay as they are: whoever put the journal back may have use for it. */
async function copyAsItStands(
  path: string,
  changes: number | null,
  { probe, window, isOpen, onReplaced, signal }: WayInOptions,
): Promise<WayIn | null> {
  if (!(await askToCopyAsItStands(window, nameOf(path), changes))) return null;
  const target = await askForCopy(window, 'Open a copy', join(dirname(path), `${nameOf(path)} copy.aspen`));
  if (target === null) return null;
  if (isOpen(target)) throw openElsewhere(target);
  await probe.copy(path, target, signal);
  await onReplaced(target);
  return { path: target, readOnly: false, isChecked: true };
}

async function recoverCopy(
  path: string,
  faults: readonly string[],
  { probe, window, isOpen, onReplaced, signal }: WayInOptions,
): Promise<WayIn | null> {
  const damage = new AspenError('CORRUPT', faults[0] ?? '');
  if (!(await askToRecover(window, nameOf(path), faults))) throw damage;
  const target = await askForCopy(
    window,
    'Recover a copy',
    join(dirname(path), `${nameOf(path)} recovered.aspen`),
  );
  if (target === null) throw damage;
  if (isOpen(target)) throw openElsewhere(target);
  const report = await probe.recover(path, target, signal);
  await onReplaced(target);
  await tellOfRecovery(window, report);
  return { path: target, readOnly: false, isChecked: true };
}

/** Another file in its place would leave the open one without a name on the disk. */
function openElsewhere(path: string): AspenError {
  return new AspenError('INVALID_ARGUMENT', `${basename(path)} is open in a window; choose another name`);
}

function nameOf(path: string): string {
  return basename(path, extname(path));
}
