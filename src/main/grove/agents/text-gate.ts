import type { PositionId } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findMarkedAbove } from '../../store/tree/find-hidden-positions.ts';
import { findUnsent, type TextRef } from '../../store/tree/find-unsent.ts';

/**
 * Decides which texts a command may show to the recipient of its results, in all trees that it reads: to a person all,
 * to a model those that models are sent (`findUnsent`). Every text in a result passes here.
 */
export class TextGate {
  readonly #reader: Reader;
  /** The result goes to a model. */
  readonly isForModel: boolean;
  readonly #isSent = new Map<PositionId, boolean>();
  readonly #shown = new Map<PositionId, TextRef>();
  readonly #isBelowExcluded = new Map<PositionId, boolean>();

  constructor(reader: Reader, isForModel: boolean) {
    this.#reader = reader;
    this.isForModel = isForModel;
  }

  /** The texts that a result may have words of. They may be excluded or pruned before it is sent again. */
  get shown(): readonly TextRef[] {
    return [...this.#shown.values()];
  }

  /** Looks texts up at once that are likely to be asked for. */
  readAhead(texts: readonly TextRef[]): void {
    if (!this.isForModel) return;
    const unsent = findUnsent(this.#reader, texts);
    for (const { positionId } of texts) this.#isSent.set(positionId, !unsent.has(positionId));
  }

  /** Returns true if the result may have words of a text, which then counts as shown. */
  lets(text: TextRef): boolean {
    const { treeId, positionId } = text;
    if (!this.isForModel) return true;
    if (!this.#isSent.has(positionId)) this.readAhead([text]);
    const isSent = this.#isSent.get(positionId) === true;
    if (isSent) this.#shown.set(positionId, { treeId, positionId });
    return isSent;
  }

  /** Returns true if a text above this one is excluded. Looks up at once all texts that the gate has seen. */
  isBelowExcluded({ positionId }: TextRef): boolean {
    const known = this.#isBelowExcluded.get(positionId);
    if (known !== undefined) return known;
    const asked = [...this.#isSent.keys(), positionId].filter((one) => !this.#isBelowExcluded.has(one));
    const below = findMarkedAbove(this.#reader, asked, 'excluded');
    for (const one of asked) this.#isBelowExcluded.set(one, below.has(one));
    return below.has(positionId);
  }
}
