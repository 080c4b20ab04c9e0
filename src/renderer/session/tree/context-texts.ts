import type { TreeId } from '../../../core/ids.ts';
import type { LoreBook, LoreEntry } from '../../../core/lore/lore-entry.ts';
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
import type { TreeProperties } from '../../../ipc/wire/tree-update.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createSignal, createStore, type Signal, type Store } from '../store.ts';
import { isPutOff, TextSaver } from '../text-saver.ts';
import type { NodeSummaries } from './node-summaries.ts';

export type { TruncationStrategy };

/** Depth of the author's note, in paragraphs (of a conversation, messages) from the end. */
export const DEPTH_RANGE = { min: 0, max: 1_000 } as const;

/** The other texts that a tree sends, the truncation of text that does not fit, and the retention of its time line. */
export interface TreeTexts {
  readonly memory: string;
  readonly authorsNote: string;
  readonly authorsNoteDepth: number;
  /** Empty for none. */
  readonly systemContext: string;
  /** The tree's summary; empty for none. */
  readonly summary: string;
  readonly truncation: TruncationStrategy;
  /** The setting for names in a conversation. */
  readonly names: NameSetting;
  /** Retention of a manuscript's time line. */
  readonly history: HistorySettings;
  /** The lore that a document is; empty for none. */
  readonly lore: readonly LoreEntry[];
  /** The values that lore sent with the tree goes by. */
  readonly loreBook: LoreBook;
}

/** Texts typed beside a tree, whose saving continues when the tree is left. */
export interface AsideTexts {
  readonly texts: ContextTexts;
  readonly summaries: NodeSummaries;
}

export interface ContextTextsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly grove: GroveSnapshot;
  readonly notices: Notices;
}

/**
 * A tree's memory, author's note, system context, summary and other settings. Changes apply here at once, and are
 * saved with the tree a moment later. One request at a time; nothing typed is dropped before main has it.
 */
export class ContextTexts {
  readonly #options: ContextTextsOptions;
  readonly #store;
  readonly #trouble = createStore<WireError | null>(null);
  /** Why typed text could not be saved; null if it was, or has not failed yet. */
  readonly error: Store<WireError | null> = this.#trouble;
  readonly #savedChange = createSignal<void>();
  /** Emitted when main has saved a change. */
  readonly saved: Signal<void> = this.#savedChange;
  readonly saver: TextSaver;
  #grove: GroveSnapshot;
  #saved: TreeTexts;
  #unsaved: Partial<TreeTexts> = {};
  /** In flight. */
  #sent: Partial<TreeTexts> = {};

  constructor(options: ContextTextsOptions) {
    this.#options = options;
    this.#grove = options.grove;
    this.#saved = textsIn(options.grove, options.treeId);
    this.#store = createStore(this.#saved);
    this.saver = new TextSaver({
      isUnsaved: () => this.isUnsaved,
      send: () => this.#send(),
      onError: (error) => options.notices.report(error),
    });
  }

  get store(): Store<TreeTexts> {
    return this.#store;
  }

  /** Returns true if main may lack something typed. */
  get isUnsaved(): boolean {
    return Object.keys({ ...this.#sent, ...this.#unsaved }).length > 0;
  }

  /** Main sent the grove again. */
  onGrove(grove: GroveSnapshot): void {
    this.#grove = grove;
    this.#saved = textsIn(grove, this.#options.treeId);
    this.#publish();
    this.saver.onGrove(grove);
  }

  change(patch: Partial<TreeTexts>): void {
    if (this.#grove.readOnly) return;
    this.#unsaved = { ...this.#unsaved, ...patch };
    this.#publish();
    this.saver.schedule();
  }

  async #send(): Promise<void> {
    const { client, treeId } = this.#options;
    this.#sent = this.#unsaved;
    this.#unsaved = {};
    try {
      this.#saved = textsOf(await client.call('tree.update', { treeId, ...propertiesOf(this.#sent) }));
    } catch (error) {
      // Later changes override those that could not be saved.
      this.#unsaved = { ...this.#sent, ...this.#unsaved };
      const failure = describeError(error);
      if (!isPutOff(failure)) this.#trouble.set(failure);
      throw error;
    } finally {
      this.#sent = {};
    }
    this.#trouble.set(null);
    this.#publish();
    this.#savedChange.emit();
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
    lore: settings.lore ?? [],
    loreBook: settings.loreBook ?? {},
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
