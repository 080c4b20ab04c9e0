import type { AboutProgram, ProgramUpdate } from '../../../ipc/wire/app.ts';
import { CRASH_REPORT, SUPPORT_REPORT, UPDATES } from '../../../ui-text/support.ts';
import { tellWritten } from '../notices.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

export type { AboutProgram };

/** A page about the program itself. */
export type SupportPage =
  | { readonly kind: 'about'; readonly about: AboutProgram }
  | { readonly kind: 'report' | 'crash' | 'licences'; readonly text: string };

/** Facts about the program, its last crash, and the report for people who help. */
export function createSupportSession(scope: WindowScope) {
  const { client, notices } = scope;
  const page = createStore<SupportPage | null>(null);

  const showText = (kind: 'report' | 'licences') =>
    notices.attempt(async () => page.set({ kind, ...(await client.call(`support.${kind}`, {})) }));

  /** Offers the next step towards a newer version. */
  function offerUpdate({ version, size, isFetched }: ProgramUpdate): void {
    const offer = (sentence: string, detail: string, label: string, act: () => Promise<void>) => {
      const run = () => {
        notices.dismiss(id);
        void notices.attempt(act);
      };
      const id = notices.show({ sentence, detail, isDone: true, stays: true, actions: [{ label, run }] });
    };
    if (isFetched) {
      offer(UPDATES.fetched(version), UPDATES.backup, UPDATES.install, async () => {
        await client.call('support.installUpdate', {});
        notices.tell(UPDATES.opened);
      });
    } else if (size === null) {
      notices.show({ sentence: UPDATES.found(version), detail: UPDATES.notHere, isDone: true, stays: true });
    } else {
      offer(UPDATES.found(version), UPDATES.size(size), UPDATES.fetch, async () => {
        const fetched = await client.call('support.fetchUpdate', {});
        if (fetched.isFetched) offerUpdate({ version, size, isFetched: true });
      });
    }
  }

  return {
    /** The dialog that is shown; null for none. */
    page: readableOf(page),

    close(): void {
      page.set(null);
    },

    showAbout(): Promise<void> {
      return notices.attempt(async () => {
        page.set({ kind: 'about', about: await client.call('support.about', {}) });
      });
    },

    showReport: () => showText('report'),
    showLicences: () => showText('licences'),

    showDataFolder(): Promise<void> {
      return notices.attempt(async () => void (await client.call('support.showDataFolder', {})));
    },

    /** Looks for a newer version because the writer asked, and reports what was found. */
    lookForUpdate(): Promise<void> {
      return notices.attempt(async () => {
        const update = await client.call('support.lookForUpdate', { asked: true });
        if (update !== null) offerUpdate(update);
        else notices.tell(UPDATES.newest((await client.call('support.about', {})).version));
      });
    },

    /** Looks for a newer version now and each hour; main asks only if the writer allows it, once a day. */
    lookForUpdates(): void {
      const look = () =>
        notices.attempt(async () => {
          const update = await client.call('support.lookForUpdate', { asked: false });
          if (update !== null) offerUpdate(update);
        });
      void look();
      setInterval(() => void look(), 3_600_000);
    },

    /** Asks where, and saves a text as it is shown. */
    save(text: string): Promise<void> {
      return notices.attempt(async () => {
        const written = await client.call('support.save', { text });
        if (written === null) return;
        page.set(null);
        tellWritten(scope, SUPPORT_REPORT.saved, written, true);
      });
    },

    /** Offers to show how the program ended last time, if that was not as it should. */
    async reportCrash(): Promise<void> {
      const { text } = await client.call('support.takeCrash', {});
      if (text === null) return;
      const { sentence, detail, show } = CRASH_REPORT;
      const id = notices.show({
        sentence,
        detail,
        isDone: true,
        stays: true,
        actions: [
          {
            label: show,
            run: () => {
              notices.dismiss(id);
              page.set({ kind: 'crash', text });
            },
          },
        ],
      });
    },
  };
}

export type SupportSession = ReturnType<typeof createSupportSession>;
