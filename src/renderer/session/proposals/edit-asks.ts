import type { AgentId, ProposalId } from '../../../core/ids.ts';
import { type Agent, continuesTexts } from '../../../core/tree/agent.ts';
import type { EditAsk, EditScope } from '../../../ipc/wire/proposal.ts';
import { NO_EDITING_AGENT, NO_INSTRUCTION } from '../../../ui-text/suggestions/asking.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus.ts';
import { activeModelAgents } from '../settings/generation-choice.ts';
import { createStore, readableOf, type Store } from '../store.ts';
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
export function createEditAsks(
  { client, notices, surface, intents }: ManuscriptScope,
  asks: Store<readonly EditAsk[]>,
) {
  const focusRequest = new FocusRequest<'field'>();
  const state = createStore<AskState>(CLOSED);

  /** True while an answer is awaited. */
  function isRunning(): boolean {
    return asks.get().some(isAwaited) || state.get().isStarting;
  }

  function refuse(problem: string): void {
    change({ problem });
    notices.announce(problem);
  }

  function change(patch: Partial<AskState>): void {
    state.set({ ...state.get(), ...patch });
  }

  return {
    focusRequest,
    /** The requests pending in this manuscript, and those that failed until they are repeated or dismissed. */
    all: asks,
    state: readableOf(state),
    get isRunning(): boolean {
      return isRunning();
    },

    /** Opens the bar for the selection, or else for the chapter; if it is open, returns to its field. */
    open(): void {
      const manuscript = surface.find();
      if (manuscript === null) return;
      const hasSelection = manuscript.selectedText().trim() !== '';
      change({
        isOpen: true,
        hasSelection,
        scope: hasSelection ? 'selection' : 'chapter',
        problem: null,
      });
      focusRequest.request('field');
    },

    change(patch: Partial<Pick<AskState, 'instruction' | 'agentId' | 'scope'>>): void {
      change({ ...patch, problem: null });
    },

    /** Closes the bar and moves the keyboard to the text. What was asked for continues. */
    close(): void {
      if (!state.get().isOpen) return;
      change({ isOpen: false, problem: null });
      surface.find()?.focus();
    },

    /** @param agentId the agent to ask; null for none */
    async ask(agentId: AgentId | null): Promise<void> {
      const { instruction, scope } = state.get();
      if (isRunning()) return;
      if (agentId === null) return refuse(NO_EDITING_AGENT);
      const words = instruction.trim();
      if (words === '') return refuse(NO_INSTRUCTION);
      change({ isStarting: true, problem: null });
      const request = { agentId, instruction: words, scope };
      const outcome = await intents.trySubmit((context) => askForEdit(context, request, () => undefined));
      change({ isStarting: false });
      if (outcome.outcome !== 'failed') return;
      if (state.get().isOpen) refuse(outcome.error.sentence);
      else notices.reportRefusal(outcome.error);
    },

    /** Asks the same again for the text as it is now. Reports a failure. */
    async askAgain(proposalId: ProposalId): Promise<void> {
      await intents.submit((context) => askAgain(context, proposalId, () => undefined));
    },

    /** Stops an ask (null: all that are awaited), or dismisses one that failed. Nothing of it is proposed. Reports a failure. */
    async stop(askId: ProposalId | null = null): Promise<void> {
      await notices.attempt(async () => {
        const awaited =
          askId === null
            ? asks
                .get()
                .filter(isAwaited)
                .map((ask) => ask.askId)
            : [askId];
        await Promise.all(awaited.map((id) => client.call('proposal.stop', { askId: id })));
      });
    },

    /** An edit that was asked for arrived. @returns whether the writer was waiting for it: then the bar closes */
    onAnswered(): boolean {
      const { isOpen } = state.get();
      if (isOpen) {
        // The keyboard goes to the text now: a letter must not take the place of the passage that the edit is about.
        surface.find()?.collapseSelection();
        change({ isOpen: false, instruction: '', problem: null });
      }
      return isOpen;
    },
  };
}

export type EditAsks = ReturnType<typeof createEditAsks>;

/** The agents that can be asked for an edit: those that take instructions. */
export function editingAgents(agents: readonly Agent[]): readonly Agent[] {
  return activeModelAgents(agents).filter((agent) => !continuesTexts(agent));
}

/** The one that is asked: the one that was chosen, or the first that also answers Generate, or the first. */
export function agentToAsk(
  agents: readonly Agent[],
  chosen: AgentId | null,
  generating: readonly AgentId[],
): Agent | null {
  const all = editingAgents(agents);
  return (
    all.find(({ id }) => id === chosen) ?? all.find(({ id }) => generating.includes(id)) ?? all[0] ?? null
  );
}
