import type { TreeId } from '../../../core/ids.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import type { Client } from '../../client.ts';
import type { PositionTable } from './position-table.ts';

/** `reading` until the whole tree is loaded; `stopped` if the writer stopped that. */
export type ReadingState = 'reading' | 'ready' | 'stopped' | 'failed';

/** Progress is shown after this. Milliseconds. */
const SLOW_AFTER = 300;
/** Changes within this time are read together. Milliseconds. */
const THROTTLE = 80;

export interface OutlineReaderOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  /** Receives the rows. */
  readonly table: PositionTable;
  /** The last log row the table reflects; null for an empty table. */
  readonly seq: number | null;
  /** The table may have new positions. */
  onGrown(): void;
  /** The rows of these positions are newer than what else is known of them. */
  onRead(positions: Int32Array): void;
  /** The path or the rows changed; `onUpdate` follows. */
  onChanged(): void;
  /** The progress, the state or the rows changed. */
  onUpdate(): void;
  onError(error: unknown): void;
}

/** Reads a tree page by page when it is first shown, and only its changes from then on. */
export class OutlineReader {
  readonly #options: OutlineReaderOptions;
  #state: ReadingState = 'reading';
  #isSlow = false;
  /** The last log row the table reflects; null before the first page. */
  #seq: number | null = null;
  /** Where the next page begins; null after the last. */
  #next: number | null = 0;
  #isShown = false;
  #isStale = false;
  /** The path or the rows changed since the last update. */
  #hasChanged = false;
  #isReading = false;
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

  /** The last log row the table reflects; null until the whole tree is loaded. */
  get seq(): number | null {
    return this.#state === 'ready' ? this.#seq : null;
  }

  get state(): ReadingState {
    return this.#state;
  }

  /** Whether the read is slow enough to show progress. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Whether the tree is on the screen. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The tree appeared on the screen, or left it. Reads what is missing. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (!isShown) return;
    if (this.#seq === null || this.#isStale) void this.#read();
    else if (this.#hasChanged) this.#update();
  }

  /** The tree changed in an unknown way: schedules a read if it is on the screen. */
  scheduleRead(): void {
    this.#isStale = true;
    this.scheduleUpdate();
  }

  /** The path or the rows changed: schedules an update if the tree is on the screen. */
  scheduleUpdate(): void {
    this.#hasChanged = true;
    if (!this.#isShown) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isStale || this.#state !== 'ready') void this.#read();
      else this.#update();
    }, THROTTLE);
  }

  /** Adds the rows of a change. If others are missing, the read that brings those brings these too. */
  patch({ seq, positions }: Pick<TreeUpdate, 'seq' | 'positions'>): void {
    if (this.#state !== 'ready' || this.#isStale || this.#isReading) {
      this.scheduleRead();
      return;
    }
    this.#seq = Math.max(this.#seq ?? 0, seq);
    this.#options.table.upsert(positions);
    this.#options.onGrown();
    this.scheduleUpdate();
  }

  /** Stops reading a large tree. */
  stop(): void {
    if (this.#state === 'reading') this.#state = 'stopped';
    this.#options.onUpdate();
  }

  /** Continues after `stop` or a failure. */
  resume(): void {
    this.#state = 'reading';
    void this.#read();
  }

  /** Leaves the table unchanged, so that a later reader of the tree can continue from it. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isShown = false;
    this.#isClosed = true;
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isReading) return;
    this.#isReading = true;
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
      this.#isReading = false;
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
      table.upsert(page.positions);
      this.#next = page.next;
      onGrown();
      if (this.#isSlow) onUpdate();
    }
    if (this.#next !== null) return;
    this.#state = 'ready';
    // Rows written during the read are missing from the pages, or outdated in them.
    this.#isStale = true;
  }

  async #readChanges(): Promise<void> {
    const { client, treeId, table, onGrown, onRead } = this.#options;
    this.#isStale = false;
    const since = this.#seq ?? 0;
    const { seq, positions } = await client.call('tree.changes', { treeId, since });
    if (this.#isClosed) return;
    this.#seq = seq;
    const read = table.upsert(positions);
    onGrown();
    onRead(read);
    this.#update();
  }

  #update(): void {
    this.#hasChanged = false;
    this.#options.onChanged();
    this.#options.onUpdate();
  }
}
