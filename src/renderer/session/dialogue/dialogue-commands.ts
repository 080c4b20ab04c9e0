import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import { PASTED_COMMANDS } from '../../../ui-text/agents/turns.ts';
import {
  COMPOSER_KEPT,
  NOTHING_LEFT,
  NOTHING_TO_SEND,
  REPLY_STILL_ARRIVES,
} from '../../../ui-text/conversation.ts';
import { findSpeaker, type TreeScope } from '../draft/tree-scope.ts';
import type { GenerationSettings } from '../settings/generation-choice.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import type { PruningSession } from '../tree/pruning-session.ts';
import type { Addressing } from './addressing.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationPlace } from './conversation-state.ts';
import { saveEdit, sendMessage, splitEdit } from './dialogue-intents.ts';
import type { TypedCommands } from './typed-commands.ts';

export interface DialogueCommandsOptions extends TreeScope<ConversationPlace, Conversation> {
  readonly conversation: Conversation;
  readonly addressing: Addressing;
  readonly generationCommands: GenerationCommands;
  readonly pruning: PruningSession;
  readonly typedCommands: TypedCommands;
}

/** The writer's actions on messages. Each method reports its own failures. */
export class DialogueCommands {
  readonly #options: DialogueCommandsOptions;

  constructor(options: DialogueCommandsOptions) {
    this.#options = options;
  }

  /**
   * Sends the composer's text and asks the agent that it addresses, or else the chosen ones, for replies; without an
   * agent, the message is only kept. With an empty composer, asks for replies to the head. If all its lines are
   * commands, carries these out instead; what was pasted only with the button.
   */
  async send(withButton = false): Promise<void> {
    const { conversation, addressing, intents, generationCommands, path, typedCommands, notices } =
      this.#options;
    if (typedCommands.state.get().count !== null) {
      if (withButton || typedCommands.mayRunWithKey) await typedCommands.run();
      else notices.tell(PASTED_COMMANDS);
      return;
    }
    if (conversation.isComposing()) {
      conversation.afterComposing(() => void this.send());
      return;
    }
    if (conversation.composer.isBlank) {
      if (path.length > 0) await this.reply(path.headId);
      else notices.tell(NOTHING_TO_SEND);
      return;
    }
    const settings = addressing.settingsFor(conversation.composer.content.text);
    const hasAgents = settings.agentIds.length > 0;
    conversation.hold();
    const isSent = hasAgents
      ? await generationCommands.replyAtHead(settings, () => conversation.isSending)
      : (await intents.submit(sendMessage)).outcome === 'done';
    if (!isSent) conversation.release();
  }

  /** Asks for replies to a message of the path; commits nothing. */
  async reply(positionId: PositionId): Promise<void> {
    await this.#options.generationCommands.replyTo(positionId, this.#settingsAt(positionId));
  }

  /** Requests other replies beside a message; beside a part of one, other parts by its speaker. */
  async regenerate(positionId: PositionId): Promise<void> {
    await this.#options.generationCommands.regenerate(positionId, this.#settingsBeside(positionId));
  }

  /** Requests more alternatives of the current message, from the agents that the message before it asks. */
  async moreAlternatives(): Promise<void> {
    await this.#options.generationCommands.generateSiblings(this.#settingsBesideCurrent());
  }

  /** Requests one more, and shows it unless the writer moves first. */
  async oneMore(): Promise<void> {
    await this.#options.generationCommands.generateAndSwitch(this.#settingsBesideCurrent());
  }

  /**
   * Other replies beside a message, as `regenerate` asks for, but by this agent. Resolves to whether the request was made.
   * @param instruction what the writer asks for in these replies; may be blank
   */
  regenerateWith(positionId: PositionId, agentId: AgentId, instruction: string): Promise<boolean> {
    const { generationCommands, addressing } = this.#options;
    const settings = { ...addressing.settingsFor(''), agentIds: [agentId] };
    const asked = instruction.trim() === '' ? {} : { instruction: instruction.trim() };
    return generationCommands.regenerate(positionId, { ...settings, ...asked });
  }

  /** True if the model that wrote the current message can continue it. */
  get canContinue(): boolean {
    const { currentPositionId } = this.#options.conversation.summary();
    return currentPositionId !== null && this.canContinueAt(currentPositionId);
  }

  /** Returns true if the model that wrote a message of the path can continue it. */
  canContinueAt(positionId: PositionId): boolean {
    const speaker = findSpeaker(this.#options, positionId);
    const isUnfinished = this.#options.path.findHeader(positionId)?.isUnfinished === true;
    return isUnfinished && speaker?.type === 'model' && speaker.archivedAt === null;
  }

  /** Asks the model that wrote the current message to continue it; notifies the writer if it cannot. */
  async continueCurrent(): Promise<void> {
    const { conversation, notices } = this.#options;
    const { currentPositionId } = conversation.summary();
    if (currentPositionId !== null && this.canContinueAt(currentPositionId))
      await this.continueReply(currentPositionId);
    else notices.tell(REPLY_STILL_ARRIVES);
  }

  /** Asks the model that wrote a message of the path to continue it; commits nothing. */
  async continueReply(positionId: PositionId): Promise<void> {
    if (this.canContinueAt(positionId)) await this.#options.generationCommands.continueMessage(positionId);
  }

  /** Opens the edit of a message of the path. */
  edit(positionId: PositionId): void {
    const nodeId = this.#options.path.findHeader(positionId)?.nodeId;
    if (nodeId !== undefined) this.#options.conversation.openEdit(nodeId);
  }

  /** Opens the edit of the last message that a person wrote. @returns false if there is none */
  editLastOwn(): boolean {
    const last = this.#options.path.mirror
      .get()
      .headers.findLast(({ positionId }) => this.#isByPerson(positionId));
    if (last === undefined) return false;
    this.edit(last.positionId);
    return true;
  }

  /**
   * Commits an open edit, as a branch beside its message or as a version of it. One that changes nothing just closes.
   * Resolves to whether it is closed.
   */
  async saveEdit(nodeId: NodeId, how: 'branch' | 'inPlace'): Promise<boolean> {
    const { conversation, intents, notices } = this.#options;
    const box = conversation.findEdit(nodeId);
    if (box === null) return false;
    if (box.isBlank) {
      notices.tell(NOTHING_LEFT);
      return false;
    }
    if (!box.isDraft) {
      conversation.cancelEdit(nodeId);
      return true;
    }
    const { outcome } = await intents.submit((context) => saveEdit(context, nodeId, how));
    return outcome === 'done';
  }

  /** Saves an edit as a branch and asks for replies to it. */
  async saveEditAndReply(nodeId: NodeId): Promise<void> {
    const { conversation, path } = this.#options;
    const isChanged = conversation.findEdit(nodeId)?.isDraft === true;
    const positionId = path.mirror.get().headers.find((header) => header.nodeId === nodeId)?.positionId;
    if (!(await this.saveEdit(nodeId, 'branch'))) return;
    const savedId = isChanged || positionId === undefined ? path.headId : positionId;
    // Without an agent, the message is only kept.
    if (this.#settingsAt(savedId).agentIds.length > 0) await this.reply(savedId);
  }

  /** Closes an edit; undo restores it. */
  cancelEdit(nodeId: NodeId): void {
    this.#options.conversation.cancelEdit(nodeId);
  }

  /** Sends from the composer, saves an open edit and replies to it, or replies to the message with the keyboard. */
  async sendOrReply(): Promise<void> {
    const { conversation } = this.#options;
    const { activeEdit } = conversation;
    const { currentId } = conversation.view.get();
    if (activeEdit !== null) await this.saveEditAndReply(activeEdit);
    else if (currentId !== null) await this.reply(currentId);
    else await this.send();
  }

  /** Opens the edit of the current message. */
  editCurrent(): void {
    const { currentPositionId } = this.#options.conversation.summary();
    if (currentPositionId !== null) this.edit(currentPositionId);
  }

  /** Saves the edit that has the keyboard as a version of its message. */
  async fixActive(): Promise<void> {
    const { activeEdit } = this.#options.conversation;
    if (activeEdit !== null) await this.saveEdit(activeEdit, 'inPlace');
  }

  /** Splits the edit that has the keyboard at the caret. */
  async split(): Promise<void> {
    const { activeEdit } = this.#options.conversation;
    if (activeEdit !== null) await this.#split(activeEdit);
  }

  /** Closes the edit that has the keyboard; undo restores it. */
  cancelActive(): void {
    const { activeEdit } = this.#options.conversation;
    if (activeEdit !== null) this.cancelEdit(activeEdit);
  }

  /** Reverts the action that a notice offers to undo, or else the writer's last where the keyboard is. */
  undo(): void {
    const { conversation, pruning } = this.#options;
    if (pruning.undoable.get() !== null) conversation.undoStep();
    else conversation.undo();
  }

  /** Saves the edit that has the keyboard as a branch. */
  async branchEdit(): Promise<void> {
    const { activeEdit } = this.#options.conversation;
    if (activeEdit !== null) await this.saveEdit(activeEdit, 'branch');
  }

  /** The same; the composer needs no saving, which it announces. */
  async save(): Promise<void> {
    const { conversation, notices } = this.#options;
    if (conversation.activeEdit !== null) await this.branchEdit();
    else notices.tell(COMPOSER_KEPT);
  }

  /**
   * The agents that a message of the path asks: the one that it addresses, if a person wrote it, or the chosen ones.
   */
  #settingsAt(positionId: PositionId): GenerationSettings {
    const { addressing, conversation } = this.#options;
    const message = conversation.view.get().messages.find((one) => one.positionId === positionId);
    return addressing.settingsFor(message !== undefined && this.#isByPerson(positionId) ? message.text : '');
  }

  #isByPerson(positionId: PositionId): boolean {
    return findSpeaker(this.#options, positionId)?.type === 'human';
  }

  #settingsBeside(positionId: PositionId): GenerationSettings {
    const { path } = this.#options;
    return this.#settingsAt(path.findParent(positionId) ?? path.rootPositionId);
  }

  #settingsBesideCurrent(): GenerationSettings {
    const { conversation, path } = this.#options;
    return this.#settingsBeside(conversation.summary().currentPositionId ?? path.headId);
  }

  /** Writes the text before the caret in an open edit as a branch of its message; the edit stays open. */
  async #split(nodeId: NodeId): Promise<void> {
    const { conversation, intents } = this.#options;
    const offset = conversation.findEdit(nodeId)?.editor?.caret().offset;
    if (offset !== undefined) await intents.submit((context) => splitEdit(context, nodeId, offset));
  }
}
