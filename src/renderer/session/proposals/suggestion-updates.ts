import type { SuggestionDecision, SuggestionUpdate } from '../../../ipc/wire/proposal.ts';
import type { SuggestionNow } from '../../proposal-surface.ts';
import { decisionOf, keyOf, type Proposal } from './proposal-state.ts';

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

  /**
   * Main told what it knows.
   * @param now the suggestions in the very text for which main told; null if that has changed since
   */
  onRead(proposals: readonly Proposal[], now: readonly SuggestionNow[] | null): void {
    const before = new Map(this.#known);
    this.#known.clear();
    const ranges = new Map<string, string>();
    for (const { proposalId, suggestions } of proposals)
      for (const { ordinal, decision, range } of suggestions) {
        const key = keyOf({ proposalId, ordinal });
        this.#known.set(key, { decision, sent: before.get(key)?.sent ?? null });
        if (range !== null) ranges.set(key, `${range.from} ${range.to}`);
      }
    if (now === null) return;
    const isElsewhere = (one: SuggestionNow) =>
      one.state === 'open' && ranges.get(keyOf(one)) !== `${one.from} ${one.to}`;
    this.#misplaced = new Set(now.filter(isElsewhere).map(keyOf));
  }

  /** What main does not know yet; empty for nothing. */
  pending(all: readonly SuggestionNow[]): readonly SuggestionUpdate[] {
    return all.flatMap((now) => {
      const key = keyOf(now);
      const known = this.#known.get(key);
      const decision = decisionOf(now);
      if (known === undefined) return [];
      const isNew = known.decision !== decision || this.#misplaced.has(key);
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
