/** Requests about who wrote how much of a text (`books.md`, *Report of authorship*). */
import * as v from 'valibot';
import type { ReportSummary } from '../../core/exchange/authorship-report.ts';
import type { TreeId } from '../../core/ids.ts';
import type { SavedReport } from '../wire/exchange.ts';
import { type SchemasOf, tree, treeId } from './fields.ts';

export interface ReportRequests {
  /** The authors of the text on the screen, for the page *How much is mine*; null if it was stopped. */
  'report.read'(input: { readonly treeId: TreeId }): ReportSummary | null;
  /** Shows the system's save dialog and writes the report there. */
  'report.save'(input: {
    readonly treeId: TreeId;
    readonly format: 'html' | 'json';
  }): SavedReport | 'dismissed' | 'stopped';
}

export const reportSchemas: SchemasOf<ReportRequests> = {
  'report.read': tree,
  'report.save': v.strictObject({ treeId, format: v.picklist(['html', 'json']) }),
};
