/** The turns of loom-aware agents: stopping them, answering what they ask, undoing what they did (`agents.md`). */
import {
  EXPORT_TRACE_JSON,
  EXPORT_TRACE_MARKDOWN,
  INSERT_ARROW,
  SHOW_MESSAGES,
  SHOW_TRACE,
  STOP_AGENT,
  TURN_BUTTONS,
} from '../../../ui-text/agents/turns.ts';
import {
  type Command,
  type CommandContext,
  mod,
  NO_KEYS,
  treeKey,
  withTree,
  writable,
  writableTalk,
} from './command.ts';

const asks = (context: CommandContext) => withTree(context) && context.session.turns.findAsking() !== null;
const withConversation = (context: CommandContext) =>
  withTree(context) && context.session.turns.findConversation() !== null;
const writableConversation = (context: CommandContext) => withConversation(context) && writable(context);

/** Returns true if the conversation on the screen shows its trace. */
function isTraced({ session: { turns } }: CommandContext): boolean {
  const treeId = turns.findConversation();
  return treeId !== null && turns.tracedTrees.get().has(treeId);
}

function show({ session: { turns } }: CommandContext, view: 'messages' | 'trace'): void {
  const treeId = turns.findConversation();
  if (treeId !== null) turns.show(treeId, view);
}

export const turns = [
  {
    id: 'turn.stop',
    title: STOP_AGENT,
    keys: NO_KEYS,
    when: (context) => withTree(context) && context.session.turns.isRunning,
    run: ({ session }) => session.turns.stop(null),
  },
  {
    id: 'turn.allowOnce',
    title: TURN_BUTTONS.allowOnce,
    keys: NO_KEYS,
    when: asks,
    run: ({ session: { turns: all } }) => {
      const asking = all.findAsking();
      return asking === null ? undefined : all.cards.allow(asking, false);
    },
  },
  {
    id: 'turn.allowTurn',
    title: TURN_BUTTONS.allowTurn,
    keys: NO_KEYS,
    when: asks,
    run: ({ session: { turns: all } }) => {
      const asking = all.findAsking();
      return asking === null ? undefined : all.cards.allow(asking, true);
    },
  },
  {
    id: 'turn.deny',
    title: TURN_BUTTONS.deny,
    keys: NO_KEYS,
    when: asks,
    run: async ({ session }) => {
      const asking = session.turns.findAsking();
      if (asking === null) return;
      await session.turns.reveal(asking.treeId);
      session.turns.cards.write(asking, '');
    },
  },
  {
    id: 'turn.undo',
    title: TURN_BUTTONS.undo,
    keys: treeKey('u'),
    once: true,
    when: writableConversation,
    run: ({ session }) => session.turns.undoNewest(),
  },
  {
    id: 'turn.redo',
    title: TURN_BUTTONS.redo,
    keys: NO_KEYS,
    when: writableConversation,
    run: ({ session }) => session.turns.redoNewest(),
  },
  {
    id: 'turn.goOn',
    title: TURN_BUTTONS.goOn,
    keys: NO_KEYS,
    when: (context) => writableConversation(context) && context.session.turns.findCapped() !== null,
    run: ({ session: { turns: all } }) => {
      const capped = all.findCapped();
      return capped === null ? undefined : all.goOn(capped);
    },
  },
  {
    id: 'turn.showTrace',
    title: SHOW_TRACE,
    keys: NO_KEYS,
    when: (context) => withConversation(context) && !isTraced(context),
    run: (context) => show(context, 'trace'),
  },
  {
    id: 'turn.showMessages',
    title: SHOW_MESSAGES,
    keys: NO_KEYS,
    when: (context) => withConversation(context) && isTraced(context),
    run: (context) => show(context, 'messages'),
  },
  {
    id: 'exchange.exportTraceMarkdown',
    title: EXPORT_TRACE_MARKDOWN,
    keys: NO_KEYS,
    when: withConversation,
    run: ({ session }) => session.turns.exportTrace('markdown'),
  },
  {
    id: 'exchange.exportTraceJson',
    title: EXPORT_TRACE_JSON,
    keys: NO_KEYS,
    when: withConversation,
    run: ({ session }) => session.turns.exportTrace('json'),
  },
  {
    id: 'message.insertArrow',
    title: INSERT_ARROW,
    keys: mod('Shift+Period'),
    when: writableTalk,
    run: ({ conversation }) => conversation?.conversation.type('→ '),
  },
] as const satisfies readonly Command[];
