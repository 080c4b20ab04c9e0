/** Editing the messages of a conversation (`dialogue.md`, *Keys*). */
import { type Command, inEdit, NO_KEYS, treeKey, writableTalk } from './command.ts';

export const messages = [
  {
    id: 'message.edit',
    title: 'Edit this message',
    keys: treeKey('e'),
    when: writableTalk,
    run: ({ conversation }) => conversation?.commands.editCurrent(),
  },
  {
    id: 'message.fixInPlace',
    title: 'Fix the message in place',
    keys: treeKey('v'),
    when: inEdit,
    run: ({ conversation }) => conversation?.commands.fixActive(),
  },
  {
    id: 'message.cancelEdit',
    title: 'Cancel the edit',
    keys: NO_KEYS,
    when: inEdit,
    run: ({ conversation }) => conversation?.commands.cancelActive(),
  },
] as const satisfies readonly Command[];
