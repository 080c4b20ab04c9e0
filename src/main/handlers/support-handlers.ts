import { AspenError } from '../../core/errors.ts';
import { reportFileName } from '../../ui-text/support.ts';
import type { GroveRegistry } from '../grove/registry.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Support } from '../support/support.ts';
import type { Updates } from '../support/updates.ts';
import type { HandlersFor } from './access/caller.ts';
import { noteWritten } from './access/file-handles.ts';
import { writeExport } from './exchange-handlers.ts';

export interface SupportHandlerOptions {
  readonly support: Support;
  readonly updates: Updates;
  readonly settings: SettingsFile;
  readonly registry: GroveRegistry;
  now(): number;
}

/** Facts about the program, and the texts that the writer may send to those who help. */
export function supportHandlers({
  support,
  updates,
  settings,
  registry,
  now,
}: SupportHandlerOptions): HandlersFor<'support.'> {
  return {
    'support.about': () => support.about(),
    'support.licences': () => ({ text: support.licences() }),
    'support.showDataFolder': async (_input, caller) => {
      await caller.openWithSystem(support.dataFolder);
      return {};
    },
    'support.report': () => {
      try {
        return { text: support.report(settings.current.recentGroves.map(({ path }) => path)) };
      } catch (error) {
        throw new AspenError('IO_ERROR', String(error), { cause: error });
      }
    },
    'support.takeCrash': () => ({ text: support.run.take() }),
    'support.lookForUpdate': ({ asked }) => {
      if (asked) return updates.look();
      return settings.current.preferences.looksForUpdates ? updates.lookIfDue() : null;
    },
    'support.fetchUpdate': async (_input, caller) => {
      const fetched = await caller.runFileTask(
        'fetching',
        updates.packageName,
        async (signal, onProgress) => {
          await updates.fetch(signal, onProgress);
          return true;
        },
      );
      return { isFetched: fetched !== null };
    },
    'support.installUpdate': async (_input, caller) => {
      const path = await updates.checkedPackage();
      await registry.backUpAll();
      await caller.openWithSystem(path);
      return {};
    },
    'support.save': async ({ text }, caller) => {
      const name = reportFileName(new Date(now()).toISOString().slice(0, 10));
      const file = await caller.chooseDestination(name);
      return file !== null && (await writeExport(file, [text])) ? noteWritten(caller, file) : null;
    },
  };
}
