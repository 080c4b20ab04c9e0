import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { ExchangeOutcome } from '../../ipc/wire/exchange.ts';
import { type NewFileText, nameGroveDialog } from '../../ui-text/dialogs.ts';
import { fileOpenInWindow } from '../../ui-text/refusals.ts';
import { requireNoFile } from '../grove/copies/check-copy.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import { removeRecentGroveAt } from '../settings/recent-groves.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Caller } from './access/caller.ts';

/** The groves that have no file of the writer's choice yet (`interface.md`, *The window*). */
export interface UntitledGroves {
  /** A path at which a new one can be created. @throws {AspenError} if their folder cannot be made */
  newPath(): string;
  /** Returns true if the file at a path is one of them. */
  has(path: string): boolean;
  /** Deletes one, which nothing has open. @throws {AspenError} */
  remove(path: string): void;
}

export interface NamingOptions {
  readonly settings: SettingsFile;
  readonly untitled: UntitledGroves;
  /** The list of recent groves changed. */
  onRecentGroves(): void;
}

/**
 * Names a grove. One that has no file of the writer's choice yet is moved to the file they choose now; if they cancel
 * that, it has its name and stays where it is.
 * @throws {AspenError} as `OpenGrove.rename` and `OpenGrove.moveFile`
 */
export async function nameGrove(caller: Caller, grove: OpenGrove, name: string, options: NamingOptions) {
  const renamed = grove.rename(name);
  if (!options.untitled.has(grove.realPath)) return renamed;
  const target = await caller.chooseNewFile(nameGroveDialog(renamed.name));
  if (target !== null) await moveUntitled(caller, grove, target, options);
  return grove.snapshot();
}

/**
 * Save As for a grove that has no file of the writer's choice yet: it is named after the file that they choose, and
 * moves there.
 * @throws {AspenError} as `OpenGrove.rename` and `OpenGrove.moveFile`
 */
export async function saveUntitledAs(
  caller: Caller,
  grove: OpenGrove,
  dialog: NewFileText,
  options: NamingOptions,
): Promise<ExchangeOutcome> {
  const target = await caller.chooseNewFile(dialog);
  if (target === null) return 'dismissed';
  requireNotOpen(caller, target);
  requireNoFile(target);
  grove.rename(basename(target, extname(target)));
  return (await moveUntitled(caller, grove, target, options)) ? 'done' : 'stopped';
}

/** The recent groves list the new file before the old one is deleted. */
async function moveUntitled(
  caller: Caller,
  grove: OpenGrove,
  target: string,
  { settings, untitled, onRecentGroves }: NamingOptions,
): Promise<boolean> {
  requireNotOpen(caller, target);
  const old = grove.path;
  const hasMoved = await grove.moveFile(target, caller, untitled.remove);
  if (!hasMoved) return false;
  settings.update((current) => removeRecentGroveAt(current, old));
  onRecentGroves();
  return true;
}

/** @throws {AspenError} INVALID_ARGUMENT if a window has the file open, because a copy would replace it */
export function requireNotOpen(caller: Caller, target: string): void {
  if (caller.findOpen(target) === undefined) return;
  throw new AspenError('INVALID_ARGUMENT', fileOpenInWindow(basename(target)));
}
