/** Committing the draft, undo and redo. */
import { type Command, mod, writable } from './command.ts';

export const writing = [
  {
    id: 'draft.commit',
    title: 'Commit the draft',
    keys: mod('s'),
    when: writable,
    run: ({ tree }) => tree?.commit(),
  },
  {
    id: 'edit.undo',
    title: 'Undo',
    keys: mod('z'),
    when: writable,
    run: ({ tree }) => tree?.undo(),
  },
  {
    id: 'edit.redo',
    title: 'Redo',
    keys: { mac: ['Meta+Shift+z'], other: ['Ctrl+y', 'Ctrl+Shift+z'] },
    when: writable,
    run: ({ tree }) => tree?.redo(),
  },
] as const satisfies readonly Command[];
