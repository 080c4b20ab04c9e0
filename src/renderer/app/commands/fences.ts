/** Running the prompt fences of a manuscript. */
import { type Command, treeKey, writableText } from './command.ts';

export const fences = [
  {
    id: 'fence.run',
    title: 'Run prompt fence',
    keys: treeKey('g'),
    only: 'buffer',
    when: writableText,
    run: ({ manuscript }) => manuscript?.fences.run(),
  },
  {
    id: 'fence.again',
    title: 'Run prompt fence again',
    keys: treeKey('o'),
    when: writableText,
    run: ({ manuscript }) => manuscript?.fences.runAgain(),
  },
  {
    id: 'fence.all',
    title: 'Run all prompt fences',
    keys: treeKey('l'),
    when: writableText,
    run: ({ manuscript }) => manuscript?.fences.runAll(),
  },
] as const satisfies readonly Command[];
