/** Requests that import and export text. */
import * as v from 'valibot';
import type { TreeId } from '../../core/ids.ts';
import type { ExchangeOutcome, ImportReport, PathFormat } from '../wire/exchange.ts';
import { nothing, type SchemasOf, tree, treeId } from './fields.ts';

export interface ExchangeRequests {
  /**
   * Shows the system's save dialog and writes the text on the screen there, as main has it: including the
   * draft, without committing it. False if the writer cancels.
   */
  'exchange.exportPath'(input: { readonly treeId: TreeId; readonly format: PathFormat }): boolean;
  /** `exchange.exportPath` as a PDF, in the fonts of the manuscript. */
  'exchange.exportPdf'(input: { readonly treeId: TreeId }): boolean;
  /** Shows the system's save dialog and writes the whole tree there as JSON (`docs/exchange.md`). */
  'exchange.exportTree'(input: { readonly treeId: TreeId }): ExchangeOutcome;
  /** Shows the system's save dialog and writes the trace of a conversation there. False if the writer cancels. */
  'exchange.exportTrace'(input: { readonly treeId: TreeId; readonly format: 'markdown' | 'json' }): boolean;
  /** Prints the text on the screen with the system's dialog; false if the writer cancels. */
  'exchange.print'(input: { readonly treeId: TreeId }): boolean;
  /**
   * Asks for text files with the system's dialog, imports each as a tree and shows the last. Null if the
   * writer cancels.
   */
  'exchange.importTexts'(input: Record<string, never>): ImportReport | null;
  /** Stops the import, export or copy running in this window. */
  'exchange.stop'(input: Record<string, never>): Record<string, never>;
}

export const exchangeSchemas: SchemasOf<ExchangeRequests> = {
  'exchange.exportPath': v.strictObject({ treeId, format: v.picklist(['markdown', 'plainText', 'html']) }),
  'exchange.exportPdf': tree,
  'exchange.exportTree': tree,
  'exchange.exportTrace': v.strictObject({ treeId, format: v.picklist(['markdown', 'json']) }),
  'exchange.print': tree,
  'exchange.importTexts': nothing,
  'exchange.stop': nothing,
};
