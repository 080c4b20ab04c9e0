/** Conversations about a manuscript, beside it and at full width (`agents.md`, *Where it talks*). */
import { LET_AGENT_READ, NEW_ABOUT_TREE } from '../../../ui-text/conversation.ts';
import type { AppSession } from '../../session/window/app-session.ts';
import { type Command, NO_KEYS, withTree, writable } from './command.ts';

/** The conversation beside the window's manuscript, while the tab shows it. */
function findBeside({ topics, scene }: AppSession) {
  const shown = scene.get();
  const topic = topics.findTopic();
  if (shown.kind !== 'grove' || topic === null) return null;
  return shown.companion === null ? null : topics.findChosen(topic.id);
}

export const topics = [
  {
    id: 'view.conversation',
    title: 'Conversation tab',
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
