/** Requests that copy or merge groves. A copy can be stopped (`exchange.stop`), and then leaves no file. */
import * as v from 'valibot';
import type { ShareOptions } from '../wire/copies.ts';
import type { ExchangeOutcome, WritingOutcome } from '../wire/exchange.ts';
import { nothing, type SchemasOf, treeId } from './fields.ts';

export interface CopyRequests {
  /**
   * Shows the system's save dialog, copies the grove there with everything typed until then, and shows that
   * file instead of this one. The page is reloaded.
   */
  'copy.saveAs'(input: Record<string, never>): ExchangeOutcome;
  /** Shows the system's save dialog, copies the grove there, and shows the copy in a window of its own. */
  'copy.duplicate'(input: Record<string, never>): WritingOutcome;
  /** Shows the system's save dialog and writes a copy for other people there. */
  'copy.share'(input: ShareOptions): WritingOutcome;
  /**
   * Asks for another copy of the grove with the system's dialog, makes a backup, and merges what only that copy has.
   * The page is reloaded, and a banner reports the additions.
   */
  'copy.merge'(input: Record<string, never>): ExchangeOutcome;
}

export const copySchemas: SchemasOf<CopyRequests> = {
  'copy.saveAs': nothing,
  'copy.duplicate': nothing,
  'copy.share': v.variant('kind', [
    v.strictObject({ kind: v.literal('grove'), answers: v.boolean(), traces: v.boolean() }),
    v.strictObject({ kind: v.literal('path'), treeId }),
  ]),
  'copy.merge': nothing,
};
