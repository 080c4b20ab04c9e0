import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { type Agent, canBeLoomAware, isLoomAware } from '../../../core/tree/agent.ts';
import type { LoomTree, TreeSettings } from '../../../core/tree/loom-tree.ts';
import {
  FOLLOWS,
  READ_THIS_STORY,
  STAYS,
  TOPIC_NOT_SENT,
  TOPIC_SENT,
} from '../../../ui-text/conversation.ts';
import type { DialogueDesk } from '../dialogue/dialogue-desk.ts';
import { LiveQuery } from '../live-query.ts';
import { activeModelAgents } from '../settings/generation-choice.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

/** After a change, milliseconds: what is sent is counted outside keystrokes. */
const COUNT_AFTER = 200;
/** The least time between two counts. Milliseconds. */
const COUNT_EVERY = 1_000;

/** The subject of a count: the agents' ids, joined by spaces. */
type SentQuery = { readonly treeId: TreeId; readonly agents: string; readonly topicAt: PositionId | null };

/** For each tree, the conversation about it that the window shows beside it; null for the list of them. */
type Chosen = ReadonlyMap<TreeId, TreeId | null>;

/** The conversations about the shown manuscript, one of which can be beside it (`agents.md`, *Where it talks*). */
export function createTopicConversations({ client, notices, findDeskOf, findGrove, showTab }: WindowScope) {
  const chosen = createStore<Chosen>(new Map());
  /** The conversation whose composer takes the keyboard when it appears. */
  let focused: TreeId | null = null;
  /** The conversation in which an agent is asked to read the story once it appears, and that agent. */
  let reader: { readonly treeId: TreeId; readonly agentId: AgentId } | null = null;
  /** Number of words sent of the shown conversation's topic; null until main has counted them. */
  const sentWords: LiveQuery<number | null, SentQuery> = new LiveQuery<number | null, SentQuery>({
    initial: null,
    delay: COUNT_AFTER,
    pause: () => COUNT_EVERY,
    key: () => findSent(),
    read: async ({ treeId, agents, topicAt }) => {
      const agentIds = agents.split(' ').filter((id) => id !== '') as AgentId[];
      const { words } = await client.call('generation.topicWords', { treeId, agentIds, topicAt });
      return words;
    },
    onError: (error) => notices.report(error),
  });

  /** The unarchived conversations about a tree, newest first. */
  function list(topicId: TreeId): readonly LoomTree[] {
    const trees = findGrove()?.trees ?? [];
    return trees.filter(({ topicTreeId }) => topicTreeId === topicId).toReversed();
  }

  /** The conversation beside a tree: the one that was chosen, and the newest until one is. */
  function findChosen(topicId: TreeId): LoomTree | null {
    const conversations = list(topicId);
    const choice = chosen.get().get(topicId);
    if (choice === undefined) return conversations[0] ?? null;
    return conversations.find(({ id }) => id === choice) ?? null;
  }

  /** The manuscript that the window shows; null if it shows a conversation. */
  function findTopic(): LoomTree | null {
    const grove = findGrove();
    const shown = grove?.trees.find(({ id }) => id === grove.openTreeId);
    return shown?.mode === 'buffer' ? shown : null;
  }

  /** The conversation about a manuscript that is on the screen, beside that or at full width; null without one. */
  function findShown(): LoomTree | null {
    const grove = findGrove();
    const shown = grove?.trees.find(({ id }) => id === grove.openTreeId);
    if (shown?.topicTreeId != null) return shown;
    const beside = shown === undefined ? null : findChosen(shown.id);
    return beside !== null && findDeskOf(beside.id) !== null ? beside : null;
  }

  /**
   * The loom-aware agents that answer in a conversation about a manuscript; none for another tree, or one that is not on
   * the screen.
   */
  function listActing({ id, topicTreeId }: LoomTree): readonly Agent[] {
    const grove = findGrove();
    const desk = topicTreeId === null ? null : findDeskOf(id);
    const chosen = desk?.tree.choice.store.get().agentIds ?? [];
    return (grove?.agents ?? []).filter((agent) => chosen.includes(agent.id) && isLoomAware(agent));
  }

  async function set(
    { id: treeId }: LoomTree,
    settings: Pick<TreeSettings, 'followsWriter' | 'sendsTopic'>,
    sentence: string,
  ): Promise<void> {
    await notices.attempt(async () => {
      await client.call('tree.update', { treeId, settings });
      notices.announce(sentence);
    });
  }

  function findSent(): SentQuery | null {
    const about = findShown();
    const desk = about === null ? null : findDeskOf(about.id);
    if (about?.topicTreeId == null || desk === null || !sendsTopic(about)) return null;
    const topicAt = findDeskOf(about.topicTreeId)?.tree.findCurrent() ?? null;
    return { treeId: about.id, agents: desk.tree.choice.store.get().agentIds.join(' '), topicAt };
  }

  /** Returns true if a conversation sends its topic to a requested agent. */
  function sendsTopic(conversation: LoomTree): boolean {
    return conversation.settings.sendsTopic ?? listActing(conversation).length > 0;
  }

  /** @param conversationId null for the list */
  function choose(topicId: TreeId, conversationId: TreeId | null): void {
    focused = conversationId;
    chosen.set(new Map(chosen.get()).set(topicId, conversationId));
  }

  /** Begins a conversation about the shown manuscript, and shows it beside it. Resolves to null if there is none. */
  async function begin(): Promise<TreeId | null> {
    const topic = findTopic();
    if (topic === null) return null;
    try {
      const properties = { title: null, mode: 'dialogue', topicTreeId: topic.id } as const;
      const { id } = await client.call('tree.create', properties);
      choose(topic.id, id);
      showTab('conversation');
      return id;
    } catch (error) {
      notices.report(error);
      return null;
    }
  }

  function findBeside(): DialogueDesk | null {
    const topic = findTopic();
    const chosen = topic === null ? null : findChosen(topic.id);
    const desk = chosen === null ? null : findDeskOf(chosen.id);
    return desk?.mode === 'dialogue' ? desk : null;
  }

  function ask(desk: DialogueDesk): void {
    if (reader?.treeId !== desk.tree.treeId) return;
    const { agentId } = reader;
    reader = null;
    desk.tree.choice.change({ agentIds: [agentId] });
    void desk.typeAhead(() => READ_THIS_STORY).then(() => desk.commands.send());
  }

  return {
    list,
    findChosen,
    findTopic,
    findShown,
    listActing,
    sendsTopic,
    choose,
    begin,
    chosen: readableOf(chosen),
    sentWords: sentWords.value,

    /** Counts the words that the shown conversation sends, whenever they change. Returns the function that stops it. */
    watchSentWords(conversation: LoomTree): () => void {
      const about = conversation.topicTreeId === null ? null : findDeskOf(conversation.topicTreeId);
      const stops = [
        sentWords.watch(),
        findDeskOf(conversation.id)?.tree.choice.store.subscribe(() => sentWords.follow()),
        about?.tree.place.subscribe(() => sentWords.follow()),
        about?.tree.path.mirror.subscribe(() => sentWords.invalidate()),
      ];
      return () => {
        for (const stop of stops) stop?.();
      };
    },

    /** Makes agents act from the writer's place in the manuscript, or each from its own. */
    async follow(conversation: LoomTree, followsWriter: boolean): Promise<void> {
      await set(conversation, { followsWriter }, followsWriter ? FOLLOWS : STAYS);
    },

    /** Makes a conversation about a manuscript send it to every requested agent, or to none. */
    async sendTopic(conversation: LoomTree, sendsTopic: boolean): Promise<void> {
      await set(conversation, { sendsTopic }, sendsTopic ? TOPIC_SENT : TOPIC_NOT_SENT);
    },

    /**
     * The agent to ask to read the shown manuscript: one that is chosen in the conversation beside it or, if that is the
     * offline one or none, the newest other. Null if the grove has none.
     */
    findReader(): Agent | null {
      const models = activeModelAgents(findGrove()?.agents ?? []).filter(canBeLoomAware);
      const chosen = findBeside()?.tree.choice.store.get().agentIds ?? [];
      return models.find(({ id }) => chosen.includes(id)) ?? models.at(-1) ?? null;
    },

    /** Asks an agent to read the shown manuscript, in the conversation beside it if that has no messages, or in a new one. */
    async letRead(agentId: AgentId): Promise<void> {
      const desk = findBeside();
      const isEmpty = desk !== null && desk.tree.path.length === 0 && desk.conversation.composer.isBlank;
      const treeId = isEmpty ? desk.tree.treeId : await begin();
      if (treeId === null) return;
      reader = { treeId, agentId };
      if (isEmpty) ask(desk);
    },

    /** Shows the tab, and moves the keyboard to the conversation in it. */
    focus(): void {
      const topic = findTopic();
      const chosen = topic === null ? null : findChosen(topic.id);
      focused = chosen?.id ?? null;
      showTab('conversation');
      if (chosen !== null) findDeskOf(chosen.id)?.tree.focus();
    },

    /** Returns true if the composer of a conversation that appears takes the keyboard. */
    takesFocus(conversationId: TreeId): boolean {
      return focused === conversationId;
    },

    /** A conversation has appeared. */
    onShown(desk: DialogueDesk): void {
      focused = null;
      ask(desk);
    },
  };
}

export type TopicConversations = ReturnType<typeof createTopicConversations>;
