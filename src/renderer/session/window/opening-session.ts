import type { AppInfo, RecentGrove } from '../../../ipc/wire/app.ts';
import type { FileTask, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { FILE_WORK } from '../../../ui-text/grove/tasks.ts';
import { INTRODUCTION } from '../../../ui-text/grove/trees.ts';
import { STOP } from '../../../ui-text/window/buttons.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import type { WritableStore } from '../store.ts';

export type { RecentGrove };

/** Progress is shown after this, so that short work shows none. Milliseconds. */
const SHOW_AFTER = 300;

export interface OpeningSessionOptions {
  readonly client: Client;
  readonly notices: Notices;
  /** Includes the recent groves, so it is read again after a grove is opened. */
  readonly info: WritableStore<AppInfo | null>;
  show(grove: GroveSnapshot): Promise<void>;
  /** Awaits work and reports its failure as a banner. */
  reportFailure(work: Promise<unknown>): Promise<void>;
}

/** Opens groves in the window: new ones, chosen, recent and dropped ones, and the sample. */
export class OpeningSession {
  readonly #options: OpeningSessionOptions;
  /** The banner of the current work. */
  #notice = 0;
  /** As main last announced it. */
  #task: FileTask | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OpeningSessionOptions) {
    this.#options = options;
  }

  /** Creates a grove, which the writer names later. */
  newGrove(): Promise<void> {
    return this.open(this.#options.client.call('grove.create', {}));
  }

  /** Asks where, and creates a grove there. */
  newGroveAt(): Promise<void> {
    return this.open(this.#options.client.call('grove.createAt', {}));
  }

  /** Shows the welcome page, in this window if it has no grove. */
  showWelcome(): Promise<void> {
    const { client, reportFailure } = this.#options;
    return reportFailure(client.call('window.showWelcome', {}));
  }

  /** Asks for a file, and opens it. */
  chooseGrove(): Promise<void> {
    return this.open(this.#options.client.call('grove.choose', {}));
  }

  openSample(): Promise<void> {
    return this.open(this.#options.client.call('grove.openSample', {}));
  }

  /** Opens the sample grove at its introduction. */
  openIntroduction(): Promise<void> {
    const { call } = this.#options.client;
    const open = async () => {
      const grove = await call('grove.openSample', {});
      const introduction = grove?.trees.find(({ title }) => title === INTRODUCTION);
      return introduction === undefined ? grove : call('tree.show', { treeId: introduction.id });
    };
    return this.open(open());
  }

  openRecent(handle: string): Promise<void> {
    return this.open(this.#options.client.call('grove.openRecent', { handle }));
  }

  /** Opens a file that was dropped on the window. */
  openDropped(file: File): Promise<void> {
    const { client } = this.#options;
    return this.open(client.openDropped(file).then(() => client.call('grove.current', {})));
  }

  /** Recently opened groves, newest first. */
  get recentGroves(): readonly RecentGrove[] {
    return this.#options.info.get()?.recentGroves ?? [];
  }

  /** Removes a grove from the recent ones; its file stays. */
  forgetRecent(handle: string): Promise<void> {
    const { client, info, reportFailure } = this.#options;
    return reportFailure(client.call('grove.forgetRecent', { handle }).then((known) => info.set(known)));
  }

  /**
   * Shows the grove that main returns.
   * @param request resolves to null if the writer cancelled or another window shows the grove
   */
  open(request: Promise<GroveSnapshot | null>): Promise<void> {
    const { client, info, show, reportFailure } = this.#options;
    return reportFailure(
      (async () => {
        const grove = await request;
        if (grove !== null) await show(grove);
        info.set(await client.call('app.info', {}));
      })(),
    );
  }

  /** Main works on a file, or (null) has finished. Long work gets a banner with a button to stop it. */
  onFileWait(task: FileTask | null): void {
    const { notices } = this.#options;
    const isProgress = task !== null && task.wait === this.#task?.wait && task.name === this.#task.name;
    this.#task = task;
    const shown = notices.banners.get().find(({ id }) => id === this.#notice);
    if (isProgress) {
      if (shown !== undefined) notices.update(shown.id, sentenceOf(task));
      return;
    }
    clearTimeout(this.#timer);
    if (shown !== undefined) notices.dismiss(shown.id);
    if (task === null) return;
    // Other work may block main, so main announces it beforehand; opening is announced only once it takes long.
    if (task.wait === 'opening') this.#showTask();
    else this.#timer = setTimeout(() => this.#showTask(), SHOW_AFTER);
  }

  #showTask(): void {
    const task = this.#task;
    if (task === null) return;
    const { client, notices, reportFailure } = this.#options;
    const stop = () => void reportFailure(client.call('grove.stopOpening', {}));
    this.#notice = notices.show({
      isDone: true,
      isProgress: true,
      sentence: sentenceOf(task),
      detail: '',
      actions: [{ label: STOP, run: stop }],
    });
  }
}

function sentenceOf({ wait, name, share }: FileTask): string {
  return FILE_WORK[wait](name, share);
}
