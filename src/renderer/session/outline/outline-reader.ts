import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { ReadLoop } from '../read-loop.ts';
import type { PositionTable } from './position-table.ts';

/** `reading` until the whole tree is loaded; `stopped` if the writer stopped that. */
export type ReadingState = 'reading' | 'ready' | 'stopped' | 'failed';

/** Changes within this time are shown together. Milliseconds. */
const THROTTLE = 80;

export interface OutlineReaderOptions extends TreeScope {
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
}

/** Reads a tree page by page when it is first shown; from then on, main sends its changes. */
export class OutlineReader {
  readonly #options: OutlineReaderOptions;
  readonly #loop: ReadLoop;
  #state: ReadingState = 'reading';
  /** The last log row the table reflects; null before the first page. */
  #seq: number | null = null;
  /** Start of the next page; null after the last. */
  #next: number | null = 0;
  #isShown = false;
  /** The table may lack changes. */
  #isStale = false;
  /** The path or the rows changed since the last update. */
  #hasChanged = false;

  constructor(options: OutlineReaderOptions) {
    this.#options = options;
    this.#loop = new ReadLoop(() => this.#read(), { delay: THROTTLE });
    this.#loop.isSlow.subscribe(() => options.onUpdate());
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

  /** True if the read is slow enough to show progress. */
  get isSlow(): boolean {
    return this.#loop.isSlow.get();
  }

  /** True if the tree is on the screen. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The tree appeared on the screen, or left it. Reads what is missing. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown) this.#loop.readNow();
  }

  /** The tree changed in an unknown way: schedules a read if it is on the screen. */
  scheduleRead(): void {
    this.#isStale = true;
    this.scheduleUpdate();
  }

  /** The path or the rows changed: schedules an update if the tree is on the screen. */
  scheduleUpdate(): void {
    this.#hasChanged = true;
    if (this.#isShown) this.#loop.readSoon();
  }

  /** Adds the rows of a change. If others are missing, the read that adds those adds these too. */
  patch({ seq, positions }: Pick<TreeUpdate, 'seq' | 'positions'>): void {
    if (this.#state !== 'ready' || this.#isStale || this.#loop.isReading) {
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
    this.#loop.readNow();
  }

  /** Leaves the table unchanged, so that a later reader of the tree can continue from it. */
  close(): void {
    this.#loop.close();
    this.#isShown = false;
  }

  /** Null if the table is complete, which needs an update at most, or the writer stopped the read. */
  #read(): Promise<void> | null {
    if (!this.#isShown || this.#state === 'stopped') return null;
    if (this.#state === 'ready' && !this.#isStale) {
      if (this.#hasChanged) this.#update();
      return null;
    }
    return this.#load();
  }

  async #load(): Promise<void> {
    const { onUpdate } = this.#options;
    try {
      if (this.#state !== 'ready') await this.#readPages();
      // Rows written while the pages were read are missing from them, or outdated in them.
      if (this.#state === 'ready' && !this.#loop.isClosed) await this.#readChanges();
    } catch (error) {
      if (this.#state === 'reading') this.#state = 'failed';
      this.#isStale = false;
      this.#options.notices.report(error);
    }
    if (!this.#loop.isClosed) onUpdate();
  }

  async #readPages(): Promise<void> {
    const { client, treeId, table, onGrown, onUpdate } = this.#options;
    this.#state = 'reading';
    while (this.#next !== null && this.#state === 'reading') {
      const page = await client.call('tree.positions', { treeId, after: this.#next });
      if (this.#loop.isClosed) return;
      this.#seq ??= page.seq;
      table.upsert(page.positions);
      this.#next = page.next;
      onGrown();
      if (this.isSlow) onUpdate();
    }
    if (this.#next === null) this.#state = 'ready';
  }

  async #readChanges(): Promise<void> {
    const { client, treeId, table, onGrown, onRead } = this.#options;
    this.#isStale = false;
    const since = this.#seq ?? 0;
    const { seq, positions } = await client.call('tree.changes', { treeId, since });
    if (this.#loop.isClosed) return;
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
