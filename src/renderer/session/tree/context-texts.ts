import type { TreeId } from '../../../core/ids.ts';
import {
  AUTHORS_NOTE_DEPTH,
  type HistorySettings,
  type LoomTree,
  NAMES,
  type NameSetting,
  TRUNCATION,
  type TreeSettings,
  type TruncationStrategy,
} from '../../../core/tree/loom-tree.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { TreeProperties } from '../../../ipc/wire/tree.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export type { TruncationStrategy };

/**
 * Typed text is saved at most this long after its oldest change: a throttle, never a debounce. Milliseconds.
 */
export const SAVE_TEXTS_AFTER = 1_000;
/** Delay of a retry after a failed save. Milliseconds. */
const RETRY_AFTER = 2_000;

/** Depth of the author's note, in paragraphs (of a conversation, messages) from the end. */
export const DEPTH_RANGE = { min: 0, max: 1_000 } as const;

/** What a tree sends besides its text, how text that does not fit is truncated, and what its time line keeps. */
export interface TreeTexts {
  readonly memory: string;
  readonly authorsNote: string;
  readonly authorsNoteDepth: number;
  /** Empty for none. */
  readonly systemContext: string;
  /** What stands for the tree; empty for none. */
  readonly summary: string;
  readonly truncation: TruncationStrategy;
  /** Of a conversation. */
  readonly names: NameSetting;
  /** What the time line of a manuscript keeps. */
  readonly history: HistorySettings;
}

export interface ContextTextsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly grove: GroveSnapshot;
  readonly notices: Notices;
  /** Main has saved a change. */
  onSaved(): void;
}

/**
 * A tree's memory, author's note, system context, summary and other settings. Changes apply here at once, and are
 * saved with the tree a moment later. One request at a time; nothing typed is dropped before main has it.
 */
export class ContextTexts {
  readonly #options: ContextTextsOptions;
  readonly #store;
  readonly #trouble = createStore<WireError | null>(null);
  #saved: TreeTexts;
  #unsaved: Partial<TreeTexts> = {};
  /** In flight. */
  #sent: Partial<TreeTexts> = {};
  /** Resolves to whether main has saved it. */
  #sending: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The writer does not wait for the check of the file: saved once it has ended. */
  #isPutOff = false;

  constructor(options: ContextTextsOptions) {
    this.#options = options;
    this.#saved = textsIn(options.grove, options.treeId);
    this.#store = createStore(this.#saved);
  }

  get store(): Store<TreeTexts> {
    return this.#store;
  }

  /** Why typed text could not be saved; null if it was, or has not failed yet. */
  get error(): Store<WireError | null> {
    return this.#trouble;
  }

  /** Main sent the grove again. */
  onGrove(grove: GroveSnapshot): void {
    this.#saved = textsIn(grove, this.#options.treeId);
    this.#publish();
    if (!this.#isPutOff || grove.isChecking) return;
    this.#isPutOff = false;
    void this.flush();
  }

  change(patch: Partial<TreeTexts>): void {
    if (this.#options.grove.readOnly) return;
    this.#unsaved = { ...this.#unsaved, ...patch };
    this.#publish();
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_TEXTS_AFTER);
  }

  /**
   * Saves at once. Resolves when main has everything or has refused it; a refusal is reported and retried.
   */
  async flush(): Promise<void> {
    while (this.#sending !== null || Object.keys(this.#unsaved).length > 0) {
      const sending = this.#sending ?? this.#send();
      this.#sending = sending;
      const isSaved = await sending;
      if (this.#sending === sending) this.#sending = null;
      if (!isSaved) return;
    }
  }

  async #send(): Promise<boolean> {
    const { client, treeId, notices } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sent = this.#unsaved;
    this.#unsaved = {};
    try {
      this.#saved = textsOf(await client.call('tree.update', { treeId, ...propertiesOf(this.#sent) }));
    } catch (error) {
      // Later changes override what could not be saved.
      this.#unsaved = { ...this.#sent, ...this.#unsaved };
      const failure = describeError(error);
      this.#isPutOff = failure.code === 'CANCELLED';
      if (this.#isPutOff) return false;
      // Report once, not on every retry.
      if (this.#trouble.get() === null) notices.report(error);
      this.#trouble.set(failure);
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
    this.#store.set({ ...this.#saved, ...this.#sent, ...this.#unsaved });
  }
}

function textsIn(grove: GroveSnapshot, treeId: TreeId): TreeTexts {
  const tree = grove.trees.find(({ id }) => id === treeId);
  return textsOf(tree ?? { systemContext: null, summary: null, settings: {} });
}

function textsOf({
  systemContext,
  summary,
  settings,
}: Pick<LoomTree, 'systemContext' | 'summary' | 'settings'>): TreeTexts {
  return {
    memory: settings.memory ?? '',
    authorsNote: settings.authorsNote ?? '',
    authorsNoteDepth: settings.authorsNoteDepth ?? AUTHORS_NOTE_DEPTH,
    systemContext: systemContext ?? '',
    summary: summary ?? '',
    truncation: settings.truncation ?? TRUNCATION,
    names: settings.names ?? NAMES,
    history: settings.history ?? {},
  };
}

function propertiesOf({ systemContext, summary, ...settings }: Partial<TreeTexts>): TreeProperties {
  const changed: TreeSettings = settings;
  return {
    ...(systemContext === undefined ? {} : { systemContext: systemContext === '' ? null : systemContext }),
    ...(summary === undefined ? {} : { summary: summary.trim() === '' ? null : summary }),
    ...(Object.keys(changed).length === 0 ? {} : { settings: changed }),
  };
}
