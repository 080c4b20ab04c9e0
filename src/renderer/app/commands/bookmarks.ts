/** Setting bookmarks and stepping through them. */
import { bookmarkQuestion } from '../../session/window/palette-questions.ts';
import { type Command, mod, NO_KEYS, treeKey, writable } from './command.ts';

export const bookmarks = [
  {
    id: 'bookmark.toggle',
    title: 'Bookmark',
    keys: mod('d'),
    when: writable,
    run: ({ tree }) => tree?.markCommands.toggleBookmark(),
  },
  {
    id: 'bookmark.name',
    title: 'Bookmark with a name…',
    keys: NO_KEYS,
    when: ({ tree, readOnly }) => !readOnly && tree !== null && tree.findCurrent() !== null,
    run: ({ session, tree }) => {
      if (tree === null) return;
      const name = tree.markCommands.nameAtCaret();
      session.palette.ask(bookmarkQuestion(name, (label) => tree.markCommands.nameBookmark(label)));
    },
  },
  {
    id: 'bookmark.previous',
    title: 'Previous bookmark',
    keys: treeKey('PageUp'),
    when: writable,
    run: ({ tree }) => tree?.navigation.stepBookmark(-1),
  },
  {
    id: 'bookmark.next',
    title: 'Next bookmark',
    keys: treeKey('PageDown'),
    when: writable,
    run: ({ tree }) => tree?.navigation.stepBookmark(1),
  },
] as const satisfies readonly Command[];
