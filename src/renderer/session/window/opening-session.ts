import type { RecentGrove } from '../../../ipc/wire/app.ts';
import type { FileTask, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { FILE_WORK } from '../../../ui-text/exchange.ts';
import { INTRODUCTION } from '../../../ui-text/grove/trees.ts';
import { STOP } from '../../../ui-text/window/buttons.ts';
import type { WindowScope } from './window-scope.ts';

export type { RecentGrove };

/** Progress is shown after this, so that short work shows none. Milliseconds. */
const SHOW_AFTER = 300;

/** Opens groves in the window: new ones, chosen, recent and dropped ones, and the sample. */
export function createOpeningSession({
  client,
  reportFailure,
  info,
  showGrove,
  notices,
}: Pick<WindowScope, 'client' | 'reportFailure' | 'info' | 'showGrove' | 'notices'>) {
  /** The banner of the current work. */
  let notice = 0;
  /** As main last announced it. */
  let current: FileTask | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Shows the grove that main returns.
   * @param request resolves to null if the writer cancelled or another window shows the grove
   */
  function open(request: Promise<GroveSnapshot | null>): Promise<void> {
    return reportFailure(
      (async () => {
        const grove = await request;
        if (grove !== null) await showGrove(grove);
        info.set(await client.call('app.info', {}));
      })(),
    );
  }

  function showTask(): void {
    const task = current;
    if (task === null) return;
    const stop = () => void reportFailure(client.call('grove.stopOpening', {}));
    notice = notices.show({
      isDone: true,
      isProgress: true,
      sentence: sentenceOf(task),
      detail: '',
      actions: [{ label: STOP, run: stop }],
    });
  }

  return {
    open,

    /** Creates a grove, which the writer names later. */
    newGrove(): Promise<void> {
      return open(client.call('grove.create', {}));
    },

    /** Asks where, and creates a grove there. */
    newGroveAt(): Promise<void> {
      return open(client.call('grove.createAt', {}));
    },

    /** Shows the welcome page, in this window if it has no grove. */
    showWelcome(): Promise<void> {
      return reportFailure(client.call('window.showWelcome', {}));
    },

    /** Asks for a file, and opens it. */
    chooseGrove(): Promise<void> {
      return open(client.call('grove.choose', {}));
    },

    openSample(): Promise<void> {
      return open(client.call('grove.openSample', {}));
    },

    /** Opens the sample grove at its introduction. */
    openIntroduction(): Promise<void> {
      const { call } = client;
      const request = async () => {
        const grove = await call('grove.openSample', {});
        const introduction = grove?.trees.find(({ title }) => title === INTRODUCTION);
        return introduction === undefined ? grove : call('tree.show', { treeId: introduction.id });
      };
      return open(request());
    },

    openRecent(handle: string): Promise<void> {
      return open(client.call('grove.openRecent', { handle }));
    },

    /** Opens a file that was dropped on the window. */
    openDropped(file: File): Promise<void> {
      return open(client.openDropped(file).then(() => client.call('grove.current', {})));
    },

    /** Recently opened groves, newest first. */
    get recentGroves(): readonly RecentGrove[] {
      return info.get()?.recentGroves ?? [];
    },

    /** Removes a grove from the recent ones; its file stays. */
    forgetRecent(handle: string): Promise<void> {
      return reportFailure(client.call('grove.forgetRecent', { handle }).then((known) => info.set(known)));
    },

    /** Main works on a file, or (null) has finished. Long work gets a banner with a button to stop it. */
    onFileWait(task: FileTask | null): void {
      const isProgress = task !== null && task.wait === current?.wait && task.name === current.name;
      current = task;
      const shown = notices.banners.get().find(({ id }) => id === notice);
      if (isProgress) {
        if (shown !== undefined) notices.update(shown.id, sentenceOf(task));
        return;
      }
      clearTimeout(timer);
      if (shown !== undefined) notices.dismiss(shown.id);
      if (task === null) return;
      // Other work may block main, so main announces it beforehand; opening is announced only once it takes long.
      if (task.wait === 'opening') showTask();
      else timer = setTimeout(() => showTask(), SHOW_AFTER);
    },
  };
}

export type OpeningSession = ReturnType<typeof createOpeningSession>;

function sentenceOf({ wait, name, share }: FileTask): string {
  return FILE_WORK[wait](name, share);
}
