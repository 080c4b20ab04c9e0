import type { TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { BufferSurface, CursorState } from '../../surface.ts';
import type { Notices } from '../window/notices.ts';

/** The cursor is saved at most this long after the caret or the view stopped elsewhere. Milliseconds. */
const SAVE_AFTER = 500;

export interface CursorSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly readOnly: boolean;
  readonly notices: Notices;
  /** The cursor main has. */
  readonly saved: CursorState | null;
  findManuscript(): BufferSurface | null;
  /** Called `SAVE_AFTER` after the caret or the view stopped. */
  onIdle(): void;
}

/** Saves the caret and the view, so that the tree opens there again. */
export class CursorSession {
  readonly #options: CursorSessionOptions;
  #saved: CursorState | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: CursorSessionOptions) {
    this.#options = options;
    this.#saved = options.saved;
  }

  /** The caret or the view stopped elsewhere. */
  onMoved(): void {
    this.#timer ??= setTimeout(() => {
      this.#options.onIdle();
      void this.save();
    }, SAVE_AFTER);
  }

  /** Saves now; resolves when main has it. Reports a failure as a banner. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { client, treeId, readOnly, notices, findManuscript } = this.#options;
    const cursor = findManuscript()?.cursor();
    if (cursor === undefined || readOnly || isSameCursor(cursor, this.#saved)) return;
    this.#saved = cursor;
    try {
      await client.call('cursor.save', { treeId, cursor });
    } catch (error) {
      notices.report(error);
    }
  }
}

function isSameCursor(a: CursorState, b: CursorState | null): boolean {
  return b !== null && a.anchor === b.anchor && a.head === b.head && a.scroll === b.scroll;
}
