/** Generating continuations, their list, and running prompt fences. */

import {
  COMPARE_COMMAND,
  NOTHING_COMPARED,
  SIDE_BY_SIDE_COMMAND,
  STOP_COMPARING,
} from '../../../ui-text/tree/comparing.ts';
import { UNAVAILABLE } from '../../../ui-text/window/palette.ts';
import {
  type Command,
  type CommandContext,
  mod,
  NO_KEYS,
  treeKey,
  withTree,
  writable,
  writableText,
} from './command.ts';

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

const listOf = ({ tree }: CommandContext) => tree?.continuations.list.get();
const currentOf = ({ tree }: CommandContext) => tree?.continuations.findCurrent();

/** The list of continuations: filtering, comparing, pruning and restoring. */
export const continuations = [
  {
    id: 'view.continuations',
    title: 'Alternatives tab',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.showTab('continuations'),
  },
  {
    id: 'continuations.filter',
    title: 'Filter the continuations',
    keys: NO_KEYS,
    when: (context) => (listOf(context)?.items.length ?? 0) > 1,
    run: ({ session, tree }) => {
      session.showTab('continuations');
      tree?.filter.open();
    },
  },
  {
    id: 'continuations.compare',
    title: COMPARE_COMMAND,
    keys: treeKey('d'),
    when: (context) => currentOf(context) !== undefined,
    run: (context) => {
      const current = currentOf(context);
      // The pane shows what was chosen first.
      if (context.tree?.comparison.marked.get() === null && !context.tree.sideBySide.isShown.get())
        context.session.showTab('continuations');
      return current === undefined ? undefined : context.tree?.comparison.choose(current.positionId);
    },
  },
  {
    id: 'continuations.stopComparing',
    title: STOP_COMPARING,
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ tree }) => tree !== null && tree.comparison.marked.get() !== null,
    why: ({ tree }) => (tree === null ? UNAVAILABLE.noGrove : NOTHING_COMPARED),
    run: ({ tree }) => tree?.comparison.unmark(),
  },
  {
    id: 'continuations.sideBySide',
    title: SIDE_BY_SIDE_COMMAND,
    keys: mod('Shift+d'),
    when: (context) => (listOf(context)?.items.length ?? 0) > 0,
    run: ({ tree }) => tree?.sideBySide.open(),
  },
  {
    id: 'continuations.pruneOthers',
    title: 'Set aside all other continuations',
    keys: NO_KEYS,
    when: (context) =>
      writable(context) && (listOf(context)?.count ?? 0) > 1 && currentOf(context)?.slot === null,
    run: (context) => {
      const current = currentOf(context);
      return current === undefined ? undefined : context.tree?.pruning.pruneOthers(current.positionId);
    },
  },
  {
    id: 'continuations.showPruned',
    title: 'Show or hide continuations set aside',
    keys: NO_KEYS,
    when: (context) => (listOf(context)?.prunedCount ?? 0) > 0,
    run: ({ session, tree }) => {
      if (tree === null) return;
      session.showTab('continuations');
      tree.continuations.showPruned(!tree.continuations.showsPruned.get());
    },
  },
  {
    id: 'continuations.restoreAll',
    title: 'Bring back all continuations set aside here',
    keys: NO_KEYS,
    when: (context) => writable(context) && (listOf(context)?.prunedCount ?? 0) > 0,
    run: ({ tree }) => tree?.pruning.restoreAll(),
  },
] as const satisfies readonly Command[];

export const fences = [
  {
    id: 'fence.run',
    title: 'Run this prompt',
    keys: treeKey('g'),
    only: 'buffer',
    when: writableText,
    run: ({ manuscript }) => manuscript?.fences.run(),
  },
  {
    id: 'fence.again',
    title: 'Run this prompt again',
    keys: NO_KEYS,
    when: writableText,
    run: ({ manuscript }) => manuscript?.fences.runAgain(),
  },
  {
    id: 'fence.all',
    title: 'Run all prompts',
    keys: NO_KEYS,
    when: writableText,
    run: ({ manuscript }) => manuscript?.fences.runAll(),
  },
] as const satisfies readonly Command[];
