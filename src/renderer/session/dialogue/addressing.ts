import { findAddressee, findBegunName, namesLike } from '../../../core/addressing/addressee.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import {
  activeModelAgents,
  type GenerationChoice,
  type GenerationSettings,
} from '../settings/generation-choice.ts';
import { createStore, readableOf } from '../store.ts';
import type { Conversation } from './conversation.ts';

export interface AddressingState {
  /** The agent that the composer's text addresses; null if those that are chosen reply. */
  readonly agentId: AgentId | null;
  /** The agents whose name may be meant while it is written; empty at other times. */
  readonly offered: readonly Agent[];
  /** The index of the agent that Enter takes. */
  readonly highlighted: number;
}

const NOBODY: AddressingState = { agentId: null, offered: [], highlighted: 0 };

/** Messages that begin with `@Name`: their addressees, and the names that are offered while one is written. */
export function createAddressing(
  { grove }: TreeScope,
  conversation: Conversation,
  choice: Pick<GenerationChoice, 'store' | 'address'>,
) {
  const state = createStore<AddressingState>(NOBODY);
  /** The part of a name written when the list was closed: it stays closed while that is continued. */
  let closedAt: string | null = null;

  /** The composer's text or the agents may have changed. */
  function update(): void {
    const { composer } = conversation;
    const { text } = composer.content;
    if (!text.trimStart().startsWith('@')) {
      closedAt = null;
      if (state.get() !== NOBODY) state.set(NOBODY);
      choice.address(null);
      return;
    }
    const all = agents();
    const begun = findBegunName(text, composer.editor?.caret().offset ?? 0)?.begun ?? null;
    if (begun !== null && closedAt !== null && !begun.startsWith(closedAt)) closedAt = null;
    const offered = begun === null || closedAt !== null ? [] : namesLike(begun, all);
    const agentId = findAddressee(text, all)?.id ?? null;
    choice.address(agentId);
    const before = state.get();
    const isSameList = idsOf(offered) === idsOf(before.offered);
    if (agentId === before.agentId && isSameList) return;
    state.set({ agentId, offered, highlighted: isSameList ? before.highlighted : 0 });
  }

  /** @param begun what is written of the name */
  function close(begun: string): void {
    closedAt = begun;
    state.set({ ...state.get(), offered: [], highlighted: 0 });
  }

  function agents(): readonly Agent[] {
    return activeModelAgents(grove.get().agents);
  }

  return {
    update,
    state: readableOf(state),

    /** The agents that a message asks for replies: the one that it addresses, or those that are chosen. */
    settingsFor(text: string): GenerationSettings {
      const settings = choice.store.get();
      const addressee = findAddressee(text, agents());
      return addressee === null ? settings : { ...settings, agentIds: [addressee.id] };
    },

    /** Highlights another of the names that are offered. @returns false if none is */
    step(by: -1 | 1): boolean {
      const { offered, highlighted } = state.get();
      if (offered.length === 0) return false;
      const next = (highlighted + by + offered.length) % offered.length;
      state.set({ ...state.get(), highlighted: next });
      return true;
    },

    /** Writes the highlighted name, or another of those offered. @returns false if none is offered */
    take(index = state.get().highlighted): boolean {
      const { composer } = conversation;
      const agent = state.get().offered[index];
      const { editor } = composer;
      if (agent === undefined || editor === null) return false;
      const begun = findBegunName(composer.content.text, editor.caret().offset);
      if (begun === null) return false;
      const isSpaced = /^\s/.test(composer.content.text.slice(begun.to));
      const name = agent.name.trim();
      editor.typeOver(begun.from, begun.to, `@${name}${isSpaced ? '' : ' '}`);
      close(name);
      return true;
    },

    /** Closes the list. @returns false if it was not open */
    dismiss(): boolean {
      const { composer } = conversation;
      if (state.get().offered.length === 0) return false;
      close(findBegunName(composer.content.text, composer.editor?.caret().offset ?? 0)?.begun ?? '');
      return true;
    },

    /** True if there is an agent that a message may address. */
    get canBegin(): boolean {
      return agents().length > 0;
    },

    /** Begins a name at the start of the composer's text, in place of the one that is there, so that all are offered. */
    begin(): void {
      const { text } = conversation.composer.content;
      const addressee = findAddressee(text, agents());
      const named = addressee === null ? '' : `@${addressee.name.trim()}`;
      const from = text.length - text.trimStart().length;
      const sign = text.startsWith('@', from) ? 1 : 0;
      closedAt = null;
      conversation.focusComposer();
      conversation.composer.editor?.typeOver(from, from + Math.max(sign, named.length), '@');
      update();
    },
  };
}

export type Addressing = ReturnType<typeof createAddressing>;

function idsOf(agents: readonly Agent[]): string {
  return agents.map(({ id, name }) => `${id} ${name}`).join();
}
