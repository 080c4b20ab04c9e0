import { statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { AspenError } from '../../core/errors.ts';
import { copyDialog, recoverDialog } from '../../ui-text/dialogs.ts';
import { fileOpenInWindow } from '../../ui-text/refusals.ts';
import type { ResolvedFile } from '../grove/registry.ts';
import type { Opener, Probe } from '../probe/probe.ts';
import {
  askAboutOtherComputer,
  askForCopyPath,
  askToCopyWithoutJournal,
  askToRecover,
  showRecoveryReport,
} from './questions.ts';

export interface PlanOpeningOptions extends Opener {
  readonly probe: Probe;
  /** This computer's name, as sessions record it. */
  readonly host: string;
  /** The parent of the questions; undefined for none. */
  readonly window: BrowserWindow | undefined;
  /** Returns true if this program has the file open or is opening it. */
  isOpen(path: string): boolean;
  /** A copy replaced the file at a path. */
  onReplaced(path: string): Promise<void>;
  readonly signal: AbortSignal;
}

/** The file to open, and how. */
export interface OpeningPlan {
  /** The inspected file; or the path of a copy that was just made, as the writer chose it. */
  readonly file: ResolvedFile | string;
  readonly readOnly: boolean;
  /** The whole file was checked, so checking it again is unnecessary. */
  readonly isChecked: boolean;
  /** It will be migrated, and is checked again after that; the migration was tried on a copy. */
  readonly checksLater?: boolean;
  /** The records that are not as they were written. */
  readonly changedRecords?: readonly string[];
}

/**
 * Inspects a file in a child process before it is opened, without writing to it, and asks the writer how to
 * proceed where there is a choice (`storage.md`, *Opening, in order*).
 * @returns null if the writer cancels
 * @throws {AspenError} why the file is refused; INVALID_ARGUMENT if a copy would replace an open file; the
 *   reason of `signal` once it aborts
 */
export async function planOpening(
  file: ResolvedFile,
  options: PlanOpeningOptions,
): Promise<OpeningPlan | null> {
  const stats = statSync(file.real, { throwIfNoEntry: false });
  // Opening reports a path that is missing or not a file.
  if (stats?.isFile() !== true || stats.size === 0) return { file, readOnly: false, isChecked: false };
  const { probe, host, window, signal } = options;
  const inspection = await probe.inspectForOpening(file, signal, options);
  switch (inspection.kind) {
    case 'older':
      return {
        file,
        readOnly: false,
        isChecked: false,
        checksLater: true,
        changedRecords: inspection.changed,
      };
    case 'sound': {
      const { unclosed, whole: isChecked, changed: changedRecords } = inspection;
      if (unclosed === null || unclosed.host === host)
        return { file, readOnly: false, isChecked, changedRecords };
      const answer = await askAboutOtherComputer(window, nameOf(file), unclosed.host, unclosed.openedAt);
      return answer === 'cancel'
        ? null
        : { file, readOnly: answer === 'readOnly', isChecked, changedRecords };
    }
    case 'refused':
      throw new AspenError(inspection.code, inspection.detail);
    case 'staleJournal':
      return copyWithoutJournal(file, inspection.changes, options);
    case 'damaged':
      return recoverCopy(file, inspection.faults, options);
  }
}

/** Leaves the file and its journal untouched, because the program that restored the journal may need it. */
async function copyWithoutJournal(
  file: ResolvedFile,
  changes: number | null,
  { probe, window, isOpen, onReplaced, signal }: PlanOpeningOptions,
): Promise<OpeningPlan | null> {
  if (!(await askToCopyWithoutJournal(window, nameOf(file), changes))) return null;
  const { title, name } = copyDialog(nameOf(file));
  const target = await askForCopyPath(window, title, join(dirname(file.given), name));
  if (target === null) return null;
  if (isOpen(target)) throw refuseReplacing(target);
  await probe.copy(file.real, target, signal);
  await onReplaced(target);
  return { file: target, readOnly: false, isChecked: true };
}

async function recoverCopy(
  file: ResolvedFile,
  faults: readonly string[],
  { probe, window, isOpen, onReplaced, signal }: PlanOpeningOptions,
): Promise<OpeningPlan | null> {
  const damage = new AspenError('CORRUPT', faults[0] ?? '');
  if (!(await askToRecover(window, nameOf(file), faults))) throw damage;
  const { title, name } = recoverDialog(nameOf(file));
  const target = await askForCopyPath(window, title, join(dirname(file.given), name));
  if (target === null) throw damage;
  if (isOpen(target)) throw refuseReplacing(target);
  const report = await probe.recover(file.real, target, signal);
  await onReplaced(target);
  await showRecoveryReport(window, report);
  return { file: target, readOnly: false, isChecked: true };
}

/** Replacing an open file would leave it without a name on disk. */
function refuseReplacing(path: string): AspenError {
  return new AspenError('INVALID_ARGUMENT', fileOpenInWindow(basename(path)));
}

function nameOf({ given }: ResolvedFile): string {
  return basename(given, extname(given));
}
