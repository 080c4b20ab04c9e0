/** Find in the text, and search in the grove. */
import { type Command, type CommandContext, mod, withTree, writableText } from './command.ts';

/** Find in what the window shows of the tree. */
const findIn = ({ manuscript, conversation }: CommandContext) => (manuscript ?? conversation)?.find ?? null;

export const finding = [
  {
    id: 'find.close',
    title: 'Close find',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: (context) => findIn(context)?.isOpen === true,
    run: (context) => findIn(context)?.close(),
  },
  {
    id: 'find.open',
    title: 'Find',
    keys: mod('f'),
    when: withTree,
    run: (context) => findIn(context)?.open(),
  },
  {
    id: 'find.replace',
    title: 'Find and replace',
    keys: { mac: ['Shift+Meta+h'], other: ['Ctrl+h'] },
    when: writableText,
    run: ({ manuscript }) => manuscript?.find.open({ replacing: true }),
  },
  {
    id: 'find.next',
    title: 'Find next',
    keys: { mac: ['Meta+g', 'F3'], other: ['F3', 'Ctrl+g'] },
    when: withTree,
    run: (context) => findIn(context)?.step(1),
  },
  {
    id: 'find.previous',
    title: 'Find previous',
    keys: { mac: ['Shift+Meta+g', 'Shift+F3'], other: ['Shift+F3', 'Ctrl+Shift+g'] },
    when: withTree,
    run: (context) => findIn(context)?.step(-1),
  },
  {
    id: 'search.open',
    title: 'Search the grove',
    keys: mod('Shift+f'),
    when: withTree,
    run: ({ session }) => session.search.open(),
  },
] as const satisfies readonly Command[];
