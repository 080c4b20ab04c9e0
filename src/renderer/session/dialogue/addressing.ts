import { findAddressee, findBegunName, namesLike } from '../../../core/addressing/addressee.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import {
  activeModelAgents,
  type GenerationChoice,
  type GenerationSettings,
} from '../settings/generation-choice.ts';
import { createStore, type Store } from '../store.ts';
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
export class Addressing {
  readonly #scope: TreeScope;
  readonly #conversation: Conversation;
  readonly #choice: Pick<GenerationChoice, 'store' | 'address'>;
  readonly #state = createStore<AddressingState>(NOBODY);
  readonly state: Store<AddressingState> = this.#state;
  /** The part of a name written when the list was closed: it stays closed while that is continued. */
  #closedAt: string | null = null;

  constructor(
    scope: TreeScope,
    conversation: Conversation,
    choice: Pick<GenerationChoice, 'store' | 'address'>,
  ) {
    this.#scope = scope;
    this.#conversation = conversation;
    this.#choice = choice;
  }

  /** The agents that a message asks for replies: the one that it addresses, or those that are chosen. */
  settingsFor(text: string): GenerationSettings {
    const settings = this.#choice.store.get();
    const addressee = findAddressee(text, this.#agents());
    return addressee === null ? settings : { ...settings, agentIds: [addressee.id] };
  }

  /** The composer's text or the agents may have changed. */
  update(): void {
    const { composer } = this.#conversation;
    const { text } = composer.content;
    if (!text.trimStart().startsWith('@')) {
      this.#closedAt = null;
      if (this.#state.get() !== NOBODY) this.#state.set(NOBODY);
      this.#choice.address(null);
      return;
    }
    const agents = this.#agents();
    const begun = findBegunName(text, composer.editor?.caret().offset ?? 0)?.begun ?? null;
    if (begun !== null && this.#closedAt !== null && !begun.startsWith(this.#closedAt)) this.#closedAt = null;
    const offered = begun === null || this.#closedAt !== null ? [] : namesLike(begun, agents);
    const agentId = findAddressee(text, agents)?.id ?? null;
    this.#choice.address(agentId);
    const before = this.#state.get();
    const isSameList = idsOf(offered) === idsOf(before.offered);
    if (agentId === before.agentId && isSameList) return;
    this.#state.set({ agentId, offered, highlighted: isSameList ? before.highlighted : 0 });
  }

  /** Highlights another of the names that are offered. @returns false if none is */
  step(by: -1 | 1): boolean {
    const { offered, highlighted } = this.#state.get();
    if (offered.length === 0) return false;
    const next = (highlighted + by + offered.length) % offered.length;
    this.#state.set({ ...this.#state.get(), highlighted: next });
    return true;
  }

  /** Writes the highlighted name, or another of those offered. @returns false if none is offered */
  take(index = this.#state.get().highlighted): boolean {
    const { composer } = this.#conversation;
    const agent = this.#state.get().offered[index];
    const { editor } = composer;
    if (agent === undefined || editor === null) return false;
    const begun = findBegunName(composer.content.text, editor.caret().offset);
    if (begun === null) return false;
    const isSpaced = /^\s/.test(composer.content.text.slice(begun.to));
    const name = agent.name.trim();
    editor.typeOver(begun.from, begun.to, `@${name}${isSpaced ? '' : ' '}`);
    this.#close(name);
    return true;
  }

  /** Closes the list. @returns false if it was not open */
  dismiss(): boolean {
    const { composer } = this.#conversation;
    if (this.#state.get().offered.length === 0) return false;
    this.#close(findBegunName(composer.content.text, composer.editor?.caret().offset ?? 0)?.begun ?? '');
    return true;
  }

  /** True if there is an agent that a message may address. */
  get canBegin(): boolean {
    return this.#agents().length > 0;
  }

  /** Begins a name at the start of the composer's text, in place of the one that is there, so that all are offered. */
  begin(): void {
    const { text } = this.#conversation.composer.content;
    const addressee = findAddressee(text, this.#agents());
    const named = addressee === null ? '' : `@${addressee.name.trim()}`;
    const from = text.length - text.trimStart().length;
    const sign = text.startsWith('@', from) ? 1 : 0;
    this.#closedAt = null;
    this.#conversation.focusComposer();
    this.#conversation.composer.editor?.typeOver(from, from + Math.max(sign, named.length), '@');
    this.update();
  }

  /** @param begun what is written of the name */
  #close(begun: string): void {
    this.#closedAt = begun;
    this.#state.set({ ...this.#state.get(), offered: [], highlighted: 0 });
  }

  #agents(): readonly Agent[] {
    return activeModelAgents(this.#scope.grove.get().agents);
  }
}

function idsOf(agents: readonly Agent[]): string {
  return agents.map(({ id, name }) => `${id} ${name}`).join();
}
