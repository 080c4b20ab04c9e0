import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { fileOpenInWindow } from '../../../ui-text/refusals.ts';
import type { Caller } from './caller.ts';

/** @throws {AspenError} INVALID_ARGUMENT if a window has the file open, because a copy would replace it */
export function requireNotOpen(caller: Caller, target: string): void {
  if (caller.findOpen(target) === undefined) return;
  throw new AspenError('INVALID_ARGUMENT', fileOpenInWindow(basename(target)));
}
