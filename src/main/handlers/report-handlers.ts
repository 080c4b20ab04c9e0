import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { hostOf } from '../../core/answers/service-address.ts';
import { type AuthorshipReport, summariseReport } from '../../core/exchange/authorship-report.ts';
import { fileNameOf } from '../../core/exchange/file-name.ts';
import { reportText } from '../../core/exchange/report-html.ts';
import type { TreeId } from '../../core/ids.ts';
import { reportTitle } from '../../ui-text/exchange.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { sha256 } from '../sha256.ts';
import { requestStamp } from '../stamping/request-stamp.ts';
import type { Caller, HandlersFor } from './access/caller.ts';
import { findWritten, noteWritten } from './access/file-handles.ts';
import { runSteps, runStoppable } from './access/run-stoppable.ts';
import { writeExport } from './exchange-handlers.ts';
import { getGrove } from './grove-handlers.ts';

export function reportHandlers(settings: SettingsFile): HandlersFor<'report.'> {
  return {
    'report.read': async ({ treeId }, caller) => {
      const report = await makeReport(treeId, caller);
      return report === null ? null : summariseReport(report);
    },
    'report.save': async ({ treeId, format }, caller) => {
      const report = await makeReport(treeId, caller);
      if (report === null) return 'stopped';
      const file = await caller.chooseDestination(fileNameOf(reportTitle(report.title), format));
      if (file === null) return 'dismissed';
      const text = reportText(report, format);
      await writeExport(file, [text]);
      return { ...noteWritten(caller, file), sha256: sha256(text) };
    },
    'report.stamp': async ({ handle, sha256: hash }, caller) => {
      const report = findWritten(caller, handle);
      const { stampService } = settings.current.preferences;
      const question = { digest: Buffer.from(hash, 'hex'), nonce: randomBytes(8) };
      const stamp = await runStoppable(caller, async (signal) => {
        caller.notifyProgress({ kind: 'stamp', name: hostOf(stampService), share: null });
        return requestStamp(stampService, question, signal);
      });
      if (stamp === null) return 'stopped';
      const path = `${report.slice(0, report.length - extname(report).length)}.tsr`;
      await writeExport(path, [stamp.reply]);
      return { file: noteWritten(caller, path), time: stamp.time };
    },
  };
}

/** Reports who wrote the text on the screen; null if the writer stopped it. @throws {AspenError} NOT_FOUND */
function makeReport(treeId: TreeId, caller: Caller): Promise<AuthorshipReport | null> {
  const grove = getGrove(caller);
  const name = grove.trees.list().find(({ id }) => id === treeId)?.title ?? '';
  return runStoppable(caller, (signal) =>
    runSteps(grove.trees.report(treeId), { grove, caller, signal, progress: { kind: 'report', name } }),
  );
}
