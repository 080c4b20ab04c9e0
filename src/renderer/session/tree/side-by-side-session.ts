/** All alternatives of the Continuations list at once, over the whole window, with their whole texts. */
import type { Draft } from '../../../core/buffer/draft.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Client } from '../../client.ts';
import { LiveQueries } from '../live-queries.ts';
import { createStore, type Store } from '../store.ts';
import { withEdit } from './comparison-session.ts';
import type { Continuation } from './continuation.ts';

/** How many texts are read at once: those on the screen. */
const BATCH = 8;
/** Texts that are kept after they leave the screen. */
const KEPT = 100;
/** A text is laid out whole; the rest of a longer one is read in the manuscript. UTF-16 code units. */
const MAX_LENGTH = 60_000;

export interface SideBySideSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  /** The uncommitted text; null without a manuscript. */
  findDraft(): Draft | null;
  onError(error: unknown): void;
}

export class SideBySideSession {
  readonly #options: SideBySideSessionOptions;
  readonly #isShown = createStore(false);
  readonly #texts: LiveQueries<NodeId, string>;

  constructor(options: SideBySideSessionOptions) {
    this.#options = options;
    const { client, treeId, onError } = options;
    this.#texts = new LiveQueries({
      batch: BATCH,
      kept: KEPT,
      read: (nodeIds) =>
        Promise.all(
          nodeIds.map(async (nodeId) => {
            const { content } = await client.call('node.read', { treeId, nodeId });
            return [nodeId, textOf(content)] as const;
          }),
        ),
      onError,
    });
  }

  get isShown(): Store<boolean> {
    return this.#isShown;
  }

  /** Increases when whole texts arrive. */
  get revision(): Store<number> {
    return this.#texts.revision;
  }

  open(): void {
    this.#isShown.set(true);
  }

  close(): void {
    this.#texts.want([]);
    this.#isShown.set(false);
  }

  /** The page shows these: reads the texts that the list has only the beginning of. */
  want(items: readonly Continuation[]): void {
    this.#texts.want(
      items.flatMap(({ nodeId, text, length }) => (nodeId === null || text.length >= length ? [] : [nodeId])),
    );
  }

  /** The text of a continuation as far as it is known, with its pending edit. */
  textOf({ nodeId, text, offset }: Continuation): string {
    if (nodeId === null) return text;
    const committed = this.#texts.find(nodeId);
    const draft = this.#options.findDraft();
    const isEdited = draft?.edits.some((edit) => edit.nodeId === nodeId) === true;
    if (committed === undefined && (offset > 0 || !isEdited)) return text;
    const whole = withEdit(draft, nodeId, committed ?? text, offset);
    // What follows in a divided text may be more than the end of one node.
    const known = whole.length < text.length && !isEdited ? text : whole;
    return known.slice(0, snapToPairStart(known, MAX_LENGTH));
  }

  /** Ends what reads. */
  end(): void {
    this.#texts.close();
  }
}
