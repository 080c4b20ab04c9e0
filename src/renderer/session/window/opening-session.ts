import type { Events } from '../../../ipc/contract.ts';
import type { AppInfo, RecentGrove } from '../../../ipc/wire/app.ts';
import type { FileWait, GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import type { WritableStore } from '../store.ts';
import type { Notices } from './notices.ts';

/** What is done with a file, in words. */
const WAITS: Readonly<Record<FileWait, (name: string) => string>> = {
  opening: (name) => `Looking through ${name} before it is opened…`,
  finding: (name) => `Looking through ${name}…`,
  comparing: (name) => `Looking through ${name} to compare it…`,
  recovering: (name) => `Recovering what can be read of ${name}…`,
  saving: (name) => `Writing ${name}…`,
};

/** What takes no longer is done before anyone has read that it is under way. Milliseconds. */
const SHOW_AFTER = 300;

/** As `resources/sample` has it. */
const INTRODUCTION = 'First steps';

export interface OpeningSessionOptions {
  readonly client: Client;
  readonly notices: Notices;
  /** What the program says of itself: the list of recent groves, too, which is read again once one was opened. */
  readonly info: WritableStore<AppInfo | null>;
  show(grove: GroveSnapshot): Promise<void>;
  /** Waits for work whose failure is told as a banner. */
  told(work: Promise<void>): Promise<void>;
}

/** Opens groves in the window: new ones, chosen, recent and dropped ones, and the sample. */
export class OpeningSession {
  readonly #options: OpeningSessionOptions;
  /** The banner that says which file is looked at. */
  #notice = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OpeningSessionOptions) {
    this.#options = options;
  }

  /** Asks where, and makes a grove there. */
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

  /** The sample grove with the tree that says how it all works. */
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

  /** The groves that were opened before, newest first. */
  get recentGroves(): readonly RecentGrove[] {
    return this.#options.info.get()?.recentGroves ?? [];
  }

  /** Takes a grove off the list of recent ones; its file stays. */
  forgetRecent(handle: string): Promise<void> {
    const { client, info, told } = this.#options;
    return told(client.call('grove.forgetRecent', { handle }).then((known) => info.set(known)));
  }

  /**
   * Shows the grove that main answers.
   * @param request null is no answer to show: the writer changed their mind, or another window has it
   */
  open(request: Promise<GroveSnapshot | null>): Promise<void> {
    const { client, info, show, told } = this.#options;
    return told(
      (async () => {
        const grove = await request;
        if (grove !== null) await show(grove);
        info.set(await client.call('app.info', {}));
      })(),
    );
  }

  /** Something is done with a file: where it takes a while, a banner offers to stop it. Null when that is over. */
  takeWait(wait: Events['opening.changed']): void {
    const { notices } = this.#options;
    clearTimeout(this.#timer);
    const before = notices.banners.get().find(({ id }) => id === this.#notice);
    if (before !== undefined) notices.dismiss(before.id);
    if (wait === null) return;
    // Main may be kept by what it does, and tells of it before; of a file that is opened, once that took a while.
    if (wait.wait === 'opening') this.#showWait(wait);
    else this.#timer = setTimeout(() => this.#showWait(wait), SHOW_AFTER);
  }

  #showWait(wait: NonNullable<Events['opening.changed']>): void {
    const { client, notices, told } = this.#options;
    const stop = () => void told(client.call('grove.stopOpening', {}).then(() => undefined));
    this.#notice = notices.show({
      isDone: true,
      isWait: true,
      sentence: WAITS[wait.wait](wait.name),
      detail: '',
      actions: [{ label: 'Stop', run: stop }],
    });
  }
}
