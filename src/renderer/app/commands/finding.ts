/** Find in the text, and search in the grove. */
import { type Command, mod, withTree, writable } from './command.ts';

export const finding = [
  {
    id: 'find.close',
    title: 'Close find',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ tree }) => tree?.find.isOpen === true,
    run: ({ tree }) => tree?.find.close(),
  },
  {
    id: 'find.open',
    title: 'Find',
    keys: mod('f'),
    when: withTree,
    run: ({ tree }) => tree?.find.open(),
  },
  {
    id: 'find.replace',
    title: 'Find and replace',
    keys: { mac: ['Shift+Meta+h'], other: ['Ctrl+h'] },
    when: writable,
    run: ({ tree }) => tree?.find.open({ replacing: true }),
  },
  {
    id: 'find.next',
    title: 'Find next',
    keys: { mac: ['Meta+g', 'F3'], other: ['F3', 'Ctrl+g'] },
    when: withTree,
    run: ({ tree }) => tree?.find.step(1),
  },
  {
    id: 'find.previous',
    title: 'Find previous',
    keys: { mac: ['Shift+Meta+g', 'Shift+F3'], other: ['Shift+F3', 'Ctrl+Shift+g'] },
    when: withTree,
    run: ({ tree }) => tree?.find.step(-1),
  },
  {
    id: 'search.open',
    title: 'Search the grove',
    keys: mod('Shift+f'),
    when: withTree,
    run: ({ session }) => session.search.open(),
  },
] as const satisfies readonly Command[];
