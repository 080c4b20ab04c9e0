import type { TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { PositionTable } from './position-table.ts';

/** `reading` until the whole tree is here, `stopped` where the writer had enough of waiting. */
export type ReadingState = 'reading' | 'ready' | 'stopped' | 'failed';

/** What takes longer than this says that it is under way. Milliseconds. */
const SLOW_AFTER = 300;
/** What changes within this time is read together. Milliseconds. */
const THROTTLE = 80;

export interface OutlineReaderOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  /** What is read goes there. */
  readonly table: PositionTable;
  /** The last row of the log that is in the table already; null for a table that is empty. */
  readonly seq: number | null;
  /** Positions came that were not there. */
  onGrown(): void;
  /** These positions are as they are now, and others may follow. */
  onChanged(positions: Int32Array): void;
  /** How far the reading is, or what was read, is another. */
  onUpdate(): void;
  onError(error: unknown): void;
}

/** Reads a tree page by page when it is first shown, and from then on only what changed. */
export class OutlineReader {
  readonly #options: OutlineReaderOptions;
  #state: ReadingState = 'reading';
  #isSlow = false;
  /** The last row of the log that is taken over; null before the tree was read. */
  #seq: number | null = null;
  /** Where the next page begins; null behind the last. */
  #next: number | null = 0;
  #isShown = false;
  #isStale = false;
  #isBusy = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OutlineReaderOptions) {
    this.#options = options;
    if (options.seq === null) return;
    this.#seq = options.seq;
    this.#next = null;
    this.#state = 'ready';
    this.#isStale = true;
  }

  /** The last row of the log that is taken over; null while not all of the tree is here. */
  get seq(): number | null {
    return this.#state === 'ready' ? this.#seq : null;
  }

  get state(): ReadingState {
    return this.#state;
  }

  /** It takes long enough to say so. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** What is read is on the screen. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The tree is on the screen, or no longer: what is missing of it is read. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && (this.#seq === null || this.#isStale)) void this.#read();
  }

  /** The tree changed, or the path: what was written is read once nothing else is under way. */
  follow(): void {
    this.#isStale = true;
    if (this.#isShown) this.#timer ??= setTimeout(() => void this.#read(), THROTTLE);
  }

  /** The writer does not want to wait for the rest of a large tree. */
  stop(): void {
    if (this.#state === 'reading') this.#state = 'stopped';
    this.#options.onUpdate();
  }

  /** Goes on after `stop`, or tries again. */
  readOn(): void {
    this.#state = 'reading';
    void this.#read();
  }

  /** What was read stays as it is: whoever shows the tree again goes on from it. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isShown = false;
    this.#isClosed = true;
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { onUpdate, onError } = this.#options;
    const slow = setTimeout(() => {
      this.#isSlow = true;
      onUpdate();
    }, SLOW_AFTER);
    try {
      if (this.#state !== 'ready') await this.#readPages();
      while (this.#isStale && this.#state === 'ready' && !this.#isClosed) await this.#readChanges();
    } catch (error) {
      if (this.#state === 'reading') this.#state = 'failed';
      this.#isStale = false;
      onError(error);
    } finally {
      clearTimeout(slow);
      this.#isSlow = false;
      this.#isBusy = false;
    }
    if (!this.#isClosed) onUpdate();
  }

  async #readPages(): Promise<void> {
    const { client, treeId, table, onGrown, onUpdate } = this.#options;
    this.#state = 'reading';
    while (this.#next !== null && this.#state === 'reading') {
      const page = await client.call('tree.positions', { treeId, after: this.#next });
      if (this.#isClosed) return;
      this.#seq ??= page.seq;
      table.take(page.positions);
      this.#next = page.next;
      onGrown();
      if (this.#isSlow) onUpdate();
    }
    if (this.#next !== null) return;
    this.#state = 'ready';
    // What was written while the pages came is in none of them, or in one as it was before.
    this.#isStale = true;
  }

  async #readChanges(): Promise<void> {
    const { client, treeId, table, onGrown, onChanged, onUpdate } = this.#options;
    this.#isStale = false;
    const since = this.#seq ?? 0;
    const { seq, positions } = await client.call('tree.changes', { treeId, since });
    if (this.#isClosed) return;
    this.#seq = seq;
    const changed = table.take(positions);
    onGrown();
    onChanged(changed);
    onUpdate();
  }
}
