import type { TreeId } from '../../../core/ids.ts';
import { MAX_NOTE_DRAFTS, MAX_REMARK_LENGTH, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { NoteDraft } from '../../../ipc/wire/node.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';

/**
 * A note that has not been saved yet. It survives while the tab is closed, and the tab stays on its node while its field
 * is open.
 */
export type UnsavedNote = NoteDraft;

export interface NoteDraftsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  /** So many unsaved notes, more than before, are not kept. */
  onDropped(count: number): void;
  onError(error: unknown): void;
}

/** Texts typed within this time are sent together. Milliseconds. */
const SEND_AFTER = 1_000;

/** Unknown state of main after a failure; no JSON. */
const NOT_KNOWN = '';

/**
 * The unsaved notes of a tree whose fields were left, and the one whose field is open. Main keeps them all, so that they
 * are there when the window is closed, or its page ends, and the tree is shown again.
 */
export class NoteDrafts {
  readonly #options: NoteDraftsOptions;
  readonly #list = createStore<readonly UnsavedNote[]>([]);
  /** The one left last comes last. */
  readonly list: Store<readonly UnsavedNote[]> = this.#list;
  #open: UnsavedNote | null = null;
  /** The drafts that main kept are in the list, once that is known; undefined before they are requested. */
  #loaded: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The drafts that main keeps, or will once it has answered, as JSON. */
  #sent = '[]';
  /** Number of drafts not kept the last time. */
  #dropped = 0;

  constructor(options: NoteDraftsOptions) {
    this.#options = options;
  }

  /** Reads those that main kept, once. */
  load(): void {
    this.#loaded ??= this.#load();
  }

  async #load(): Promise<boolean> {
    const { client, treeId, onError } = this.#options;
    try {
      const kept = await client.call('note.drafts', { treeId });
      this.#sent = JSON.stringify(kept);
      const isNew = (draft: UnsavedNote) => this.find(draft) === undefined;
      this.#list.set([...kept.filter(isNew), ...this.#list.get()]);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  /** Keeps a note unless it has no new text. */
  keep(draft: UnsavedNote): void {
    const others = this.#others(draft);
    this.#set(hasNewText(draft) ? [...others, draft] : others);
  }

  /** Keeps what is typed in the open field, too. @param draft null if none is open */
  keepOpen(draft: UnsavedNote | null): void {
    this.#open = draft;
    if (draft === null) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), SEND_AFTER);
  }

  /** The draft of the same note: of the same one that is edited, or of a new one on the same words. */
  find(like: UnsavedNote): UnsavedNote | undefined {
    return this.#list.get().find((draft) => isSame(draft, like));
  }

  remove(draft: UnsavedNote): void {
    this.#set(this.#others(draft));
  }

  /** Resolves once main keeps all of them; a failure is reported. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Main's stored drafts are not overwritten before they are loaded.
    if (!(await this.#loaded)) return;
    const { client, treeId, onDropped, onError } = this.#options;
    const open = this.#open;
    const all = open === null || !hasNewText(open) ? this.#list.get() : [...this.#others(open), open];
    const drafts = newestThatFit(all);
    const text = JSON.stringify(drafts);
    if (text === this.#sent) return;
    // Set before the call: a draft changed back during the call must be sent again.
    this.#sent = text;
    try {
      const { dropped } = await client.call('note.keepDrafts', { treeId, drafts });
      const before = this.#dropped;
      this.#dropped = dropped + all.length - drafts.length;
      if (this.#dropped > before) onDropped(this.#dropped);
    } catch (error) {
      this.#sent = NOT_KNOWN;
      onError(error);
    }
  }

  #set(list: readonly UnsavedNote[]): void {
    this.#list.set(list);
    void this.flush();
  }

  #others(like: UnsavedNote): readonly UnsavedNote[] {
    return this.#list.get().filter((draft) => !isSame(draft, like));
  }
}

function hasNewText({ text, note }: UnsavedNote): boolean {
  return text.trim() !== '' && text !== note?.text;
}

/** The drafts that main keeps: at most so many, and none that is too long. */
function newestThatFit(drafts: readonly UnsavedNote[]): readonly UnsavedNote[] {
  const isShort = ({ text, note, phrase }: UnsavedNote) =>
    text.length <= MAX_REMARK_LENGTH &&
    (note?.text.length ?? 0) <= MAX_REMARK_LENGTH &&
    (phrase?.text.length ?? 0) <= MAX_TEXT_LENGTH;
  return drafts.filter(isShort).slice(-MAX_NOTE_DRAFTS);
}

function isSame(one: UnsavedNote, other: UnsavedNote): boolean {
  if (one.note !== null || other.note !== null) return one.note?.positionId === other.note?.positionId;
  return (
    one.positionId === other.positionId &&
    one.phrase?.nodeId === other.phrase?.nodeId &&
    one.phrase?.start === other.phrase?.start &&
    one.phrase?.length === other.phrase?.length
  );
}
