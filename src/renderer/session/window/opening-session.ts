import type { Events } from '../../../ipc/contract.ts';
import type { AppInfo, RecentGrove } from '../../../ipc/wire/app.ts';
import type { FileWait, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import type { WritableStore } from '../store.ts';
import type { Notices } from './notices.ts';

/** The work on a file that the writer waits for. */
const WAITS: Readonly<Record<FileWait, (name: string) => string>> = {
  opening: (name) => `Checking ${name} before opening it…`,
  finding: (name) => `Checking ${name}…`,
  comparing: (name) => `Checking ${name} to compare it…`,
  recovering: (name) => `Recovering what can be read of ${name}…`,
  saving: (name) => `Writing ${name}…`,
};

/** Progress is shown after this, so that short work shows none. Milliseconds. */
const SHOW_AFTER = 300;

/** Title of the tree in `resources/sample`. */
const INTRODUCTION = 'First steps';

export interface OpeningSessionOptions {
  readonly client: Client;
  readonly notices: Notices;
  /** Includes the recent groves, so it is read again after a grove is opened. */
  readonly info: WritableStore<AppInfo | null>;
  show(grove: GroveSnapshot): Promise<void>;
  /** Awaits work and reports its failure as a banner. */
  reportFailure(work: Promise<void>): Promise<void>;
}

/** Opens groves in the window: new ones, chosen, recent and dropped ones, and the sample. */
export class OpeningSession {
  readonly #options: OpeningSessionOptions;
  /** The banner of the file being checked. */
  #notice = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OpeningSessionOptions) {
    this.#options = options;
  }

  /** Asks where, and creates a grove there. */
  newGrove(): Promise<void> {
    return this.open(this.#options.client.call('grove.create', {}));
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
  onFileWait(wait: Events['opening.changed']): void {
    const { notices } = this.#options;
    clearTimeout(this.#timer);
    const before = notices.banners.get().find(({ id }) => id === this.#notice);
    if (before !== undefined) notices.dismiss(before.id);
    if (wait === null) return;
    // Other work may block main, so main announces it beforehand; opening is announced only once it takes
    // long.
    if (wait.wait === 'opening') this.#showWait(wait);
    else this.#timer = setTimeout(() => this.#showWait(wait), SHOW_AFTER);
  }

  #showWait(wait: NonNullable<Events['opening.changed']>): void {
    const { client, notices, reportFailure } = this.#options;
    const stop = () => void reportFailure(client.call('grove.stopOpening', {}).then(() => undefined));
    this.#notice = notices.show({
      isDone: true,
      isProgress: true,
      sentence: WAITS[wait.wait](wait.name),
      detail: '',
      actions: [{ label: 'Stop', run: stop }],
    });
  }
}
