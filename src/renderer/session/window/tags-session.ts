import type { GroveId, PositionId, TagId, TreeId } from '../../../core/ids.ts';
import { foldTag, MAX_TAG_LENGTH, TAG_COLORS, tagName } from '../../../core/tags/tag.ts';
import { isLeft, type TagFilter, tagsMeant } from '../../../core/tags/tag-filter.ts';
import type { TagList, TagProperties, TagSummary } from '../../../ipc/wire/tag.ts';
import {
  CHOOSE_TAG,
  COLOUR_QUESTION,
  CURRENT_COLOUR,
  filterName,
  filterOn,
  mergeHint,
  NO_COLOUR,
  newTag,
  renameTo,
  SHOWING_ALL,
  TAG_COLOUR_NAMES,
  TAG_NAME_QUESTION,
  TAG_NEEDS_NAME,
  TAG_TOO_LONG,
  tagBroughtBack,
  tagCount,
  taggedAs,
  tagMerged,
  tagPutAway,
  tagRemoved,
  tagRenamed,
} from '../../../ui-text/tags.ts';
import { LiveQuery } from '../live-query.ts';
import { createStore, derive, readableOf, type Store } from '../store.ts';
import type { Choice, PaletteSession } from './palette-session.ts';
import type { WindowScope } from './window-scope.ts';

/** The position that a tag is put on. */
export interface TaggedPlace {
  readonly treeId: TreeId;
  readonly positionId: PositionId;
}

/** The shown grove's tags, what can be done with them, and the one filter by a tag. Everything can be undone. */
export function createTagsSession({ client, notices, findGrove }: WindowScope, palette: PaletteSession) {
  const list: LiveQuery<TagList> = new LiveQuery<TagList>({
    initial: { tags: [], trees: [] },
    key: () => findGrove()?.id ?? null,
    read: () => client.call('tag.list', {}),
    onError: notices.report,
  });
  let groveId: GroveId | null = null;
  const filter = createStore<TagFilter | null>(null);
  const active: Store<readonly TagSummary[]> = derive([list.value], ({ tags }) =>
    tags.filter(({ isArchived }) => !isArchived),
  );
  const archived: Store<readonly TagSummary[]> = derive([list.value], ({ tags }) =>
    tags.filter(({ isArchived }) => isArchived),
  );

  function find(tagId: TagId): TagSummary | undefined {
    return list.value.get().tags.find((tag) => tag.tagId === tagId);
  }

  async function assign(place: TaggedPlace, name: string): Promise<void> {
    await notices.attempt(async () => {
      const tag = await client.call('tag.assign', { ...place, name });
      notices.tellUndoable(taggedAs(tag.name), () =>
        client.call('tag.unassign', { ...place, tagId: tag.tagId }),
      );
    });
  }

  async function unassign(place: TaggedPlace, { tagId, name }: TagSummary): Promise<void> {
    await notices.attempt(async () => {
      await client.call('tag.unassign', { ...place, tagId });
      notices.tellUndoable(tagRemoved(name), () => client.call('tag.assign', { ...place, name }));
    });
  }

  async function update(
    { tagId }: TagSummary,
    properties: TagProperties,
    sentence: string,
    back: TagProperties,
  ): Promise<void> {
    await notices.attempt(async () => {
      await client.call('tag.update', { tagId, properties });
      notices.tellUndoable(sentence, () => client.call('tag.update', { tagId, properties: back }));
    });
  }

  function rename(tag: TagSummary, name: string): Promise<void> {
    return update(tag, { name }, tagRenamed(tag.name, name), { name: tag.name });
  }

  /** Undoing separates the two again. */
  async function merge({ tagId, name }: TagSummary, into: TagSummary): Promise<void> {
    await notices.attempt(async () => {
      await client.call('tag.merge', { tagId, intoId: into.tagId });
      if (filter.get()?.tagId === tagId) setFilter(null);
      notices.tellUndoable(tagMerged(name, into.name), () =>
        client.call('tag.update', { tagId, properties: { archived: false } }),
      );
    });
  }

  /** The tag with a name, whatever its case. */
  function findNamed(name: string): TagSummary | undefined {
    return active.get().find((tag) => foldTag(tag.name) === foldTag(name));
  }

  function setFilter(next: TagFilter | null): void {
    filter.set(next);
    notices.announce(next === null ? SHOWING_ALL : filterOn(nameOfFilter(next)));
  }

  function nameOfFilter({ kind, tagId, withBelow }: TagFilter): string {
    return filterName(kind, find(tagId)?.name ?? '', withBelow);
  }

  return {
    list: list.value,
    /** Those that are not put away, and those that are, by name. */
    active,
    archived,
    /** Null for none. */
    filter: readableOf(filter),
    watch: () => list.watch(),
    refresh: () => list.refresh(),
    find,
    assign,
    unassign,
    setFilter,
    nameOfFilter,

    /** Tags changed, here or elsewhere. */
    onChanged(): void {
      list.invalidate();
    },

    /** Another grove is shown: its tags are others. */
    onGrove(): void {
      const id = findGrove()?.id ?? null;
      if (id === groveId) return;
      groveId = id;
      filter.set(null);
      list.clear();
      list.follow();
    },

    /** Returns true if the filter leaves a tree in the lists: because of its own tags or, with `only`, of those within it. */
    showsTree(treeId: TreeId): boolean {
      const wanted = filter.get();
      if (wanted === null) return true;
      const { tags, trees } = list.value.get();
      const meant = tagsMeant(tags, wanted);
      const own = trees.find((tree) => tree.treeId === treeId);
      const counted = wanted.kind === 'only' ? own?.within : own?.tagIds;
      return isLeft(wanted, counted?.some((tagId) => meant.has(tagId)) === true);
    },

    /** The tags of a tree as a whole, by name. */
    ofTree(treeId: TreeId): readonly TagSummary[] {
      const ids = list.value.get().trees.find((tree) => tree.treeId === treeId)?.tagIds ?? [];
      return active.get().filter(({ tagId }) => ids.includes(tagId));
    },

    /** Asks for the colour of a tag. */
    askForColor({ tagId, color }: TagSummary): void {
      palette.askWhich({
        ...COLOUR_QUESTION,
        choices: [...TAG_COLORS, null].map((one) => ({
          id: one ?? 'none',
          title: one === null ? NO_COLOUR : TAG_COLOUR_NAMES[one],
          note: one === color ? CURRENT_COLOUR : '',
          run: async () => {
            await notices.attempt(client.call('tag.update', { tagId, properties: { color: one } }));
          },
        })),
      });
    },

    putAway(tag: TagSummary): Promise<void> {
      if (filter.get()?.tagId === tag.tagId) setFilter(null);
      return update(tag, { archived: true }, tagPutAway(tag.name), { archived: false });
    },

    async bringBack({ tagId, name }: TagSummary): Promise<void> {
      await notices.attempt(async () => {
        await client.call('tag.update', { tagId, properties: { archived: false } });
        notices.tell(tagBroughtBack(name));
      });
    },

    /** Asks for the new name of a tag. */
    askForName(tag: TagSummary): void {
      palette.ask({
        ...TAG_NAME_QUESTION,
        initial: tag.name,
        explain: (text) => {
          const name = tagName(text);
          if (name === null) return { sentence: TAG_NEEDS_NAME, fits: false };
          if (name.length > MAX_TAG_LENGTH) return { sentence: TAG_TOO_LONG, fits: false };
          return { sentence: renameTo(name), fits: true };
        },
        answer: (text) => rename(tag, tagName(text) ?? tag.name),
      });
    },

    /** Asks which tag to put on something: one that there is, or a new one. */
    async askToAdd(place: TaggedPlace): Promise<void> {
      await list.refresh();
      palette.askWhich({
        ...CHOOSE_TAG.add,
        choices: active.get().map((tag) => choiceOf(tag, () => assign(place, tag.name))),
        make: (typed) => {
          const name = tagName(typed);
          if (name === null || name.length > MAX_TAG_LENGTH || findNamed(name) !== undefined) return null;
          return { id: 'new', title: newTag(name), note: '', run: () => assign(place, name) };
        },
      });
    },

    /** Asks which of its tags to take off something. */
    askToRemove(place: TaggedPlace, tags: readonly TagSummary[]): void {
      palette.askWhich({
        ...CHOOSE_TAG.remove,
        choices: tags.map((tag) => choiceOf(tag, () => unassign(place, tag))),
      });
    },

    /** Asks which tag a command is for. */
    async ask(
      question: keyof typeof CHOOSE_TAG,
      act: (tag: TagSummary) => void | Promise<void>,
    ): Promise<void> {
      await list.refresh();
      const tags = question === 'bringBack' ? archived : active;
      palette.askWhich({
        ...CHOOSE_TAG[question],
        choices: tags.get().map((tag) => choiceOf(tag, () => act(tag))),
      });
    },

    /** Asks which other tag to merge a tag into. */
    askToMerge(tag: TagSummary): void {
      palette.askWhich({
        label: CHOOSE_TAG.rename.label,
        hint: mergeHint(tag.name),
        choices: active
          .get()
          .filter(({ tagId }) => tagId !== tag.tagId)
          .map((into) => choiceOf(into, () => merge(tag, into))),
      });
    },
  };
}

function choiceOf({ tagId, name, count }: TagSummary, run: () => void | Promise<void>): Choice {
  return { id: tagId, title: name, note: tagCount(count), run };
}

export type TagsSession = ReturnType<typeof createTagsSession>;
