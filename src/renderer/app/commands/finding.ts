/** Find in the text, and search in the grove. */
import { type Command, mod, withManuscript, withTree, writableText } from './command.ts';

export const finding = [
  {
    id: 'find.close',
    title: 'Close find',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ manuscript }) => manuscript?.find.isOpen === true,
    run: ({ manuscript }) => manuscript?.find.close(),
  },
  {
    id: 'find.open',
    title: 'Find',
    keys: mod('f'),
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.find.open(),
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
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.find.step(1),
  },
  {
    id: 'find.previous',
    title: 'Find previous',
    keys: { mac: ['Shift+Meta+g', 'Shift+F3'], other: ['Shift+F3', 'Ctrl+Shift+g'] },
    when: withManuscript,
    run: ({ manuscript }) => manuscript?.find.step(-1),
  },
  {
    id: 'search.open',
    title: 'Search the grove',
    keys: mod('Shift+f'),
    when: withTree,
    run: ({ session }) => session.search.open(),
  },
] as const satisfies readonly Command[];
