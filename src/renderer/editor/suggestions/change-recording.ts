/** Changes of the text since suggestions were asked for, so that the places in the answer can be brought up to date. */
import type { ChangeDesc, Transaction } from '@codemirror/state';
import type { ChangeRecording } from '../../proposal-surface.ts';
import { keyOf, mapPlace, type Place } from './placed-suggestion.ts';
import { showsOtherNodes, suggestionsDecided } from './suggestions-field.ts';

export class RecordedChanges implements ChangeRecording {
  readonly #changes: ChangeDesc[] = [];
  readonly #onStop: (recording: RecordedChanges) => void;
  readonly #decided = new Set<string>();
  #isLost = false;

  constructor(onStop: (recording: RecordedChanges) => void) {
    this.#onStop = onStop;
  }

  /** Whether places cannot be brought up to date: other text is shown, or the recording ended. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The suggestions that were decided since, or opened again by undo. */
  get decided(): ReadonlySet<string> {
    return this.#decided;
  }

  add(transaction: Transaction): void {
    if (showsOtherNodes(transaction)) this.#isLost = true;
    else if (transaction.docChanged) this.#changes.push(transaction.changes.desc);
    for (const effect of transaction.effects)
      if (effect.is(suggestionsDecided))
        for (const { shown } of effect.value.suggestions) this.#decided.add(keyOf(shown));
  }

  /** Where a place of the text at the beginning is now. */
  map(place: Place): Place {
    return this.#changes.reduce((at, changes) => mapPlace(changes, at), place);
  }

  stop(): void {
    this.#isLost = true;
    this.#changes.length = 0;
    this.#onStop(this);
  }
}
