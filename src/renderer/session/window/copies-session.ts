import type { TreeId } from '../../../core/ids.ts';
import type { BackupSummary, DocumentToShare, ShareOptions } from '../../../ipc/wire/copies.ts';
import type { WritingOutcome } from '../../../ipc/wire/exchange.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import {
  copyShared,
  groveDuplicated,
  NOTHING_MERGED,
  NOTHING_WRITTEN,
} from '../../../ui-text/window/notices.ts';
import { tellWritten } from '../notices.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

/** The optional parts of a shared grove. */
type SharedParts = Omit<Extract<ShareOptions, { readonly kind: 'grove' }>, 'kind'>;

/** A path to share, and the documents that can go along. */
export interface SharingChoices {
  /** The tree on the screen. */
  readonly treeId: TreeId;
  readonly documents: readonly DocumentToShare[];
}

/**
 * Copies of the grove, and backups, which are opened as copies. Main asks for the files and writes them.
 * @param show shows a grove in this window, and reports a failure
 */
export function createCopiesSession(scope: WindowScope, show: (grove: GroveSnapshot) => Promise<void>) {
  const { client, notices, flushDrafts, findTree } = scope;
  const backups = createStore<readonly BackupSummary[] | null>(null);
  const sharing = createStore<SharingChoices | null>(null);

  function closeBackups(): void {
    backups.set(null);
  }

  function closeSharing(): void {
    sharing.set(null);
  }

  function tellOutcome(outcome: WritingOutcome, describe: (fileName: string) => string): void {
    if (outcome === 'stopped') notices.tell(NOTHING_WRITTEN);
    if (typeof outcome === 'object') tellWritten(scope, describe(outcome.name), outcome, false);
  }

  return {
    closeBackups,
    closeSharing,
    /** The backups to choose from, newest first; null while the list is closed. */
    backups: readableOf(backups),
    /** The choices of the sharing dialog; null while it is closed. */
    sharing: readableOf(sharing),

    listBackups(): Promise<void> {
      return notices.attempt(async () => backups.set(await client.call('backup.list', {})));
    },

    /** Asks where to save a copy of a backup, and opens the copy. If the writer cancels, the list stays open. */
    openBackup({ groveId, groveName, name, time }: BackupSummary): Promise<void> {
      return notices.attempt(async () => {
        const wanted = `${groveName} ${dayOf(time)}.aspen`;
        const { chosen, grove } = await client.call('backup.open', { groveId, name, suggestedName: wanted });
        if (chosen) closeBackups();
        if (grove !== null) await show(grove);
      });
    },

    /** Switches to a copy in another file; this file stays unchanged. */
    saveAs(): Promise<void> {
      return notices.attempt(async () => {
        await flushDrafts();
        if ((await client.call('copy.saveAs', {})) === 'stopped') notices.tell(NOTHING_WRITTEN);
      });
    },

    duplicate(): Promise<void> {
      return notices.attempt(async () => {
        await flushDrafts();
        tellOutcome(await client.call('copy.duplicate', {}), groveDuplicated);
      });
    },

    openSharing(): Promise<void> {
      return notices.attempt(async () => {
        const treeId = findTree()?.treeId ?? null;
        if (treeId === null) return;
        sharing.set({ treeId, documents: await client.call('copy.documents', { treeId }) });
      });
    },

    /** Asks where to save a copy to share: the path on the screen with some documents, or the whole grove. */
    share(what: readonly TreeId[] | SharedParts): Promise<void> {
      return notices.attempt(async () => {
        const treeId = sharing.get()?.treeId ?? null;
        if (treeId === null) return;
        await flushDrafts();
        const request: ShareOptions =
          'answers' in what ? { kind: 'grove', ...what } : { kind: 'path', treeId, documents: what };
        const outcome = await client.call('copy.share', request);
        if (outcome === 'dismissed') return;
        closeSharing();
        tellOutcome(outcome, copyShared);
      });
    },

    /** Asks for a copy of the grove and merges in the parts that this one lacks. */
    merge(): Promise<void> {
      return notices.attempt(async () => {
        await flushDrafts();
        if ((await client.call('copy.merge', {})) === 'stopped') notices.tell(NOTHING_MERGED);
      });
    },
  };
}

export type CopiesSession = ReturnType<typeof createCopiesSession>;

/** `2026-11-21`, in local time. */
function dayOf(time: number): string {
  const day = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
