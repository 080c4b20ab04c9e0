import type { TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace, TextPlace } from '../../surface.ts';
import type { Notices } from '../window/notices.ts';

/** The caret's place is told at most this long after it came to rest elsewhere. Milliseconds. */
const PLACE_AFTER = 500;

export interface CursorSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly readOnly: boolean;
  readonly notices: Notices;
  /** As main has it. */
  readonly saved: TextPlace | null;
  findManuscript(): ManuscriptFace | null;
  /** The caret has stayed where it came to rest. */
  onRest(): void;
}

/** Tells main where the caret and the view are, for the tree to be shown so when it is opened again. */
export class CursorSession {
  readonly #options: CursorSessionOptions;
  #saved: TextPlace | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: CursorSessionOptions) {
    this.#options = options;
    this.#saved = options.saved;
  }

  /** The caret or the view came to rest elsewhere. */
  follow(): void {
    this.#timer ??= setTimeout(() => {
      this.#options.onRest();
      void this.save();
    }, PLACE_AFTER);
  }

  /** Tells it now; resolves when main has it. What goes wrong is told as a banner. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { client, treeId, readOnly, notices, findManuscript } = this.#options;
    const place = findManuscript()?.place();
    if (place === undefined || readOnly || isSamePlace(place, this.#saved)) return;
    this.#saved = place;
    try {
      await client.call('cursor.save', { treeId, cursor: place });
    } catch (error) {
      notices.report(error);
    }
  }
}

function isSamePlace(a: TextPlace, b: TextPlace | null): boolean {
  return b !== null && a.anchor === b.anchor && a.head === b.head && a.scroll === b.scroll;
}
