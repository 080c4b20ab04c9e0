/** Generating continuations. */
import { type Command, mod, treeKey, writable } from './command.ts';

export const generating = [
  {
    id: 'generation.start',
    title: 'Generate',
    keys: { mac: ['Meta+Enter'], other: ['Ctrl+Enter', 'Ctrl+Space'] },
    when: writable,
    run: ({ manuscript, conversation }) =>
      manuscript?.commands.generate() ?? conversation?.commands.sendOrReply(),
  },
  {
    id: 'generation.siblings',
    title: 'More alternatives to this text',
    keys: mod('Shift+Enter'),
    when: writable,
    run: ({ tree, conversation }) =>
      conversation?.commands.moreAlternatives() ?? tree?.generationCommands.generateSiblings(),
  },
  {
    id: 'generation.switch',
    title: 'One more alternative, and switch to it',
    keys: treeKey('r'),
    when: writable,
    run: ({ tree, conversation }) =>
      conversation?.commands.oneMore() ?? tree?.generationCommands.generateAndSwitch(),
  },
  {
    id: 'generation.stop',
    title: 'Stop',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ tree, manuscript, session }) =>
      tree !== null &&
      (tree.generation.isRunning ||
        manuscript?.rewrites.isRunning === true ||
        manuscript?.proposals.asks.isRunning === true ||
        session.turns.isRunning),
    run: async ({ tree, manuscript, session }) => {
      if (session.turns.isRunning) await session.turns.stop(null);
      await Promise.all([
        tree?.generationCommands.stop(),
        manuscript?.rewrites.stop(),
        manuscript?.proposals.asks.stop(),
      ]);
    },
  },
] as const satisfies readonly Command[];
