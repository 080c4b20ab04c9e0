import type { SuggestionRef } from '../../../core/proposals/placed-suggestion.ts';
import type { SuggestionDecision, SuggestionUpdate } from '../../../ipc/wire/proposal.ts';
import type { SuggestionNow } from '../../proposal-surface.ts';
import { decisionOf, isUndecided, keyOf, type Proposal } from './proposal-state.ts';

/** What main knows of a suggestion. */
interface Known {
  readonly decision: SuggestionDecision;
  /** Where it was put last, as `decision from to`, so that nothing is sent twice; null if main told. */
  readonly sent: string | null;
}

/** What main has to be told about suggestions: what was decided, what undo opened again, and where it put them. */
export class SuggestionUpdates {
  readonly #known = new Map<string, Known>();
  /** Of these, main has another place than the text. */
  #misplaced: ReadonlySet<string> = new Set();

  /** Main told what it knows. @param elsewhere those that the text shows elsewhere than main says */
  onRead(proposals: readonly Proposal[], elsewhere: readonly SuggestionRef[]): void {
    const before = new Map(this.#known);
    this.#known.clear();
    this.#misplaced = new Set(elsewhere.map(keyOf));
    for (const { proposalId, suggestions } of proposals)
      for (const { ordinal, decision } of suggestions) {
        const key = keyOf({ proposalId, ordinal });
        const sent = this.#misplaced.has(key) ? (before.get(key)?.sent ?? null) : null;
        this.#known.set(key, { decision, sent });
      }
  }

  /** What main does not know yet; empty for nothing. */
  pending(all: readonly SuggestionNow[]): readonly SuggestionUpdate[] {
    return all.flatMap((now) => {
      const key = keyOf(now);
      const known = this.#known.get(key);
      const decision = decisionOf(now);
      if (known === undefined) return [];
      const isNew = known.decision !== decision || (isUndecided(now) && this.#misplaced.has(key));
      // Words that were in the text already may be changed later: that asks nothing of the writer.
      const isSettled = known.decision === 'done' && now.state === 'conflict';
      if (!isNew || isSettled) return [];
      const { proposalId, ordinal, from, to } = now;
      const update: SuggestionUpdate = { proposalId, ordinal, decision, range: { from, to } };
      return known.sent === describe(update) && known.decision === decision ? [] : [update];
    });
  }

  onSent(updates: readonly SuggestionUpdate[]): void {
    const misplaced = new Set(this.#misplaced);
    for (const update of updates) {
      const key = keyOf(update);
      misplaced.delete(key);
      this.#known.set(key, { decision: update.decision, sent: describe(update) });
    }
    this.#misplaced = misplaced;
  }
}

function describe({ decision, range: { from, to } }: SuggestionUpdate): string {
  return `${decision} ${from} ${to}`;
}
