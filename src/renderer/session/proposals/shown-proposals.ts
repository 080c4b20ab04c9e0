import type { SuggestionRef } from '../../../core/proposals/places.ts';
import type { SuggestionDecision } from '../../../core/proposals/proposal.ts';
import type { EditAsk, SuggestionUpdate } from '../../../ipc/wire/proposal.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import type { ChangeRecording, SuggestionNow } from '../../proposal-surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { findAgent } from '../find-agent.ts';
import { ReadLoop } from '../read-loop.ts';
import { createStore, derive, type Store } from '../store.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';
import { type ReadProposals, readProposals, updateSuggestions } from './proposal-intents.ts';
import { byKey, decisionOf, isUndecided, keyOf, type Proposal, suggestionsToShow } from './proposal-state.ts';

/** The suggestions in a text, and the one that the caret or the keyboard is at. */
interface SuggestionMarks {
  readonly now: readonly SuggestionNow[];
  readonly current: SuggestionRef | null;
}

/**
 * The proposals for a manuscript, in step with main and with the editor: main sends the places of their suggestions in
 * the text of the request, the editor moves them with the text, and main is sent their states.
 */
export class ShownProposals {
  readonly #scope: ManuscriptScope;
  /** The proposals were read, and are shown. */
  readonly #onShown: (proposals: readonly Proposal[], isFirst: boolean) => void;
  readonly #proposals = createStore<readonly Proposal[]>([]);
  /** Newest first, as main last sent them. */
  readonly proposals: Store<readonly Proposal[]> = this.#proposals;
  readonly #asks = createStore<readonly EditAsk[]>([]);
  /** Requests pending here. */
  readonly asks: Store<readonly EditAsk[]> = this.#asks;
  readonly #marks = createStore<SuggestionMarks>({ now: [], current: null });
  /** The suggestions in the text, in text order, decided ones included. */
  readonly now: Store<readonly SuggestionNow[]> = derive([this.#marks], ({ now }) => now);
  readonly current: Store<SuggestionRef | null> = derive([this.#marks], ({ current }) => current);
  readonly #updates = new SuggestionUpdates();
  readonly #loop = new ReadLoop(() => this.#read(), {});
  readonly #unsubscribe: readonly (() => void)[];
  /** The nodes of the path that was read for. */
  #path: readonly { readonly nodeId: string }[] = [];
  #isKnown = false;
  #attaching: Promise<void> = Promise.resolve();
  #isSending = false;

  /** @param onShown is notified that the proposals were read, and are shown; `isFirst` if they were not known before */
  constructor(scope: ManuscriptScope, onShown: (proposals: readonly Proposal[], isFirst: boolean) => void) {
    this.#scope = scope;
    this.#onShown = onShown;
    const { path, draft } = scope;
    this.#unsubscribe = [
      path.mirror.subscribe(() => this.#onPath()),
      draft.pathReread.subscribe(() => this.#readIfMarked()),
    ];
  }

  /** The manuscript is on the screen. Nothing is asked for its places if there are no proposals. */
  onAttached(): void {
    this.#attaching = this.#list();
  }

  /** Resolves when the text shows its suggestions. */
  async untilShown(): Promise<void> {
    await this.#scope.surface.untilAttached();
    await this.#attaching;
    await this.#loop.untilSettled();
  }

  /** Suggestions in the text are shown once their places are known. */
  async #list(): Promise<void> {
    const { client, treeId, notices, readOnly } = this.#scope;
    await notices.attempt(async () => {
      const proposals = await client.call('proposal.list', { treeId });
      if (!readOnly && proposals.some(({ suggestions }) => suggestions.length > 0)) this.#loop.readSoon();
      else if (!this.#isKnown || readOnly) {
        this.#proposals.set(proposals);
        this.#onProposals();
      }
    });
  }

  /** Main reported a change. */
  onChanged(asks: readonly EditAsk[]): void {
    this.#asks.set(asks);
    if (this.#scope.readOnly) this.onAttached();
    else this.#loop.readSoon();
  }

  /**
   * The editor reports that suggestions came, went or changed their state, or that another is the current one.
   * @param hasStepped by undo or redo, which puts back places that main may have lost
   */
  onReport(now: readonly SuggestionNow[], current: SuggestionRef | null, hasStepped: boolean): void {
    this.#marks.set({ now, current });
    if (hasStepped) this.#readIfMarked();
    void this.send();
  }

  /** Takes over what the editor shows, which reports it a moment later. */
  refresh(): void {
    const surface = this.#scope.surface.find();
    if (surface === null) return;
    this.#marks.set({ now: surface.suggestions(), current: surface.currentSuggestion() });
  }

  /** Sends main the missing updates. Reports a failure. */
  async send(): Promise<void> {
    const { client, draft, notices, surface } = this.#scope;
    const pending = () => this.#updates.pending(surface.find()?.suggestions() ?? []);
    if (this.#isSending || pending().length === 0) return;
    this.#isSending = true;
    const outcome = await draft.submit(
      updateSuggestions(client, pending, (updates) => this.#updates.onSent(updates)),
    );
    this.#isSending = false;
    if (outcome.outcome === 'failed') notices.reportRefusal(outcome.error);
    // Decisions made meanwhile.
    else if (outcome.outcome === 'done') await this.send();
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#loop.close();
  }

  /** Other nodes may be on the path: suggestions come and go with them. */
  #onPath(): void {
    const { headers } = this.#scope.path.mirror.get();
    const before = this.#path;
    this.#path = headers;
    const isSame =
      before.length === headers.length &&
      headers.every(({ nodeId }, index) => before[index]?.nodeId === nodeId);
    if (!isSame) this.#readIfMarked();
  }

  /** Reads the places if anything could be marked in the text. */
  #readIfMarked(): void {
    const hasAny = this.#proposals.get().some(({ suggestions }) => suggestions.length > 0);
    if (hasAny && !this.#scope.readOnly) this.#loop.readSoon();
  }

  #read(): Promise<void> | null {
    const surface = this.#scope.surface.find();
    return surface === null || this.#scope.readOnly ? null : this.#readInto(surface);
  }

  async #readInto(surface: ManuscriptSurface): Promise<void> {
    const { client, draft, notices } = this.#scope;
    let changes: ChangeRecording | null = null;
    let isShown = false;
    let hasFailed = false;
    const outcome = await draft.submit(
      readProposals({
        client,
        surface,
        onStarted: (started) => {
          changes?.stop();
          changes = started;
        },
        onRead: (read) => {
          if (changes === null) return;
          hasFailed = true;
          isShown = this.#show(read, changes);
          hasFailed = false;
        },
      }),
    );
    if (isShown) return;
    stop(changes);
    // Suggestions that could not be shown would fail again at once, without end.
    if (outcome.outcome === 'done' && !hasFailed) this.#loop.readSoon();
    if (outcome.outcome === 'failed') notices.reportRefusal(outcome.error);
  }

  /** @returns false if the places cannot be brought up to date, because other text is shown by now */
  #show({ proposals, asks }: ReadProposals, changes: ChangeRecording): boolean {
    const surface = this.#scope.surface.find();
    if (surface === null) return false;
    const now = surface.suggestions();
    const unsent = new Map(this.#updates.pending(now).map((update) => [keyOf(update), update.decision]));
    const shown = suggestionsToShow(
      proposals,
      byKey(now),
      unsent,
      (agentId) => findAgent(this.#scope.grove.get(), agentId)?.name ?? UNKNOWN_AGENT,
    );
    const elsewhere = surface.showSuggestions(shown, changes);
    if (elsewhere === null) return false;
    const away = proposals.flatMap(({ proposalId, suggestions }) =>
      suggestions.flatMap(({ ordinal, range }) => (range === null ? [{ proposalId, ordinal }] : [])),
    );
    this.#asks.set(asks);
    this.refresh();
    this.#proposals.set(proposals);
    this.#updates.onRead(proposals, [...elsewhere, ...away]);
    this.#onProposals();
    void this.send();
    return true;
  }

  #onProposals(): void {
    const isFirst = !this.#isKnown;
    this.#isKnown = true;
    this.#onShown(this.#proposals.get(), isFirst);
  }
}

function stop(changes: ChangeRecording | null): void {
  changes?.stop();
}

/** Main's state of a suggestion. */
interface Known {
  readonly decision: SuggestionDecision;
  /** Its last sent place, as `decision from to`, so that nothing is sent twice; null if main sent it. */
  readonly sent: string | null;
}

/** The updates of suggestions to send to main: decisions, suggestions reopened by undo, and their places. */
class SuggestionUpdates {
  readonly #known = new Map<string, Known>();
  /** Suggestions whose place in main differs from that in the text. */
  #misplaced: ReadonlySet<string> = new Set();

  /** Main sent its proposals. @param elsewhere those that the text shows elsewhere than main states */
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

  /** The updates that main lacks; empty for none. */
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
