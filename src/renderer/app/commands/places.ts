/** Back and forward through the visited places, along links, and through bookmarks. */
import { GO_TO_ARRIVALS } from '../../../ui-text/continuations.ts';
import { FOLLOW_LINK, LINK_PASSAGE, SHOW_LINKS_HERE, WRITE_NAMES } from '../../../ui-text/links.ts';
import { bookmarkQuestion } from '../../session/window/palette-session.ts';
import { type Command, mod, NO_KEYS, treeKey, withTree, writable, writableText } from './command.ts';

export const places = [
  {
    id: 'places.back',
    title: 'Go back',
    keys: mod('['),
    when: writable,
    run: ({ session }) => session.navigationHistory.go(-1),
  },
  {
    id: 'places.forward',
    title: 'Go forward',
    keys: mod(']'),
    when: writable,
    run: ({ session }) => session.navigationHistory.go(1),
  },
  {
    id: 'link.follow',
    title: FOLLOW_LINK,
    keys: { mac: ['F12'], other: ['F12'] },
    when: ({ manuscript }) => manuscript !== null && manuscript.commands.findLink() !== null,
    run: async ({ session, manuscript }) => {
      const link = manuscript?.commands.findLink() ?? null;
      if (manuscript !== null && link !== null) await session.links.follow(manuscript.tree.treeId, link);
    },
  },
  {
    id: 'link.passage',
    title: LINK_PASSAGE,
    keys: treeKey('l'),
    when: writableText,
    run: async ({ session, manuscript }) => {
      if (manuscript !== null) await session.links.linkPassage(manuscript);
    },
  },
  {
    id: 'link.showHere',
    title: SHOW_LINKS_HERE,
    keys: NO_KEYS,
    when: withTree,
    run: async ({ session, tree, isBeside }) => {
      if (tree !== null) await session.links.showHere(tree, isBeside);
    },
  },
  {
    id: 'link.writeNames',
    title: WRITE_NAMES,
    keys: NO_KEYS,
    when: writable,
    run: async ({ session, tree }) => {
      const own = session.trees.all.find(({ id }) => id === tree?.treeId);
      if (own !== undefined) await session.links.writeNames(own);
    },
  },
  {
    id: 'places.arrivals',
    title: GO_TO_ARRIVALS,
    keys: NO_KEYS,
    when: (context) => withTree(context) && context.session.arrivals.latest !== null,
    run: ({ session }) => session.arrivals.goThere(),
  },
] as const satisfies readonly Command[];

/** Setting bookmarks and stepping through them. */
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
