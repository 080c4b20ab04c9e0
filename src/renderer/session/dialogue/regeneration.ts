import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { PathSession } from '../path/path-session.ts';
import { activeModelAgents } from '../settings/generation-choice.ts';
import { createStore, type Store } from '../store.ts';
import { findAgent } from '../window/find-agent.ts';
import type { DialogueCommands } from './dialogue-commands.ts';

/** A message to be written again, with the agents and settings for it. */
export interface AskedRegeneration {
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly instruction: string;
}

export interface RegenerationOptions {
  readonly path: PathSession;
  readonly commands: Pick<DialogueCommands, 'regenerateWith'>;
  agents(): readonly Agent[];
}

/** *Regenerate with…*: the dialog that asks who writes a message again, and how. */
export class Regeneration {
  readonly #options: RegenerationOptions;
  readonly #asked = createStore<AskedRegeneration | null>(null);

  constructor(options: RegenerationOptions) {
    this.#options = options;
  }

  /** Null while the dialog is closed. */
  get asked(): Store<AskedRegeneration | null> {
    return this.#asked;
  }

  /** Returns true if a model wrote the message, and there is one to ask. A part of a reply is its speaker's alone. */
  canOpen(positionId: PositionId | null): boolean {
    if (positionId !== null && this.#options.path.findHeader(positionId)?.continues === true) return false;
    const speaker = this.#findSpeaker(positionId);
    return speaker?.type === 'model' && activeModelAgents(this.#options.agents()).length > 0;
  }

  /** Opens the dialog, with another agent than the one that wrote the message, if there is one. */
  open(positionId: PositionId): void {
    const models = activeModelAgents(this.#options.agents());
    const speakerId = this.#findSpeaker(positionId)?.id;
    const agent = models.find(({ id }) => id !== speakerId) ?? models[0];
    if (agent !== undefined) this.#asked.set({ positionId, agentId: agent.id, instruction: '' });
  }

  change(changed: Partial<Pick<AskedRegeneration, 'agentId' | 'instruction'>>): void {
    const asked = this.#asked.get();
    if (asked !== null) this.#asked.set({ ...asked, ...changed });
  }

  close(): void {
    this.#asked.set(null);
  }

  /** Closes the dialog and asks for the replies. If that is refused, the dialog reopens with the writer's text. */
  async request(): Promise<void> {
    const asked = this.#asked.get();
    this.close();
    if (asked === null) return;
    const { positionId, agentId, instruction } = asked;
    const isMade = await this.#options.commands.regenerateWith(positionId, agentId, instruction);
    if (!isMade && this.#asked.get() === null) this.#asked.set(asked);
  }

  #findSpeaker(positionId: PositionId | null): Agent | undefined {
    const header = positionId === null ? undefined : this.#options.path.findHeader(positionId);
    return header && findAgent({ agents: this.#options.agents() }, header.speakerId);
  }
}
