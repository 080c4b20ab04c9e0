/** Suggestions in a manuscript: the toolbar, and what the writer does with them (`edits.md`, *In the manuscript*). */
import type { AgentId, ProposalId } from '../../../core/ids.ts';
import type { SuggestionRef } from '../../../core/proposals/places.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { editDoesNotFit } from '../../../ui-text/proposals.ts';
import { NOTHING_TRIMMED } from '../../../ui-text/rewrites.ts';
import {
  appliedOnArrival,
  arrived,
  CHANGED_SINCE,
  decided,
  NO_CURRENT_SUGGESTION,
  NO_SUGGESTIONS_HERE,
  SUGGESTION_BUTTONS,
  spokenSuggestion,
  toolbarName,
} from '../../../ui-text/suggestions/deciding.ts';
import type { SuggestionNow } from '../../proposal-surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { findAgent } from '../find-agent.ts';
import { FocusRequest } from '../focus.ts';
import { createStore, derive, type Store } from '../store.ts';
import { createEditAsks, type EditAsks } from './edit-asks.ts';
import {
  acceptableOf,
  type CurrentSuggestion,
  findCurrent,
  isSame,
  isUndecided,
  keyOf,
  type Proposal,
} from './proposal-state.ts';
import { ShownProposals } from './shown-proposals.ts';

/** State of the toolbar; null for none. */
export type SuggestionBar =
  | {
      readonly kind: 'suggestion';
      readonly current: CurrentSuggestion;
      readonly texts: ConflictTexts | null;
      /** Something was trimmed of the answer that the text does not have. */
      readonly isTrimmed: boolean;
    }
  /** One was just decided, and there are others. */
  | { readonly kind: 'left'; readonly count: number }
  | null;

/** The text of a suggestion's sentences as its agent saw it, and as it stands now. */
export interface ConflictTexts {
  readonly was: string;
  readonly yours: string;
}

export interface DecideOptions {
  /** By a key in the text the caret moves behind what was accepted. */
  readonly caret?: 'after' | 'keep';
  /** Continues to the next one; with the last one, the keyboard returns to the text. */
  readonly goesOn?: boolean;
}

function refsOf({ proposalId, suggestions }: Proposal): readonly SuggestionRef[] {
  return suggestions.map(({ ordinal }) => ({ proposalId, ordinal }));
}

export class ProposalSession {
  readonly focusRequest = new FocusRequest<'list'>();
  readonly asks: EditAsks;
  readonly #scope: ManuscriptScope;
  /** The proposals, in step with main and the editor. */
  readonly shown: ShownProposals;
  /** The banner about the last refusal or failure. */
  #refused: number | null = null;
  readonly #bar = createStore<SuggestionBar>(null);
  readonly bar: Store<SuggestionBar> = this.#bar;
  /** True if there is anything to list. */
  readonly hasAny: Store<boolean>;
  readonly #unsubscribe: readonly (() => void)[];
  /** Proposals that the writer knows of. */
  readonly #seen = new Set<ProposalId>();
  /** Suggestions that were accepted as they arrived: undo restores them to stay. */
  readonly #applied = new Set<string>();
  /** Requests of whose failure the writer was notified. */
  readonly #failed = new Set<ProposalId>();
  /** The toolbar was closed at this suggestion, and stays closed until the writer comes to another. */
  #closedAt: SuggestionRef | null = null;
  /** One was just decided. */
  #isDeciding = false;

  constructor(scope: ManuscriptScope) {
    this.#scope = scope;
    this.shown = new ShownProposals(scope, (proposals, isFirst) => this.#onShown(proposals, isFirst));
    this.asks = createEditAsks(scope, this.shown.asks);
    this.hasAny = derive(
      [this.shown.proposals, this.asks.all],
      (proposals, asks) => proposals.length + asks.length > 0,
    );
    this.#unsubscribe = [
      this.shown.current.subscribe(() => this.#publish()),
      this.shown.now.subscribe(() => this.#publish()),
      this.shown.proposals.subscribe(() => this.#publish()),
      this.shown.asks.subscribe(() => this.#onAsks()),
    ];
  }

  get current(): CurrentSuggestion | null {
    const { current, proposals, now } = this.shown;
    return findCurrent(current.get(), proposals.get(), now.get());
  }

  /** Number of suggestions to be decided in the text. */
  get left(): number {
    return this.shown.now.get().filter(isUndecided).length;
  }

  /** Another tree is shown. */
  leave(): void {
    for (const stop of this.#unsubscribe) stop();
    this.shown.close();
  }

  // Moving

  /** Goes to the next or previous suggestion, or to a certain one, and announces it. The caret stays. */
  goTo(which: 'next' | 'previous' | SuggestionRef): boolean {
    const surface = this.#scope.surface.find();
    this.#closedAt = null;
    if (surface === null || !surface.goToSuggestion(which)) {
      this.#scope.notices.tell(NO_SUGGESTIONS_HERE);
      return false;
    }
    this.#isDeciding = false;
    this.#refresh();
    const { current } = this;
    if (current !== null) this.#announceReached(current);
    return true;
  }

  /** Goes to the first suggestion of a proposal that is still to be decided, or else to the next one. */
  show(proposalId: ProposalId): boolean {
    const first = this.#undecidedOf(proposalId)[0];
    return this.goTo(first ?? 'next');
  }

  /** Closes the toolbar and moves the keyboard to the text. */
  close(): void {
    this.#closedAt = this.shown.current.get();
    this.#isDeciding = false;
    this.#publish();
    this.#scope.surface.find()?.focus();
  }

  // Deciding

  accept({ caret = 'keep', goesOn = false }: DecideOptions = {}): void {
    const { current } = this;
    if (current === null) return void this.#scope.notices.tell(NO_CURRENT_SUGGESTION);
    this.#decide('accepted', [current.now], caret);
    if (goesOn) this.#goOn();
  }

  reject({ goesOn = false }: DecideOptions = {}): void {
    const { current } = this;
    if (current === null) return void this.#scope.notices.tell(NO_CURRENT_SUGGESTION);
    this.#decide('rejected', [current.now]);
    if (goesOn) this.#goOn();
  }

  /** Accepts the current one and selects its text, with the keyboard there: what is typed then is the writer's. */
  edit(): void {
    const surface = this.#scope.surface.find();
    const { current } = this;
    if (surface === null || current === null) return void this.#scope.notices.tell(NO_CURRENT_SUGGESTION);
    surface.editSuggestion(current.now);
    this.#refresh();
    surface.focus();
    this.#scope.notices.announce(decided('accepted', 1, this.left));
  }

  /** Accepts the open ones of a proposal that are not unsure, in one step of undo. */
  acceptAll(proposalId = this.current?.proposal.proposalId): void {
    const proposal = this.#find(proposalId);
    if (proposal === null) return void this.#scope.notices.tell(NO_CURRENT_SUGGESTION);
    const all = acceptableOf(proposal, this.shown.now.get());
    if (all.length === 0) return void this.#scope.notices.tell(NO_SUGGESTIONS_HERE);
    this.#decide('accepted', all);
    this.#goOn();
  }

  /** Rejects those of a proposal that are in the text and undecided, in one step of undo. */
  rejectAll(proposalId = this.current?.proposal.proposalId): void {
    const proposal = this.#find(proposalId);
    if (proposal === null) return void this.#scope.notices.tell(NO_CURRENT_SUGGESTION);
    const all = this.#undecidedOf(proposal.proposalId);
    if (all.length === 0) return void this.#scope.notices.tell(NO_SUGGESTIONS_HERE);
    this.#decide('rejected', all);
    this.#goOn();
  }

  /** Restores the trimmed parts of the answer behind the current suggestion. One step of undo. */
  putBack(): void {
    const proposal = this.current?.proposal;
    const surface = this.#scope.surface.find();
    if (proposal === undefined || proposal.trimmed === null || surface === null)
      return void this.#scope.notices.tell(NOTHING_TRIMMED);
    const place = refsOf(proposal);
    if (!surface.lacksTrimmed(place, proposal.trimmed)) this.#scope.notices.tell(NOTHING_TRIMMED);
    surface.putBack(place, proposal.trimmed, proposal.agentId);
    this.#refresh();
  }

  #decide(
    what: 'accepted' | 'rejected',
    suggestions: readonly SuggestionNow[],
    caret: 'after' | 'keep' = 'keep',
  ): void {
    const surface = this.#scope.surface.find();
    if (surface === null) return;
    this.#isDeciding = true;
    if (what === 'accepted') surface.acceptSuggestions(suggestions, caret);
    else surface.rejectSuggestions(suggestions);
    this.#refresh();
    this.#scope.notices.announce(decided(what, suggestions.length, this.left));
  }

  /** Shows what is to be decided next; the keyboard returns to the text if that is nothing. */
  #goOn(): void {
    const surface = this.#scope.surface.find();
    if (this.left > 0 && surface?.goToSuggestion('next') === true) this.#refresh();
    else surface?.focus();
  }

  #undecidedOf(id: ProposalId): readonly SuggestionNow[] {
    return this.shown.now.get().filter((one) => one.proposalId === id && isUndecided(one));
  }

  #find(id: ProposalId | undefined): Proposal | null {
    return this.shown.proposals.get().find(({ proposalId }) => proposalId === id) ?? null;
  }

  /** The editor shows another state, which it reports later. */
  #refresh(): void {
    this.shown.refresh();
    this.#publish();
    void this.shown.send();
  }

  #onShown(proposals: readonly Proposal[], isFirst: boolean): void {
    for (const proposal of proposals) {
      if (proposal.acceptsOnArrival) this.#apply(proposal);
      const isNew = !this.#seen.has(proposal.proposalId);
      this.#seen.add(proposal.proposalId);
      if (isNew && !isFirst) this.#onArrived(proposal);
    }
  }

  #onArrived(proposal: Proposal): void {
    const { proposalId, instruction, refusal, state, acceptsOnArrival } = proposal;
    const isAsked = instruction !== null;
    if (state === 'refused') {
      if (isAsked && refusal !== null)
        this.#offerToAsk(
          editDoesNotFit(this.#nameOf(proposal.agentId), refusal.reason),
          () => void this.asks.askAgain(proposalId),
        );
      return;
    }
    if (acceptsOnArrival) return;
    const isWaitedFor = isAsked && this.asks.onAnswered();
    // A turn's card reports it in the conversation.
    const offers = isAsked && !isWaitedFor && this.#undecidedOf(proposalId).length > 0;
    this.#tellArrived(proposal, offers ? () => this.show(proposalId) : null);
    if (isWaitedFor) this.show(proposalId);
  }

  /** The bar reports it, if it is open. */
  #onFailed(askId: ProposalId, error: WireError): void {
    if (this.#failed.has(askId)) return;
    this.#failed.add(askId);
    if (this.asks.state.get().isOpen) this.#scope.notices.announce(error.sentence);
    else this.#offerToAsk(error, () => void this.asks.askAgain(askId));
  }

  /** Accepts what an agent with that permission proposed, as soon as nothing is being composed. */
  #apply(proposal: Proposal): void {
    const surface = this.#scope.surface.find();
    if (surface === null || this.#scope.readOnly) return;
    surface.afterComposing(() => {
      const all = acceptableOf(proposal, surface.suggestions()).filter(
        (one) => !this.#applied.has(keyOf(one)),
      );
      if (all.length === 0) return;
      for (const one of all) this.#applied.add(keyOf(one));
      surface.acceptSuggestions(all, 'keep');
      const depth = surface.undoDepth();
      this.#tellApplied(proposal, all.length, () => {
        if (surface.undoDepth() !== depth) return false;
        surface.undo();
        return true;
      });
      this.#refresh();
    });
  }

  #onAsks(): void {
    if (this.asks.isRunning) this.#endRefusal();
    for (const ask of this.asks.all.get()) if (ask.error !== null) this.#onFailed(ask.askId, ask.error);
    this.#publish();
  }

  #publish(): void {
    const { current } = this;
    if (current !== null) this.#isDeciding = false;
    if (this.#closedAt !== null && !isSame(this.#closedAt, this.shown.current.get())) this.#closedAt = null;
    if (current === null || this.#closedAt !== null) {
      const count = this.#isDeciding ? this.left : 0;
      const known = this.#bar.get();
      if (known?.kind === 'left' && known.count === count) return;
      this.#bar.set(count === 0 ? null : { kind: 'left', count });
      return;
    }
    const { trimmed } = current.proposal;
    const surface = this.#scope.surface.find();
    const isTrimmed = trimmed !== null && surface?.lacksTrimmed(refsOf(current.proposal), trimmed) === true;
    this.#bar.set({ kind: 'suggestion', current, texts: this.#textsOf(current), isTrimmed });
  }

  #textsOf({ suggestion, now }: CurrentSuggestion): ConflictTexts | null {
    const yours = now.state === 'conflict' ? this.#scope.surface.find()?.textAtSuggestion(now) : null;
    const { before, removed, after } = suggestion;
    return yours == null ? null : { was: before + removed + after, yours };
  }

  #nameOf(agentId: AgentId): string {
    return findAgent(this.#scope.grove.get(), agentId)?.name ?? UNKNOWN_AGENT;
  }

  /** The writer went to a suggestion. */
  #announceReached({ proposal, suggestion, now, number, count }: CurrentSuggestion): void {
    const { removed, inserted } = suggestion;
    const name = toolbarName(number, count, this.#nameOf(proposal.agentId));
    this.#scope.notices.announce(
      spokenSuggestion(name, { removed, inserted, isConflict: now.state === 'conflict' }),
    );
  }

  /** An agent's edit arrived. @param show goes to its first suggestion; null if the window does that, or nothing is to be shown */
  #tellArrived({ agentId, suggestions }: Proposal, show: (() => void) | null): void {
    const sentence = arrived(this.#nameOf(agentId), suggestions.length);
    if (show === null) this.#scope.notices.announce(sentence);
    else this.#offer(sentence, SUGGESTION_BUTTONS.show, show);
  }

  /** The writer has asked again. */
  #endRefusal(): void {
    if (this.#refused !== null) this.#scope.notices.dismiss(this.#refused);
    this.#refused = null;
  }

  /** Suggestions were accepted as they arrived. @param undo returns false if something else would be undone first */
  #tellApplied({ agentId }: Proposal, count: number, undo: () => boolean): void {
    const { notices } = this.#scope;
    const run = () => {
      if (undo()) notices.dismiss(id);
      else notices.showOnce({ sentence: CHANGED_SINCE, detail: '' });
    };
    const id = notices.show({
      ...appliedOnArrival(this.#nameOf(agentId), count),
      isDone: true,
      stays: true,
      actions: [{ label: SUGGESTION_BUTTONS.undo, run }],
    });
  }

  /** The writer's request was refused, or failed. */
  #offerToAsk({ sentence, detail }: Pick<WireError, 'sentence' | 'detail'>, ask: () => void): void {
    const run = () => {
      this.#endRefusal();
      ask();
    };
    const actions = [{ label: SUGGESTION_BUTTONS.askAgain, run }];
    this.#refused = this.#scope.notices.show({ sentence, detail, actions });
  }

  #offer(sentence: string, label: string, act: () => void): void {
    const { notices } = this.#scope;
    const run = () => {
      notices.dismiss(id);
      act();
    };
    const id = notices.show({ sentence, detail: '', isDone: true, stays: true, actions: [{ label, run }] });
  }
}
