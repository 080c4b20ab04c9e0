import type { BrowserWindow } from 'electron';
import { describeError } from '../../ui-text/errors.ts';
import type { Settled } from '../grove/writing/draft-state.ts';
import type { Log } from '../log.ts';
import { askToKeepMissingFileOpen, askToKeepOverwrittenOpen, askToKeepUnsavedOpen } from './questions.ts';

/**
 * Whether a window stays open whose text did not reach the grove's file: asks the writer, unless the text is
 * saved nowhere else, which a banner says.
 */
export async function askToStayOpen(
  browser: BrowserWindow,
  settled: Exclude<Settled, { readonly where: 'file' | 'waiting' }>,
  log: Log,
): Promise<boolean> {
  if (settled.where === 'backup') return askToKeepOverwrittenOpen(browser);
  if (settled.where === 'astray') return askToKeepMissingFileOpen(browser);
  log.error('Typed text could not be written to the grove', settled.error);
  if (settled.where === 'nowhere') return true;
  return askToKeepUnsavedOpen(browser, describeError(settled.error).sentence);
}
