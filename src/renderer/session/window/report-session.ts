import type { ReportSummary } from '../../../core/exchange/authorship-report.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { SavedReport } from '../../../ipc/wire/exchange.ts';
import { NO_STAMP, NOTHING_WRITTEN, reportExported, reportStamped } from '../../../ui-text/window/notices.ts';
import { tellWritten } from '../notices.ts';
import type { WindowScope } from './window-scope.ts';

export type { SavedReport };

/** Reports of who wrote how much of a tree. */
export function createReportSession(scope: WindowScope) {
  const { client, notices, flushDrafts } = scope;
  return {
    /** Reads the report; null if that failed or was stopped. */
    async read(treeId: TreeId): Promise<ReportSummary | null> {
      let report: ReportSummary | null = null;
      await notices.attempt(async () => {
        await flushDrafts();
        report = await client.call('report.read', { treeId });
      });
      return report;
    },

    /** Asks for a file and writes the report there. @returns null if nothing was written */
    async save(treeId: TreeId, format: 'html' | 'json'): Promise<SavedReport | null> {
      let written: SavedReport | null = null;
      await notices.attempt(async () => {
        await flushDrafts();
        const saved = await client.call('report.save', { treeId, format });
        if (saved === 'stopped') notices.tell(NOTHING_WRITTEN);
        if (typeof saved === 'string') return;
        written = saved;
        tellWritten(scope, reportExported(saved.name), saved, true);
      });
      return written;
    },

    /** Has a saved report stamped, and the stamp written beside it. */
    stamp({ handle, sha256 }: SavedReport): Promise<void> {
      return notices.attempt(async () => {
        const stamped = await client.call('report.stamp', { handle, sha256 });
        if (stamped === 'stopped') notices.tell(NO_STAMP);
        else tellWritten(scope, reportStamped(stamped.time, stamped.file.name), stamped.file, false);
      });
    },
  };
}

export type ReportSession = ReturnType<typeof createReportSession>;
