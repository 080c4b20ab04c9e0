/** Requests about who wrote how much of a text (`books.md`, *Report of authorship*). */
import * as v from 'valibot';
import type { ReportSummary } from '../../core/exchange/authorship-report.ts';
import type { Sha256, TreeId } from '../../core/ids.ts';
import type { SavedReport, StampedReport } from '../wire/exchange.ts';
import { type SchemasOf, tree, treeId } from './fields.ts';

export interface ReportRequests {
  /** The authors of the text on the screen, for the page *How much is mine*; null if it was stopped. */
  'report.read'(input: { readonly treeId: TreeId }): ReportSummary | null;
  /** Shows the system's save dialog and writes the report there. */
  'report.save'(input: {
    readonly treeId: TreeId;
    readonly format: 'html' | 'json';
  }): SavedReport | 'dismissed' | 'stopped';
  /**
   * Sends the hash of a saved report to the service of the settings, and nothing else, and writes the reply beside the report,
   * as `.tsr`.
   */
  'report.stamp'(input: Pick<SavedReport, 'handle' | 'sha256'>): StampedReport | 'stopped';
}

const handle = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/),
  v.transform((text) => text as Sha256),
);

export const reportSchemas: SchemasOf<ReportRequests> = {
  'report.read': tree,
  'report.stamp': v.strictObject({ handle, sha256 }),
  'report.save': v.strictObject({ treeId, format: v.picklist(['html', 'json']) }),
};
