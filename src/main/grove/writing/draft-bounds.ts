import type { Draft } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import { isWithinBounds } from '../../../core/text/limits.ts';
import { DRAFT_TOO_LONG } from '../../../ui-text/refusals.ts';

/** @throws {AspenError} INVALID_ARGUMENT if a draft may not be that long (`generation.md`, *Bounds*) */
export function requireWithinBounds({ buffer, edits }: Omit<Draft, 'head'>): void {
  if (!isWithinBounds([buffer, ...edits])) throw new AspenError('INVALID_ARGUMENT', DRAFT_TOO_LONG);
}
