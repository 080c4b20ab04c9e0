/** Tags: adding and removing them, what they are called, and the filter by one. */
import type { TagFilter } from '../../../core/tags/tag-filter.ts';
import { NOTHING_TO_TAG } from '../../../ui-text/tags.ts';
import type { TaggedPlace } from '../../session/window/tags-session.ts';
import { type Command, type CommandContext, NO_KEYS, withTree, writable } from './command.ts';

/** The text at the caret; null if nothing is written there. What is typed is committed first. */
async function placeAtCaret({ session, tree }: CommandContext): Promise<TaggedPlace | null> {
  if (tree === null) return null;
  if (tree.findCurrent() === null) await tree.commit();
  const positionId = tree.findCurrent();
  if (positionId === null) session.notices.tell(NOTHING_TO_TAG);
  return positionId === null ? null : { treeId: tree.treeId, positionId };
}

/** Makes a command act on the tree as a whole. */
function placeOfTree({ session, tree }: CommandContext): TaggedPlace | null {
  const own = session.trees.all.find(({ id }) => id === tree?.treeId);
  return own === undefined ? null : { treeId: own.id, positionId: own.rootPositionId };
}

/** Makes a command show only what has a tag, or hide it. */
function filterBy(kind: TagFilter['kind']) {
  return ({ session: { tags } }: CommandContext) =>
    tags.ask(kind, ({ tagId }) =>
      tags.setFilter({ tagId, kind, withBelow: tags.filter.get()?.withBelow ?? false }),
    );
}

const isFiltered = ({ session, ...context }: CommandContext) =>
  withTree({ session, ...context }) && session.tags.filter.get() !== null;

export const tagging = [
  {
    id: 'tag.add',
    title: 'Add a tag…',
    keys: NO_KEYS,
    when: writable,
    run: async (context) => {
      const place = await placeAtCaret(context);
      if (place !== null) await context.session.tags.askToAdd(place);
    },
  },
  {
    id: 'tag.remove',
    title: 'Remove a tag…',
    keys: NO_KEYS,
    when: ({ tree, readOnly }) => !readOnly && tree !== null && tree.findCurrent() !== null,
    run: async ({ session, tree }) => {
      const positionId = tree?.findCurrent() ?? null;
      if (tree === null || positionId === null) return;
      await tree.tags.refresh();
      const tags = tree.tags.byPosition.get().get(positionId) ?? [];
      session.tags.askToRemove({ treeId: tree.treeId, positionId }, tags);
    },
  },
  {
    id: 'tag.addToTree',
    title: 'Add a tag to this tree or document…',
    keys: NO_KEYS,
    when: writable,
    run: async (context) => {
      const place = placeOfTree(context);
      if (place !== null) await context.session.tags.askToAdd(place);
    },
  },
  {
    id: 'tag.only',
    title: 'Show only tag…',
    keys: NO_KEYS,
    when: withTree,
    run: filterBy('only'),
  },
  {
    id: 'tag.hide',
    title: 'Hide tag…',
    keys: NO_KEYS,
    when: withTree,
    run: filterBy('hide'),
  },
  {
    id: 'tag.below',
    title: 'Filter by tag: with or without what is below',
    keys: NO_KEYS,
    when: isFiltered,
    run: ({ session: { tags } }) => {
      const filter = tags.filter.get();
      if (filter !== null) tags.setFilter({ ...filter, withBelow: !filter.withBelow });
    },
  },
  {
    id: 'tag.showAll',
    title: 'Filter by tag: show everything again',
    keys: NO_KEYS,
    when: isFiltered,
    run: ({ session }) => session.tags.setFilter(null),
  },
  {
    id: 'tag.rename',
    title: 'Tag: rename…',
    keys: NO_KEYS,
    when: writable,
    run: ({ session: { tags } }) => tags.ask('rename', (tag) => tags.askForName(tag)),
  },
  {
    id: 'tag.merge',
    title: 'Tag: merge into another…',
    keys: NO_KEYS,
    when: writable,
    run: ({ session: { tags } }) => tags.ask('merge', (tag) => tags.askToMerge(tag)),
  },
  {
    id: 'tag.putAway',
    title: 'Tag: put away…',
    keys: NO_KEYS,
    when: writable,
    run: ({ session: { tags } }) => tags.ask('putAway', (tag) => tags.putAway(tag)),
  },
  {
    id: 'tag.bringBack',
    title: 'Tag: bring back…',
    keys: NO_KEYS,
    when: writable,
    run: ({ session: { tags } }) => tags.ask('bringBack', (tag) => tags.bringBack(tag)),
  },
] as const satisfies readonly Command[];
