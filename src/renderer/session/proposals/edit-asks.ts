import type { AgentId, ProposalId } from '../../../core/ids.ts';
import type { EditAsk, EditScope } from '../../../ipc/wire/proposal.ts';
import { NO_EDITING_AGENT, NO_INSTRUCTION } from '../../../ui-text/suggestions/asking.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus-request.ts';
import { createStore, type Store } from '../store.ts';
import { askAgain, askForEdit } from './proposal-intents.ts';

/** State of the bar *Ask for an edit…*. */
export interface AskState {
  readonly isOpen: boolean;
  readonly instruction: string;
  /** Null until the writer chooses one. */
  readonly agentId: AgentId | null;
  readonly scope: EditScope;
  /** Something is selected. */
  readonly hasSelection: boolean;
  /** A request is on its way to main. */
  readonly isStarting: boolean;
  /** Why nothing was asked for; null if nothing is wrong. */
  readonly problem: string | null;
}

const CLOSED: AskState = {
  isOpen: false,
  instruction: '',
  agentId: null,
  scope: 'chapter',
  hasSelection: false,
  isStarting: false,
  problem: null,
};

/** Returns true if an answer is still to come. */
export function isAwaited({ error }: EditAsk): boolean {
  return error === null;
}

/** *Ask for an edit…*: its bar, and the requests that it makes (`edits.md`). */
export class EditAsks {
  readonly focusRequest = new FocusRequest<'field'>();
  /** The requests pending in this manuscript, and those that failed until they are repeated or dismissed. */
  readonly all: Store<readonly EditAsk[]>;
  readonly #scope: ManuscriptScope;
  readonly #state = createStore<AskState>(CLOSED);
  readonly state: Store<AskState> = this.#state;

  constructor(scope: ManuscriptScope, asks: Store<readonly EditAsk[]>) {
    this.#scope = scope;
    this.all = asks;
  }

  /** True while an answer is awaited. */
  get isRunning(): boolean {
    return this.all.get().some(isAwaited) || this.#state.get().isStarting;
  }

  /** Opens the bar for the selection, or else for the chapter; if it is open, returns to its field. */
  open(): void {
    const manuscript = this.#scope.surface.find();
    if (manuscript === null) return;
    const hasSelection = manuscript.selectedText().trim() !== '';
    this.#change({
      isOpen: true,
      hasSelection,
      scope: hasSelection ? 'selection' : 'chapter',
      problem: null,
    });
    this.focusRequest.request('field');
  }

  change(patch: Partial<Pick<AskState, 'instruction' | 'agentId' | 'scope'>>): void {
    this.#change({ ...patch, problem: null });
  }

  /** Closes the bar and moves the keyboard to the text. What was asked for continues. */
  close(): void {
    if (!this.#state.get().isOpen) return;
    this.#change({ isOpen: false, problem: null });
    this.#scope.surface.find()?.focus();
  }

  /** @param agentId the agent to ask; null for none */
  async ask(agentId: AgentId | null): Promise<void> {
    const { instruction, scope } = this.#state.get();
    if (this.isRunning) return;
    if (agentId === null) return this.#refuse(NO_EDITING_AGENT);
    const words = instruction.trim();
    if (words === '') return this.#refuse(NO_INSTRUCTION);
    this.#change({ isStarting: true, problem: null });
    const request = { agentId, instruction: words, scope };
    const outcome = await this.#scope.intents.trySubmit((context) =>
      askForEdit(context, request, () => undefined),
    );
    this.#change({ isStarting: false });
    if (outcome.outcome !== 'failed') return;
    if (this.#state.get().isOpen) this.#refuse(outcome.error.sentence);
    else this.#scope.notices.reportRefusal(outcome.error);
  }

  /** Asks the same again for the text as it is now. Reports a failure. */
  async askAgain(proposalId: ProposalId): Promise<void> {
    await this.#scope.intents.submit((context) => askAgain(context, proposalId, () => undefined));
  }

  /** Stops an ask (null: all that are awaited), or dismisses one that failed. Nothing of it is proposed. Reports a failure. */
  async stop(askId: ProposalId | null = null): Promise<void> {
    const { client, notices } = this.#scope;
    await notices.attempt(async () => {
      const asks =
        askId === null
          ? this.all
              .get()
              .filter(isAwaited)
              .map((ask) => ask.askId)
          : [askId];
      await Promise.all(asks.map((id) => client.call('proposal.stop', { askId: id })));
    });
  }

  /** An edit that was asked for arrived. @returns whether the writer was waiting for it: then the bar closes */
  onAnswered(): boolean {
    const { isOpen } = this.#state.get();
    if (isOpen) {
      // The keyboard goes to the text now: a letter must not take the place of the passage that the edit is about.
      this.#scope.surface.find()?.collapseSelection();
      this.#change({ isOpen: false, instruction: '', problem: null });
    }
    return isOpen;
  }

  #refuse(problem: string): void {
    this.#change({ problem });
    this.#scope.notices.announce(problem);
  }

  #change(patch: Partial<AskState>): void {
    this.#state.set({ ...this.#state.get(), ...patch });
  }
}
