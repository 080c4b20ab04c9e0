import { type AgentId, firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import { PASTED_COMMANDS } from '../../../ui-text/agents/turns.ts';
import {
  COMPOSER_KEPT,
  NOTHING_LEFT,
  NOTHING_TO_SEND,
  REPLY_STILL_ARRIVES,
} from '../../../ui-text/conversation.ts';
import { findSpeaker, type TreeScope } from '../draft/tree-scope.ts';
import { type IntentContext, type PathIntent, sendCommit } from '../path/intent.ts';
import type { GenerationSettings } from '../settings/generation-choice.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import type { PruningSession } from '../tree/pruning-session.ts';
import type { Addressing } from './addressing.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationPlace } from './conversation-state.ts';
import type { ReplyToShow } from './replies.ts';
import type { TypedCommands } from './typed-commands.ts';

export interface DialogueCommandsOptions {
  readonly conversation: Conversation;
  readonly addressing: Addressing;
  readonly generationCommands: GenerationCommands;
  readonly pruning: PruningSession;
  readonly typedCommands: TypedCommands;
}

/** The writer's actions on messages. Each method reports its own failures. */
export function createDialogueCommands(
  scope: TreeScope<ConversationPlace, Conversation>,
  options: DialogueCommandsOptions,
) {
  const { intents, path, notices } = scope;
  const { conversation, addressing, generationCommands, typedCommands, pruning } = options;

  /**
   * Sends the composer's text and asks the agent that it addresses, or else the chosen ones, for replies; without an
   * agent, the message is only kept. With an empty composer, asks for replies to the head. If all its lines are
   * commands, carries these out instead; what was pasted only with the button.
   */
  async function send(withButton = false): Promise<void> {
    if (typedCommands.state.get().count !== null) {
      if (withButton || typedCommands.mayRunWithKey) await typedCommands.run();
      else notices.tell(PASTED_COMMANDS);
      return;
    }
    if (conversation.isComposing()) {
      conversation.afterComposing(() => void send());
      return;
    }
    if (conversation.composer.isBlank) {
      if (path.length > 0) await reply(path.headId);
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
  async function reply(positionId: PositionId): Promise<void> {
    await generationCommands.replyTo(positionId, settingsAt(positionId));
  }

  /** Returns true if the model that wrote a message of the path can continue it. */
  function canContinueAt(positionId: PositionId): boolean {
    const speaker = findSpeaker(scope, positionId);
    const isUnfinished = path.findHeader(positionId)?.isUnfinished === true;
    return isUnfinished && speaker?.type === 'model' && speaker.archivedAt === null;
  }

  /** Asks the model that wrote a message of the path to continue it; commits nothing. */
  async function continueReply(positionId: PositionId): Promise<void> {
    if (canContinueAt(positionId)) await generationCommands.continueMessage(positionId);
  }

  /** Opens the edit of a message of the path. */
  function edit(positionId: PositionId): void {
    const nodeId = path.findHeader(positionId)?.nodeId;
    if (nodeId !== undefined) conversation.openEdit(nodeId);
  }

  /**
   * Commits an open edit, as a branch beside its message or as a version of it. One that changes nothing just closes.
   * Resolves to whether it is closed.
   */
  async function commitEdit(nodeId: NodeId, how: 'branch' | 'inPlace'): Promise<boolean> {
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
  async function saveEditAndReply(nodeId: NodeId): Promise<void> {
    const isChanged = conversation.findEdit(nodeId)?.isDraft === true;
    const positionId = path.mirror.get().headers.find((header) => header.nodeId === nodeId)?.positionId;
    if (!(await commitEdit(nodeId, 'branch'))) return;
    const savedId = isChanged || positionId === undefined ? path.headId : positionId;
    // Without an agent, the message is only kept.
    if (settingsAt(savedId).agentIds.length > 0) await reply(savedId);
  }

  /** Closes an edit; undo restores it. */
  function cancelEdit(nodeId: NodeId): void {
    conversation.cancelEdit(nodeId);
  }

  /** Saves the edit that has the keyboard as a branch. */
  async function branchEdit(): Promise<void> {
    const { activeEdit } = conversation;
    if (activeEdit !== null) await commitEdit(activeEdit, 'branch');
  }

  /**
   * The agents that a message of the path asks: the one that it addresses, if a person wrote it, or the chosen ones.
   */
  function settingsAt(positionId: PositionId): GenerationSettings {
    const message = conversation.view.get().messages.find((one) => one.positionId === positionId);
    return addressing.settingsFor(message !== undefined && isByPerson(positionId) ? message.text : '');
  }

  function isByPerson(positionId: PositionId): boolean {
    return findSpeaker(scope, positionId)?.type === 'human';
  }

  function settingsBeside(positionId: PositionId): GenerationSettings {
    return settingsAt(path.findParent(positionId) ?? path.rootPositionId);
  }

  function settingsBesideCurrent(): GenerationSettings {
    return settingsBeside(conversation.summary().currentPositionId ?? path.headId);
  }

  /** Writes the text before the caret in an open edit as a branch of its message; the edit stays open. */
  async function splitAtCaret(nodeId: NodeId): Promise<void> {
    const offset = conversation.findEdit(nodeId)?.editor?.caret().offset;
    if (offset !== undefined) await intents.submit((context) => splitEdit(context, nodeId, offset));
  }

  return {
    send,
    reply,
    canContinueAt,
    continueReply,
    edit,
    saveEdit: commitEdit,
    saveEditAndReply,
    cancelEdit,
    branchEdit,

    /** Requests other replies beside a message; beside a part of one, other parts by its speaker. */
    async regenerate(positionId: PositionId): Promise<void> {
      await generationCommands.regenerate(positionId, settingsBeside(positionId));
    },

    /** Requests more alternatives of the current message, from the agents that the message before it asks. */
    async moreAlternatives(): Promise<void> {
      await generationCommands.generateSiblings(settingsBesideCurrent());
    },

    /** Requests one more, and shows it unless the writer moves first. */
    async oneMore(): Promise<void> {
      await generationCommands.generateAndSwitch(settingsBesideCurrent());
    },

    /**
     * Other replies beside a message, as `regenerate` asks for, but by this agent. Resolves to whether the request was made.
     * @param instruction what the writer asks for in these replies; may be blank
     */
    regenerateWith(positionId: PositionId, agentId: AgentId, instruction: string): Promise<boolean> {
      const settings = { ...addressing.settingsFor(''), agentIds: [agentId] };
      const asked = instruction.trim() === '' ? {} : { instruction: instruction.trim() };
      return generationCommands.regenerate(positionId, { ...settings, ...asked });
    },

    /** True if the model that wrote the current message can continue it. */
    get canContinue(): boolean {
      const { currentPositionId } = conversation.summary();
      return currentPositionId !== null && canContinueAt(currentPositionId);
    },

    /** Asks the model that wrote the current message to continue it; notifies the writer if it cannot. */
    async continueCurrent(): Promise<void> {
      const { currentPositionId } = conversation.summary();
      if (currentPositionId !== null && canContinueAt(currentPositionId))
        await continueReply(currentPositionId);
      else notices.tell(REPLY_STILL_ARRIVES);
    },

    /** Opens the edit of the last message that a person wrote. @returns false if there is none */
    editLastOwn(): boolean {
      const last = path.mirror.get().headers.findLast(({ positionId }) => isByPerson(positionId));
      if (last === undefined) return false;
      edit(last.positionId);
      return true;
    },

    /** Sends from the composer, saves an open edit and replies to it, or replies to the message with the keyboard. */
    async sendOrReply(): Promise<void> {
      const { activeEdit } = conversation;
      const { currentId } = conversation.view.get();
      if (activeEdit !== null) await saveEditAndReply(activeEdit);
      else if (currentId !== null) await reply(currentId);
      else await send();
    },

    /** Opens the edit of the current message. */
    editCurrent(): void {
      const { currentPositionId } = conversation.summary();
      if (currentPositionId !== null) edit(currentPositionId);
    },

    /** Saves the edit that has the keyboard as a version of its message. */
    async fixActive(): Promise<void> {
      const { activeEdit } = conversation;
      if (activeEdit !== null) await commitEdit(activeEdit, 'inPlace');
    },

    /** Splits the edit that has the keyboard at the caret. */
    async split(): Promise<void> {
      const { activeEdit } = conversation;
      if (activeEdit !== null) await splitAtCaret(activeEdit);
    },

    /** Closes the edit that has the keyboard; undo restores it. */
    cancelActive(): void {
      const { activeEdit } = conversation;
      if (activeEdit !== null) cancelEdit(activeEdit);
    },

    /** Reverts the action that a notice offers to undo, or else the writer's last where the keyboard is. */
    undo(): void {
      if (pruning.undoable !== null) conversation.undoStep();
      else conversation.undo();
    },

    /** The same; the composer needs no saving, which it announces. */
    async save(): Promise<void> {
      if (conversation.activeEdit !== null) await branchEdit();
      else notices.tell(COMPOSER_KEPT);
    },
  };
}

export type DialogueCommands = ReturnType<typeof createDialogueCommands>;

// Intents of a conversation (`dialogue.md`, *The tree*): sending, saving and splitting edits, replies that arrive.

export type DialogueContext = IntentContext<Conversation>;

/** Makes the composer's text a message after the head; asks for no reply. */
export function sendMessage({ client, surface }: DialogueContext): PathIntent {
  return () => {
    if (!surface.isSending) return null;
    return {
      part: null,
      send: (intent) => sendCommit(client, intent),
    };
  };
}

/** Commits the open edit of a message, as a branch beside it or as a version of it. */
export function saveEdit(
  { client, path, surface }: DialogueContext,
  nodeId: NodeId,
  how: 'branch' | 'inPlace',
): PathIntent {
  return () => {
    const box = surface.findEdit(nodeId);
    if (box === null || !box.isDraft || box.isBlank) return null;
    return {
      part: nodeId,
      send: (intent) => client.call('message.saveEdit', { ...intent, nodeId, how }),
      ...(how === 'branch' ? { caretAfter: () => path.length - 1 } : {}),
    };
  };
}

/** Writes the text before an offset in an open edit as a branch of its message; the edit stays open. */
export function splitEdit({ client, path }: DialogueContext, nodeId: NodeId, offset: number): PathIntent {
  return () => ({
    send: (intent) => client.call('node.split', { ...intent, nodeId, offset }),
    caretAfter: () => path.length - 1,
  });
}

/** Shows a reply that main made the head as a message. @param onShown called when it is one */
export function showReply(
  { client, path, surface }: DialogueContext,
  { positionId, parentId, insteadOf, slot, continues }: ReplyToShow,
  onShown: () => void,
): PathIntent {
  return () => {
    if (path.indexOf(positionId) >= 0) return null;
    const append =
      ({ agentId, text }: SlotSnapshot) =>
      () => {
        surface.append({
          nodeId: firstNodeAt(positionId),
          positionId,
          text,
          spans: wholeSpans(agentId, text.length),
          ...(continues ? { continues } : {}),
        });
        onShown();
      };
    return {
      keepsDraft: true,
      isMadeByMain: true,
      ...(insteadOf === null ? {} : { isSwitch: true, onDone: onShown }),
      ...(slot === null || path.headId !== parentId ? {} : { beforeSend: append(slot) }),
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
