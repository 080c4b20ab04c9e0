import { describeError } from '../../../core/errors.ts';
import type { TreeId } from '../../../core/ids.ts';
import {
  AUTHORS_NOTE_DEPTH,
  type LoomTree,
  TRUNCATION,
  type TreeSettings,
  type TruncationStrategy,
} from '../../../core/tree/loom-tree.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { TreeProperties } from '../../../ipc/wire/tree.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export type { TruncationStrategy };

/** What is typed is with main at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
export const SAVE_TEXTS_AFTER = 1_000;
/** What main refused is sent again after this. Milliseconds. */
const RETRY_AFTER = 2_000;

/** Of each text, in UTF-16 code units (`ipc/schemas.ts`). */
export const LONGEST_CONTEXT_TEXT = 1_000_000;
/** The author's note, in paragraphs from the end. */
export const DEPTH_RANGE = { min: 0, max: 1_000 } as const;

/** What a tree sends beside its text, and what becomes of text that does not fit. */
export interface TreeTexts {
  readonly memory: string;
  readonly authorsNote: string;
  readonly authorsNoteDepth: number;
  /** Empty for none. */
  readonly systemContext: string;
  readonly truncation: TruncationStrategy;
}

export interface ContextTextsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly grove: GroveSnapshot;
  readonly notices: Notices;
  /** Main holds what was typed. */
  onSaved(): void;
}

/**
 * A tree's memory, author's note, system context and strategy: changed here at once, kept with the tree a moment later. One
 * request is under way at a time, and nothing typed is let go before main has it.
 */
export class ContextTexts {
  readonly #options: ContextTextsOptions;
  readonly #store;
  readonly #trouble = createStore<WireError | null>(null);
  #told: TreeTexts;
  #unsaved: Partial<TreeTexts> = {};
  /** On its way. */
  #sent: Partial<TreeTexts> = {};
  /** Whether main holds it, then. */
  #sending: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ContextTextsOptions) {
    this.#options = options;
    this.#told = textsIn(options.grove, options.treeId);
    this.#store = createStore(this.#told);
  }

  get store(): Store<TreeTexts> {
    return this.#store;
  }

  /** Why what was typed is not with the tree yet; null where it is, or is on its way. */
  get trouble(): Store<WireError | null> {
    return this.#trouble;
  }

  /** Main told of the grove again. */
  takeGrove(grove: GroveSnapshot): void {
    this.#told = textsIn(grove, this.#options.treeId);
    this.#publish();
  }

  change(patch: Partial<TreeTexts>): void {
    if (this.#options.grove.readOnly) return;
    this.#unsaved = { ...this.#unsaved, ...patch };
    this.#publish();
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_TEXTS_AFTER);
  }

  /** Sends what is unsent now; resolves when main holds it or has refused it, which is told and tried again. */
  async flush(): Promise<void> {
    while (this.#sending !== null || Object.keys(this.#unsaved).length > 0) {
      const sending = this.#sending ?? this.#send();
      this.#sending = sending;
      const isHeld = await sending;
      if (this.#sending === sending) this.#sending = null;
      if (!isHeld) return;
    }
  }

  async #send(): Promise<boolean> {
    const { client, treeId, notices } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sent = this.#unsaved;
    this.#unsaved = {};
    try {
      this.#told = textsOf(await client.call('tree.update', { treeId, ...propertiesOf(this.#sent) }));
    } catch (error) {
      // What was typed meanwhile counts before what could not be saved.
      this.#unsaved = { ...this.#sent, ...this.#unsaved };
      // Said once, not with every try.
      if (this.#trouble.get() === null) notices.report(error);
      this.#trouble.set(describeError(error));
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_AFTER);
      return false;
    } finally {
      this.#sent = {};
    }
    this.#trouble.set(null);
    this.#publish();
    this.#options.onSaved();
    return true;
  }

  #publish(): void {
    this.#store.set({ ...this.#told, ...this.#sent, ...this.#unsaved });
  }
}

function textsIn(grove: GroveSnapshot, treeId: TreeId): TreeTexts {
  const tree = grove.trees.find(({ id }) => id === treeId);
  return textsOf(tree ?? { systemContext: null, settings: {} });
}

function textsOf({ systemContext, settings }: Pick<LoomTree, 'systemContext' | 'settings'>): TreeTexts {
  return {
    memory: settings.memory ?? '',
    authorsNote: settings.authorsNote ?? '',
    authorsNoteDepth: settings.authorsNoteDepth ?? AUTHORS_NOTE_DEPTH,
    systemContext: systemContext ?? '',
    truncation: settings.truncation ?? TRUNCATION,
  };
}

function propertiesOf({ systemContext, ...settings }: Partial<TreeTexts>): TreeProperties {
  const kept: TreeSettings = settings;
  return {
    ...(systemContext === undefined ? {} : { systemContext: systemContext === '' ? null : systemContext }),
    ...(Object.keys(kept).length === 0 ? {} : { settings: kept }),
  };
}
