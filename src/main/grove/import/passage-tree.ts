import { assert } from '../../../core/assert.ts';
import type { PlannedState } from '../../../core/history/exchange/plan-passages.ts';
import type { PathState, StateChange } from '../../../core/history/path-state.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { continueFrom, fixAfter } from '../../../core/tree/operations.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import type { NodeContent } from '../../../core/tree/tree-node.ts';

/** Passages written per step. */
const STEP = 50;

/** A passage that has a position in the tree. */
interface Passage {
  readonly position: PositionId;
  version: NodeId;
  /** The text of that version. */
  text: string;
}

/**
 * Writes the states of a history as one path: each passage is a position, which is made when the text first reaches it, and
 * each of its texts a version.
 */
export class PassageTree {
  readonly #root: PositionId;
  readonly #author: Author;
  readonly #passages: Passage[] = [];
  /** The text of each passage in the current state, whether it is in the tree or not. */
  readonly #texts: string[];
  /** The last passage of the current state; -1 if there is none. */
  #last = -1;
  /** The versions on the path that are not the first at their position. */
  readonly #versions = new Set<NodeId>();

  constructor(root: PositionId, author: Author, passages: number) {
    this.#root = root;
    this.#author = author;
    this.#texts = new Array<string>(passages).fill('');
  }

  /** The head of the current state's path. */
  get head(): PositionId {
    return this.#passages[this.#last]?.position ?? this.#root;
  }

  /** The current state of the path. */
  get state(): PathState {
    return { head: this.head, versions: new Set(this.#versions), draft: null };
  }

  /** Adds the next state to `after`, whose path does not end at `head`. Yields every few milliseconds. */
  *write(
    after: Overlay,
    { changed, last }: PlannedState,
    idsAndClock: IdsAndClock,
  ): Generator<undefined, StateChange> {
    const gone = new Set<NodeId>();
    const come = new Set<NodeId>();
    const previous = this.#last;
    for (const { passage, text } of changed) this.#texts[passage] = text;
    const concerned = new Set(changed.map(({ passage }) => passage));
    for (let index = Math.min(previous, last) + 1; index <= Math.max(previous, last); index++)
      concerned.add(index);
    let count = 0;
    for (const index of [...concerned].sort((a, b) => a - b)) {
      count += 1;
      if (count % STEP === 0) yield;
      const old = this.#passages[index]?.version;
      if (old !== undefined && index <= previous && this.#versions.delete(old)) gone.add(old);
      if (index > last) continue;
      const { position, version } = this.#show(after, index, idsAndClock);
      if (version === firstNodeAt(position)) continue;
      this.#versions.add(version);
      if (!gone.delete(version)) come.add(version);
    }
    this.#last = last;
    return { head: this.head, versionsIn: [...come], versionsOut: [...gone], draft: null };
  }

  #show(after: Overlay, index: number, idsAndClock: IdsAndClock): Passage {
    const text = this.#texts[index] ?? '';
    const content: NodeContent = {
      content: { type: 'text', text },
      spans: wholeSpans(this.#author.id, text.length),
    };
    let passage = this.#passages[index];
    if (passage === undefined) {
      assert(index === this.#passages.length, `passage ${index} follows ${this.#passages.length} passages`);
      const parent = this.#passages.at(-1)?.position ?? this.#root;
      const change = continueFrom(after.tree, after.path, parent, content, this.#author, idsAndClock);
      after.add(change);
      const { head: position } = change.path;
      assert(position !== undefined, 'a new position becomes the head');
      passage = { position, version: firstNodeAt(position), text };
      this.#passages.push(passage);
    } else if (passage.text !== text) {
      // The version shown by the position before it is known: reading it would be reading all of its versions.
      const origin = this.#passages[index - 1]?.version ?? firstNodeAt(this.#root);
      const change = fixAfter(after.tree, origin, passage.version, content, this.#author, idsAndClock);
      after.add(change);
      const { position } = passage;
      const selected = change.path.selected.find((choice) => choice.position === position);
      assert(selected !== undefined, 'a version is selected at its position');
      passage.version = selected.version;
      passage.text = text;
    }
    return passage;
  }
}
