import type { AgentId } from '../../../core/ids.ts';
import type { RefusalReason } from '../../../core/proposals/refusal.ts';
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
import type { Notices } from '../window/notices.ts';
import type { CurrentSuggestion, Proposal } from './proposal-state.ts';

export interface ProposalNoticesOptions {
  readonly notices: Notices;
  findAgentName(agentId: AgentId): string | undefined;
}

/** Says what becomes of suggestions: to screen readers, and by a banner if the writer may be elsewhere. */
export class ProposalNotices {
  readonly #options: ProposalNoticesOptions;

  /** The banner about what was refused, or failed, last. */
  #refused: number | null = null;

  constructor(options: ProposalNoticesOptions) {
    this.#options = options;
  }

  nameOf(agentId: AgentId): string {
    return this.#options.findAgentName(agentId) ?? UNKNOWN_AGENT;
  }

  announce(sentence: string): void {
    this.#options.notices.announce(sentence);
  }

  onNone(): void {
    this.#options.notices.tell(NO_SUGGESTIONS_HERE);
  }

  onNothingTrimmed(): void {
    this.#options.notices.tell(NOTHING_TRIMMED);
  }

  onNoCurrent(): void {
    this.#options.notices.tell(NO_CURRENT_SUGGESTION);
  }

  /** The writer went to a suggestion. */
  onReached({ proposal, suggestion, now, number, count }: CurrentSuggestion): void {
    const { removed, inserted } = suggestion;
    const name = toolbarName(number, count, this.nameOf(proposal.agentId));
    this.announce(spokenSuggestion(name, { removed, inserted, isConflict: now.state === 'conflict' }));
  }

  onDecided(what: 'accepted' | 'rejected', count: number, left: number): void {
    this.announce(decided(what, count, left));
  }

  /** An agent's edit arrived. @param show goes to its first suggestion; null if the window does that, or nothing is to be shown */
  onArrived({ agentId, suggestions }: Proposal, show: (() => void) | null): void {
    const sentence = arrived(this.nameOf(agentId), suggestions.length);
    if (show === null) this.announce(sentence);
    else this.#offer(sentence, SUGGESTION_BUTTONS.show, show);
  }

  /** What the writer asked for was refused. */
  onRefused({ agentId }: Proposal, reason: RefusalReason, ask: () => void): void {
    this.#offerToAsk(editDoesNotFit(this.nameOf(agentId), reason), ask);
  }

  /** Nothing came of what the writer asked for. */
  onFailed(error: WireError, ask: () => void): void {
    this.#offerToAsk(error, ask);
  }

  /** The writer has asked again. */
  endRefusal(): void {
    if (this.#refused !== null) this.#options.notices.dismiss(this.#refused);
    this.#refused = null;
  }

  /** Suggestions were accepted as they arrived. @param undo returns false if something else would be undone first */
  onApplied({ agentId }: Proposal, count: number, undo: () => boolean): void {
    const { notices } = this.#options;
    const run = () => {
      if (undo()) notices.dismiss(id);
      else notices.showOnce({ sentence: CHANGED_SINCE, detail: '' });
    };
    const id = notices.show({
      ...appliedOnArrival(this.nameOf(agentId), count),
      isDone: true,
      stays: true,
      actions: [{ label: SUGGESTION_BUTTONS.undo, run }],
    });
  }

  #offerToAsk({ sentence, detail }: Pick<WireError, 'sentence' | 'detail'>, ask: () => void): void {
    const run = () => {
      this.endRefusal();
      ask();
    };
    const actions = [{ label: SUGGESTION_BUTTONS.askAgain, run }];
    this.#refused = this.#options.notices.show({ sentence, detail, actions });
  }

  #offer(sentence: string, label: string, act: () => void): void {
    const { notices } = this.#options;
    const run = () => {
      notices.dismiss(id);
      act();
    };
    const id = notices.show({ sentence, detail: '', isDone: true, stays: true, actions: [{ label, run }] });
  }
}
