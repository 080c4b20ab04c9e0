/** Imports a text as a new tree. */
import { divideText } from '../../../core/exchange/divide-text.ts';
import type { AgentId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { Store } from '../../store/connection/store.ts';
import { importParts } from './import-parts.ts';
import { shortenTitle } from './imported-tree.ts';
import { addUnknownAuthor } from './unknown-author.ts';

export interface TextToImport {
  /** The tree's title if the text has no heading. */
  readonly name: string;
  /** Normalised. */
  readonly text: string;
  /** The words are the writer's; otherwise their author is unknown. */
  readonly isWriters: boolean;
}

/**
 * Writes a text as a tree with one path, by the writer or by *Unknown (import)* (`importParts`).
 * @throws {AspenError} what the store throws
 */
export function importText(
  store: Store,
  { name, text, isWriters }: TextToImport,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const divided = divideText(text);
  const title = shortenTitle(divided.heading ?? name);
  const author = isWriters
    ? ({ id: writerId, type: 'human' } as const)
    : store.transact((tx) => addUnknownAuthor(tx, writerId, idsAndClock));
  const parts = divided.parts.map((part) => ({ text: part, spans: wholeSpans(author.id, part.length) }));
  return importParts(store, { title }, parts, author, writerId, idsAndClock);
}
