/** The messages of a conversation (`dialogue.md`, *Keys*). */
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { LET_AGENT_READ, NEW_ABOUT_TREE, REGENERATE_WITH } from '../../../ui-text/conversation.ts';
import { REPLIES_AT_ONCE, REPLIES_IN_TURN } from '../../../ui-text/page/generate.ts';
import type { AppSession } from '../../session/window/app-session.ts';
import {
  type Command,
  type CommandContext,
  inEdit,
  NO_KEYS,
  treeKey,
  withTree,
  writable,
  writableTalk,
} from './command.ts';

function askedAgents({ conversation }: CommandContext): number {
  return conversation?.tree.choice.store.get().agentIds.length ?? 0;
}

function findCurrent({ conversation }: CommandContext): PositionId | null {
  return conversation?.conversation.summary().currentPositionId ?? null;
}

/** The current message, if a model reasoned before it. */
function findReasoned({ conversation }: CommandContext): NodeId | null {
  if (conversation === null) return null;
  const { currentPositionId } = conversation.conversation.summary();
  const nodeId =
    currentPositionId === null ? undefined : conversation.tree.path.findHeader(currentPositionId)?.nodeId;
  return nodeId !== undefined && conversation.reasoning.texts.get().has(nodeId) ? nodeId : null;
}

export const messages = [
  {
    id: 'message.edit',
    title: 'Edit this message',
    keys: treeKey('e'),
    when: writableTalk,
    run: ({ conversation }) => conversation?.commands.editCurrent(),
  },
  {
    id: 'message.fixInPlace',
    title: 'Fix the message in place',
    keys: treeKey('v'),
    when: inEdit,
    run: ({ conversation }) => conversation?.commands.fixActive(),
  },
  {
    id: 'message.cancelEdit',
    title: 'Cancel the edit',
    keys: NO_KEYS,
    when: inEdit,
    run: ({ conversation }) => conversation?.commands.cancelActive(),
  },
  {
    id: 'message.regenerateWith',
    title: REGENERATE_WITH.title,
    keys: NO_KEYS,
    when: (context) =>
      writableTalk(context) && context.conversation?.regeneration.canOpen(findCurrent(context)) === true,
    run: (context) => {
      const positionId = findCurrent(context);
      if (positionId !== null) context.conversation?.regeneration.open(positionId);
    },
  },
  {
    id: 'message.address',
    title: 'Address one agent by name: @Name',
    keys: NO_KEYS,
    when: (context) => writableTalk(context) && context.conversation?.addressing.canBegin === true,
    run: ({ conversation }) => conversation?.addressing.begin(),
  },
  {
    id: 'conversation.inTurn',
    title: 'Agents reply in turn, or at once',
    keys: NO_KEYS,
    when: (context) => writableTalk(context) && askedAgents(context) > 1,
    run: ({ session, conversation }) => {
      const choice = conversation?.tree.choice;
      if (choice === undefined) return;
      const inTurn = !choice.store.get().inTurn;
      choice.change({ inTurn });
      session.notices.announce(inTurn ? REPLIES_IN_TURN : REPLIES_AT_ONCE);
    },
  },
  {
    id: 'message.continue',
    title: 'Continue the reply',
    keys: treeKey('g'),
    only: 'dialogue',
    // While a reply arrives, the key announces that it is too early.
    when: (context) =>
      writableTalk(context) &&
      (context.conversation?.commands.canContinue === true ||
        context.conversation?.replies.isArriving === true),
    run: ({ conversation }) => conversation?.commands.continueCurrent(),
  },
  {
    id: 'message.reasoning',
    title: 'Show or hide the reasoning',
    keys: NO_KEYS,
    when: (context) => findReasoned(context) !== null,
    run: (context) => {
      const nodeId = findReasoned(context);
      if (nodeId !== null) context.conversation?.reasoning.toggle(nodeId);
    },
  },
] as const satisfies readonly Command[];

/** The conversation beside the window's manuscript, while the tab shows it. */
function findBeside({ topics, scene }: AppSession) {
  const shown = scene.get();
  const topic = topics.findTopic();
  if (shown.kind !== 'grove' || topic === null) return null;
  return shown.companion === null ? null : topics.findChosen(topic.id);
}

/** Conversations about a manuscript, beside it and at full width (`agents.md`, *Where it talks*). */
export const topics = [
  {
    id: 'view.conversation',
    title: 'Talk tab',
    keys: NO_KEYS,
    when: (context) => withTree(context) && context.session.topics.findTopic() !== null,
    run: ({ session }) => session.topics.focus(),
  },
  {
    id: 'conversation.aboutTree',
    title: NEW_ABOUT_TREE,
    keys: NO_KEYS,
    when: (context) => writable(context) && context.session.topics.findTopic() !== null,
    run: async ({ session }) => void (await session.topics.begin()),
  },
  {
    id: 'conversation.letRead',
    title: LET_AGENT_READ,
    keys: NO_KEYS,
    when: (context) => writable(context) && context.session.topics.findTopic() !== null,
    run: async ({ session }) => {
      const reader = session.topics.findReader();
      if (reader === null) session.fullPage.set({ kind: 'connect' });
      else await session.topics.letRead(reader.id);
    },
  },
  {
    id: 'conversation.widen',
    title: 'Conversation at full width',
    keys: NO_KEYS,
    when: (context) => withTree(context) && findBeside(context.session) !== null,
    run: async ({ session }) => {
      const beside = findBeside(session);
      if (beside !== null) await session.showTree(beside.id);
    },
  },
  {
    id: 'conversation.goToTopic',
    title: 'Go to the tree of this conversation',
    keys: NO_KEYS,
    when: (context) => withTree(context) && context.session.trees.findShown()?.topicTreeId != null,
    run: async ({ session }) => {
      const topicId = session.trees.findShown()?.topicTreeId ?? null;
      if (topicId !== null) await session.showTree(topicId);
    },
  },
  {
    id: 'conversation.followsMe',
    title: 'Agent follows me in the text',
    keys: NO_KEYS,
    when: (context) => {
      const about = context.session.topics.findShown();
      return writable(context) && about !== null && context.session.topics.listActing(about).length > 0;
    },
    run: async ({ session }) => {
      const about = session.topics.findShown();
      if (about !== null) await session.topics.follow(about, about.settings.followsWriter === false);
    },
  },
  {
    id: 'conversation.sendTopic',
    title: 'Send the story with this conversation',
    keys: NO_KEYS,
    when: (context) => writable(context) && context.session.topics.findShown() !== null,
    run: async ({ session }) => {
      const about = session.topics.findShown();
      if (about !== null) await session.topics.sendTopic(about, !session.topics.sendsTopic(about));
    },
  },
] as const satisfies readonly Command[];
