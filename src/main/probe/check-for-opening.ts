import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { openOlderFileFirst, openStaleJournalFirst } from '../../ui-text/refusals.ts';
import type { ResolvedFile } from '../store/connection/resolve-file.ts';
import type { Inspection } from './inspection.ts';
import type { Probe } from './probe.ts';

/** @throws {AspenError} if a file must not be opened read-only */
export async function checkForReading(path: string, probe: Probe, signal: AbortSignal): Promise<void> {
  const inspection = await probe.inspect(path, signal);
  switch (inspection.kind) {
    case 'sound':
      return;
    case 'older':
      throw new AspenError('INVALID_ARGUMENT', openOlderFileFirst(basename(path)));
    case 'staleJournal':
      throw refuseStaleJournal(path);
    case 'damaged':
      throw new AspenError('CORRUPT', inspection.faults[0] ?? '');
    case 'refused':
      throw new AspenError(inspection.code, inspection.detail);
  }
}

/** Checks a whole file, which is written to as soon as it is open. @throws {AspenError} if it must not be opened */
export async function checkForOpening(file: ResolvedFile, probe: Probe, signal: AbortSignal): Promise<void> {
  requireOpenable(await probe.inspect(file, signal, { whole: true }), file);
}

/** @throws {AspenError} if a file that was inspected must not be opened */
export function requireOpenable(inspection: Inspection, file: ResolvedFile): void {
  if (inspection.kind === 'refused') throw new AspenError(inspection.code, inspection.detail);
  if (inspection.kind === 'staleJournal') throw refuseStaleJournal(file.given);
  if (inspection.kind === 'damaged') throw new AspenError('CORRUPT', inspection.faults[0] ?? '');
}

function refuseStaleJournal(path: string): AspenError {
  return new AspenError('INVALID_ARGUMENT', openStaleJournalFirst(basename(path)));
}
