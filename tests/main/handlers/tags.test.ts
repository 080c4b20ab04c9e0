import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PositionId, TagId, TreeId } from '../../../src/core/ids.ts';
import { foldTag } from '../../../src/core/tags/tag.ts';
import type { TagProperties } from '../../../src/ipc/wire/tag.ts';
import { writeTags } from '../../../src/main/store/tables/tags.ts';
import { TAG_NEEDS_NAME, TAG_TOO_LONG, tagNameTaken } from '../../../src/ui-text/tags.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { openGrove, temporaryFolder } from '../../helpers/grove.ts';

/** Tags through the contract, on a real file (`documents.md`, *Tags*). */

async function open() {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained all night. ')]);
  await desk.commit([desk.typed('The lamp burned.')]);
  return { desk, ...toolsOf(desk) };
}

function toolsOf(desk: HandlersDesk) {
  const { treeId } = desk;
  const named = async (name: string) => {
    const { tags } = await desk.call('tag.list', {});
    const found = tags.find((tag) => foldTag(tag.name) === foldTag(name));
    if (found === undefined) throw new Error(`no tag ${name}`);
    return found;
  };
  return {
    named,
    assign: (positionId: PositionId, name: string, inTree: TreeId = treeId) =>
      desk.call('tag.assign', { treeId: inTree, positionId, name }),
    unassign: async (positionId: PositionId, name: string) =>
      desk.call('tag.unassign', { treeId, positionId, tagId: (await named(name)).tagId }),
    update: async (name: string, properties: TagProperties) =>
      desk.call('tag.update', { tagId: (await named(name)).tagId, properties }),
    merge: async (name: string, into: string) =>
      desk.call('tag.merge', { tagId: (await named(name)).tagId, intoId: (await named(into)).tagId }),
    /** The names that the lists show: `name count`. */
    shown: async () => {
      const { tags } = await desk.call('tag.list', {});
      return tags.filter(({ isArchived }) => !isArchived).map(({ name, count }) => `${name} ${count}`);
    },
    at: async (positionId: PositionId) => {
      const { tags } = await desk.call('tag.list', {});
      const places = await desk.call('tag.places', { treeId });
      return places
        .filter((place) => [place.positionId, ...place.splits].includes(positionId))
        .map(({ tagId }) => tags.find((tag) => tag.tagId === tagId)?.name)
        .sort();
    },
    sound: async () =>
      expect(await desk.call('grove.verify', {})).toMatchObject({
        nodes: { invalid: 0 },
        violations: [],
        log: [],
        records: [],
      }),
  };
}

/** The number of rows of the log. */
function headOf(desk: HandlersDesk): number {
  const store = openGrove(desk.path, { readonly: true });
  const { seq } = store.head;
  store.close();
  return seq;
}

test('a tag is made when it is first put on something, is one whatever its case, and is taken off again', async () => {
  const { desk, assign, unassign, shown, at, sound } = await open();
  const [rain, lamp] = [await desk.positionAt(0), await desk.positionAt(1)];
  await assign(rain, '#Arc / Winter');
  await assign(lamp, 'arc/winter');
  await assign(lamp, 'ARC/WINTER');
  await assign(lamp, 'cafe\u0301');
  await assign(lamp, 'Café');
  expect(await shown()).toEqual(['Arc/Winter 2', 'café 1']);
  expect(await at(lamp)).toEqual(['Arc/Winter', 'café']);
  await unassign(lamp, 'arc/winter');
  expect(await shown()).toEqual(['Arc/Winter 1', 'café 1']);
  await sound();
});

test('trees, documents and notes have tags as passages do', async () => {
  const { desk, assign, shown, sound } = await open();
  const { treeId } = desk;
  const [tree] = desk.grove.snapshot().trees;
  if (tree === undefined) expect.unreachable();
  const note = await desk.call('node.annotate', { treeId, nodeId: await desk.nodeAt(0), text: 'Too wet?' });
  const document = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await assign(tree.rootPositionId, 'draft');
  await assign(document.rootPositionId, 'people', document.id);
  await assign(note.positionId, 'todo');
  expect(await shown()).toEqual(['draft 1', 'people 1', 'todo 1']);
  const { tags, trees } = await desk.call('tag.list', {});
  const nameOf = (id: TagId | undefined) => tags.find(({ tagId }) => tagId === id)?.name;
  expect(trees.map((one) => [one.treeId, one.tagIds.map(nameOf)])).toEqual([
    [treeId, ['draft']],
    [document.id, ['people']],
  ]);
  await sound();
});

test('a text and what divides it show the same tags', async () => {
  const { desk, assign, unassign, at, shown } = await open();
  await assign(await desk.positionAt(0), 'rain');
  await desk.call('node.split', { ...(await desk.intent()), nodeId: await desk.nodeAt(0), offset: 10 });
  const split = await desk.positionAt(0);
  expect(await at(split)).toEqual(['rain']);
  await assign(split, 'night');
  expect(await shown()).toEqual(['night 1', 'rain 1']);
  await unassign(split, 'rain');
  expect(await at(split)).toEqual(['night']);
});

test('renaming takes along what is nested, is one row of the log, and is refused for a name that is taken', async () => {
  const { desk, assign, update, shown, sound } = await open();
  const rain = await desk.positionAt(0);
  for (const name of ['arc', 'Arc/Winter', 'archive', 'plot']) await assign(rain, name);
  const before = headOf(desk);
  await update('arc', { name: 'Story' });
  expect(headOf(desk)).toBe(before + 1);
  expect(await shown()).toEqual(['archive 1', 'plot 1', 'Story 1', 'Story/Winter 1']);
  await expect(update('story', { name: 'PLOT' })).rejects.toThrow(tagNameTaken('PLOT'));
  await update('story', { name: 'STORY', color: 'teal' });
  expect(await shown()).toEqual(['archive 1', 'plot 1', 'STORY 1', 'STORY/Winter 1']);
  await sound();
});

test('a merged tag counts as the other, its name finds that, and it can be separated again', async () => {
  const { desk, assign, update, merge, shown, at, unassign, sound } = await open();
  const [rain, lamp] = [await desk.positionAt(0), await desk.positionAt(1)];
  for (const name of ['cold', 'winter']) await assign(rain, name);
  await assign(lamp, 'winter');
  const before = headOf(desk);
  await merge('winter', 'cold');
  expect(headOf(desk)).toBe(before + 1);
  expect(await shown()).toEqual(['cold 2']);
  expect(await at(lamp)).toEqual(['cold']);
  await unassign(lamp, 'cold');
  await assign(lamp, 'Winter');
  expect(await at(lamp)).toEqual(['cold']);
  // The name is free for the tag that took it over.
  await update('cold', { name: 'winter' });
  expect(await shown()).toEqual(['winter 2']);
  await update('cold', { archived: false });
  expect(await shown()).toEqual(['cold 1', 'winter 2']);
  await sound();
});

test('a tag that is put away stays on what it was on, and comes back when it is used', async () => {
  const { desk, assign, update, shown, named } = await open();
  const rain = await desk.positionAt(0);
  await assign(rain, 'winter');
  await update('winter', { archived: true });
  expect(await shown()).toEqual([]);
  expect(await named('winter')).toMatchObject({ isArchived: true, count: 1 });
  await assign(await desk.positionAt(1), 'winter');
  expect(await shown()).toEqual(['winter 2']);
});

test('names that are none, or too long, are refused, and so are more tags than a grove has', async () => {
  const { desk, assign, shown } = await open();
  const rain = await desk.positionAt(0);
  for (const name of ['', ' / ', '###']) await expect(assign(rain, name)).rejects.toThrow(TAG_NEEDS_NAME);
  await expect(assign(rain, 'x'.repeat(201))).rejects.toThrow(TAG_TOO_LONG);
  await expect(assign(rain, 'x'.repeat(10_000))).rejects.toThrow();
  await assign(rain, '👩‍🚀'.repeat(40));
  await assign(rain, Array.from({ length: 100 }, () => 'a').join('/'));
  expect(await shown()).toHaveLength(2);
  await desk.close();
  const store = openGrove(desk.path);
  const by = desk.grove.snapshot().writerId;
  const tags = Array.from({ length: 9_998 }, (_, at) => ({
    id: `01HQ3K4N7Y8M2P5R6T9W0${String(at).padStart(5, '0')}` as TagId,
    name: `tag ${at}`,
    folded: `tag ${at}`,
    color: null,
    createdAt: 0,
    archivedAt: null,
    mergedInto: null,
  }));
  store.transact((tx) => writeTags(tx, by, 'metadata', tags));
  store.close();
  const again = new HandlersDesk(desk.path, 5_000, undefined, desk.backups);
  const { assign: assignAgain, shown: shownAgain } = toolsOf(again);
  expect(await shownAgain()).toHaveLength(10_000);
  await assignAgain(rain, 'tag 7');
  await expect(assignAgain(rain, 'one more')).rejects.toThrow();
  expect(await shownAgain()).toHaveLength(10_000);
});

test('a shared path has the tags of its passages and of its tree, and no others', async () => {
  const { desk, assign } = await open();
  const { treeId } = desk;
  const [tree] = desk.grove.snapshot().trees;
  if (tree === undefined) expect.unreachable();
  const lamp = await desk.positionAt(1);
  await assign(tree.rootPositionId, 'draft');
  await assign(await desk.positionAt(0), 'rain');
  await assign(lamp, 'beside');
  await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
  await desk.commit([desk.typed('Then it stopped.')]);
  desk.newFile = join(temporaryFolder(), 'path.aspen');
  await desk.call('copy.share', { kind: 'path', treeId, documents: [] });
  const shared = new HandlersDesk(desk.newFile, 7_000);
  const { shown, sound } = toolsOf(shared);
  expect(await shown()).toEqual(['draft 1', 'rain 1']);
  await sound();
});

type Step =
  | { readonly do: 'assign'; readonly at: number; readonly name: string }
  | { readonly do: 'unassign'; readonly at: number; readonly name: string }
  | { readonly do: 'rename'; readonly name: string; readonly to: string }
  | { readonly do: 'merge'; readonly name: string; readonly to: string };

interface ModelTag {
  readonly id: string;
  folded: string;
  into: ModelTag | null;
  readonly places: Set<number>;
}

/** What each tag is on, by the names of tags alone. */
class Model {
  readonly #side: string;
  tags: ModelTag[];

  constructor(side: string, base: readonly ModelTag[] = []) {
    this.#side = side;
    this.tags = base.map((tag) => ({ ...tag, places: new Set(tag.places) }));
  }

  find(name: string): ModelTag | undefined {
    return this.tags.find(({ folded }) => folded === foldTag(name));
  }

  assign(at: number, name: string): void {
    const known = this.find(name);
    const tag = known?.into ?? known ?? this.#add(foldTag(name));
    if (![...this.#countedAs(tag)].some(({ places }) => places.has(at))) tag.places.add(at);
  }

  unassign(at: number, tag: ModelTag): void {
    for (const { places } of this.#countedAs(tag.into ?? tag)) places.delete(at);
  }

  merge(tag: ModelTag, other: ModelTag): void {
    const into = other.into ?? other;
    for (const one of [...this.#countedAs(tag)]) one.into = into;
  }

  rename(tag: ModelTag, name: string): void {
    const [old, next] = [tag.folded, foldTag(name)];
    const moving = this.tags.filter(({ folded }) => folded === old || folded.startsWith(`${old}/`));
    for (const one of moving) {
      const was = one.folded;
      one.folded = next + was.slice(old.length);
      const holder = this.tags.find((other) => !moving.includes(other) && other.folded === one.folded);
      if (holder !== undefined) holder.folded = was;
    }
  }

  join({ tags }: Model): void {
    const here = (tag: ModelTag): ModelTag =>
      this.tags.find(({ id }) => id === tag.id) ??
      this.find(tag.folded) ??
      (tag.into === null ? this.#add(tag.folded, tag.id) : here(tag.into));
    for (const tag of tags) for (const place of tag.places) here(tag).places.add(place);
  }

  state(): readonly string[] {
    const lines = this.tags.flatMap(({ folded, into, places }) =>
      [...places].map((place) => `${place} ${into?.folded ?? folded}`),
    );
    return [...new Set(lines)].sort();
  }

  *#countedAs(tag: ModelTag): Generator<ModelTag> {
    for (const one of this.tags) if (one === tag || one.into === tag) yield one;
  }

  #add(folded: string, id = `${this.#side} ${this.tags.length}`): ModelTag {
    const tag: ModelTag = { id, folded, into: null, places: new Set() };
    this.tags.push(tag);
    return tag;
  }
}

/** Takes steps in a grove, and those that it permits in a model. */
async function takeSteps(desk: HandlersDesk, model: Model, steps: readonly Step[]): Promise<void> {
  const { assign, update, merge, named } = toolsOf(desk);
  for (const step of steps) {
    const tag = model.find(step.name);
    if (step.do === 'assign') {
      await assign(await desk.positionAt(step.at), step.name);
      model.assign(step.at, step.name);
    } else if (tag === undefined) continue;
    else if (step.do === 'unassign') {
      const { tagId, mergedInto } = await named(step.name);
      const positionId = await desk.positionAt(step.at);
      await desk.call('tag.unassign', { treeId: desk.treeId, positionId, tagId: mergedInto ?? tagId });
      model.unassign(step.at, tag);
    } else if (tag.into !== null) continue;
    else if (step.do === 'rename') {
      const isDone = await update(step.name, { name: step.to }).then(
        () => true,
        () => false,
      );
      if (isDone) model.rename(tag, step.to);
    } else {
      const into = model.find(step.to);
      if (into === undefined || (into.into ?? into) === tag) continue;
      await merge(step.name, step.to);
      model.merge(tag, into);
    }
  }
}

test('law: what tags are on is what a model says, through renaming and merging tags, and merging copies', async () => {
  const name = fc.constantFrom('arc', 'Arc/Winter', 'cold', 'WINTER', 'cafe\u0301', 'café');
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constant('assign' as const), at: fc.nat(1), name }),
    fc.record({ do: fc.constant('unassign' as const), at: fc.nat(1), name }),
    fc.record({ do: fc.constant('rename' as const), name, to: name }),
    fc.record({ do: fc.constant('merge' as const), name, to: name }),
  );
  const steps = fc.array(step, { minLength: 2, maxLength: 12 });
  const stateOf = async (desk: HandlersDesk) => {
    const { at } = toolsOf(desk);
    const lists = [await at(await desk.positionAt(0)), await at(await desk.positionAt(1))];
    return lists.flatMap((list, place) => list.map((one) => `${place} ${foldTag(one ?? '')}`)).sort();
  };
  await fc.assert(
    fc.asyncProperty(steps, steps, async (here, there) => {
      const { desk, assign } = await open();
      const base = new Model('base');
      await assign(await desk.positionAt(0), 'arc');
      base.assign(0, 'arc');
      await desk.close();
      const path = join(temporaryFolder(), 'copy.aspen');
      copyFileSync(desk.path, path);
      const ours = new HandlersDesk(desk.path, 2_000, undefined, desk.backups);
      const theirs = new HandlersDesk(path, 3_000);
      const [mine, other] = [new Model('here', base.tags), new Model('there', base.tags)];
      await takeSteps(ours, mine, here);
      expect(await stateOf(ours)).toEqual(mine.state());
      await takeSteps(theirs, other, there);
      await theirs.close();
      ours.chosenFile = path;
      await ours.call('copy.merge', {});
      mine.join(other);
      expect(await stateOf(ours)).toEqual(mine.state());
      await toolsOf(ours).sound();
      await ours.close();
    }),
    casesFor('program'),
  );
}, 60_000);
