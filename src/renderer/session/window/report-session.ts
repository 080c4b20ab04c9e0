import type { ReportSummary } from '../../../core/exchange/authorship-report.ts';
import type { TreeId } from '../../../core/ids.ts';
import { NOTHING_WRITTEN, reportExported } from '../../../ui-text/window/notices.ts';
import { tellWritten } from '../notices.ts';
import type { WindowScope } from './window-scope.ts';

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

    /** Asks for a file and writes the report there. */
    save(treeId: TreeId, format: 'html' | 'json'): Promise<void> {
      return notices.attempt(async () => {
        await flushDrafts();
        const saved = await client.call('report.save', { treeId, format });
        if (saved === 'stopped') notices.tell(NOTHING_WRITTEN);
        else if (saved !== 'dismissed') tellWritten(scope, reportExported(saved.name), saved, true);
      });
    },
  };
}

export type ReportSession = ReturnType<typeof createReportSession>;
