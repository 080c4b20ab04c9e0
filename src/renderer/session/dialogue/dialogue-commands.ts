import type { NodeId, PositionId } from '../../../core/ids.ts';
import { PASTED_COMMANDS } from '../../../ui-text/agents/commands.ts';
import { COMPOSER_KEPT, NOTHING_LEFT } from '../../../ui-text/conversation.ts';
import type { IntentSession } from '../path/intent-session.ts';
import { goToPosition } from '../path/path-intents.ts';
import type { PathSession } from '../path/path-session.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import type { PruningSession } from '../tree/pruning-session.ts';
import type { Notices } from '../window/notices.ts';
import type { Conversation } from './conversation.ts';
import { revertPruning, saveEdit, sendMessage, splitEdit } from './dialogue-intents.ts';
import type { TypedCommands } from './typed-commands.ts';
import type { PruningStep } from './undoable-steps.ts';

export interface DialogueCommandsOptions {
  readonly conversation: Conversation;
  readonly path: PathSession;
  readonly intents: IntentSession<Conversation>;
  readonly choice: GenerationChoice;
  readonly generationCommands: GenerationCommands;
  readonly notices: Notices;
  readonly pruning: PruningSession;
  readonly typedCommands: TypedCommands;
  /** The speaker of the message at a position is a person. */
  isByPerson(positionId: PositionId): boolean;
}

/** What the writer does with messages. Each method reports its own failures. */
export class DialogueCommands {
  readonly #options: DialogueCommandsOptions;

  constructor(options: DialogueCommandsOptions) {
    this.#options = options;
  }

  /**
   * Sends the composer's text and asks the chosen agents for replies; without an agent, the message is only kept.
   * With an empty composer, asks for replies to the head. If all its lines are commands, carries these out instead; what
   * was pasted only with the button.
   */
  async send(withButton = false): Promise<void> {
    const { conversation, choice, intents, generationCommands, path, typedCommands, notices } = this.#options;
    if (typedCommands.state.get().count !== null) {
      if (withButton || typedCommands.mayRunWithKey) await typedCommands.run();
      else notices.announce(PASTED_COMMANDS);
      return;
    }
    if (conversation.isComposing()) {
      conversation.afterComposing(() => void this.send());
      return;
    }
    const settings = choice.store.get();
    const hasAgents = settings.agentIds.length > 0;
    if (conversation.composer.isBlank) {
      if (path.length > 0 && hasAgents) await this.reply(path.headId);
      return;
    }
    conversation.hold();
    const isSent = hasAgents
      ? await generationCommands.generateAtHead(settings, () => conversation.isSending)
      : (await intents.submit(sendMessage)).outcome === 'done';
    if (!isSent) conversation.release();
  }

  /** Asks for replies to a message of the path; commits nothing. */
  async reply(positionId: PositionId): Promise<void> {
    await this.#options.generationCommands.generateAfter(positionId);
  }

  /** Requests other replies beside a message. */
  async regenerate(positionId: PositionId): Promise<void> {
    await this.#options.generationCommands.generateSiblingsOf(positionId);
  }

  /** Opens the edit of a message of the path. */
  edit(positionId: PositionId): void {
    const nodeId = this.#options.path.findHeader(positionId)?.nodeId;
    if (nodeId !== undefined) this.#options.conversation.openEdit(nodeId);
  }

  /** Opens the edit of the last message that a person wrote. @returns false if there is none */
  editLastOwn(): boolean {
    const { path, isByPerson } = this.#options;
    const last = path.mirror.get().headers.findLast(({ positionId }) => isByPerson(positionId));
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
      notices.announce(NOTHING_LEFT);
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
    await this.reply(isChanged || positionId === undefined ? path.headId : positionId);
  }

  /** Closes an edit; undo brings it back. */
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

  /** Closes the edit that has the keyboard; undo brings it back. */
  cancelActive(): void {
    const { activeEdit } = this.#options.conversation;
    if (activeEdit !== null) this.cancelEdit(activeEdit);
  }

  /** Reverts what a notice offers to undo, or else what the writer did last where the keyboard is. */
  undo(): void {
    const { conversation, pruning } = this.#options;
    if (pruning.undoable.get() !== null) conversation.undoStep();
    else conversation.undo();
  }

  /** Brings back what was pruned, and the path that it ended. */
  async revertPruning({ pruned, headId }: PruningStep): Promise<void> {
    const { intents, path } = this.#options;
    const { outcome } = await intents.submit((context) => revertPruning(context, pruned));
    if (outcome !== 'done' || headId === null || path.indexOf(headId) >= 0) return;
    await intents.submit((context) => goToPosition(context, headId));
  }

  /** Saves the edit that has the keyboard as a branch. */
  async branchEdit(): Promise<void> {
    const { activeEdit } = this.#options.conversation;
    if (activeEdit !== null) await this.saveEdit(activeEdit, 'branch');
  }

  /** The same; the composer needs no saving, and says so. */
  async save(): Promise<void> {
    const { conversation, notices } = this.#options;
    if (conversation.activeEdit !== null) await this.branchEdit();
    else notices.announce(COMPOSER_KEPT);
  }

  /** Writes what an open edit has before the caret as a branch of its message; the edit stays open. */
  async #split(nodeId: NodeId): Promise<void> {
    const { conversation, intents } = this.#options;
    const offset = conversation.findEdit(nodeId)?.editor?.caret().offset;
    if (offset !== undefined) await intents.submit((context) => splitEdit(context, nodeId, offset));
  }
}
