/** Acting on a node, and showing details of one. */
import {
  type Command,
  inEdit,
  mod,
  NO_KEYS,
  treeKey,
  withManuscript,
  withTree,
  writable,
  writableText,
} from './command.ts';

export const nodes = [
  {
    id: 'node.about',
    title: 'Author and versions of this text',
    keys: treeKey('i'),
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.nodePopover.openAtCaret(),
  },
  {
    id: 'node.token',
    title: 'What else the model might have written here',
    keys: treeKey('w'),
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.nodePopover.showTokenAtCaret(),
  },
  {
    id: 'node.split',
    title: 'Split here',
    keys: treeKey('s'),
    when: (context) => writableText(context) || inEdit(context),
    run: ({ manuscript, conversation }) => (manuscript ?? conversation)?.commands.split(),
  },
  {
    id: 'node.splitAndBranch',
    title: 'Split and start a branch here by a model',
    keys: treeKey('c'),
    when: writableText,
    run: ({ manuscript }) => manuscript?.commands.splitAndBranch(),
  },
  {
    id: 'node.branchEdit',
    title: 'Make this edit a branch',
    keys: treeKey('b'),
    when: (context) => writableText(context) || inEdit(context),
    run: ({ manuscript, conversation }) => (manuscript ?? conversation)?.commands.branchEdit(),
  },
  {
    id: 'node.prune',
    title: 'Set aside',
    keys: mod('Shift+Backspace'),
    when: writable,
    run: ({ tree }) => tree?.pruning.pruneCurrent(),
  },
  {
    id: 'node.exclude',
    title: 'Exclude or include this text in the context',
    keys: NO_KEYS,
    when: writable,
    run: ({ tree }) => tree?.markCommands.toggleExcluded(),
  },
  {
    id: 'node.exportRecord',
    title: 'Export the record of this text',
    keys: NO_KEYS,
    when: withTree,
    run: ({ tree }) => tree?.nodeCommands.exportRecord(),
  },
  {
    id: 'note.add',
    title: 'Add a note',
    keys: treeKey('n'),
    // The Passage tab shows another tree.
    when: (context) => writable(context) && !context.isBeside,
    run: ({ session, tree }) => {
      session.showTab('node');
      return tree?.nodeCommands.writeNote();
    },
  },
] as const satisfies readonly Command[];
