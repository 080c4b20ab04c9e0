import { AspenError } from '../../core/errors.ts';
import type { WireError } from '../../ipc/wire.ts';

/**
 * What the renderer is told of an error. Electron carries only an error's message, so errors cross as values. A bug of
 * ours crosses as a code and nothing else: its message may quote what must not leave main.
 */
export function toWireError(error: unknown): WireError {
  const known = error instanceof AspenError ? error : new AspenError('INTERNAL', 'unexpected error');
  return { code: known.code, sentence: known.sentence, detail: known.code === 'INTERNAL' ? '' : known.detail };
}
