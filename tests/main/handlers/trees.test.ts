import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { idAt, type PositionId, type TreeId } from '../../../src/core/ids.ts';
import { bookmark } from '../../../src/core/tree/metadata.ts';
import type { RecoveryJournal } from '../../../src/main/grove/writing/recovery-journal.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { journalHere } from '../../helpers/journal.ts';

/** A tree with branches, a version, a note, bookmarks, responses and a draft, and a second tree. */
async function deskWithTrees(journal?: RecoveryJournal) {
  const desk = new HandlersDesk(undefined, undefined, journal);
  const story = desk.treeId;
  await desk.commit([desk.typed('Once upon a time, ')]);
  const first = await desk.nodeAt(0);
  await desk.commit([
    desk.typed('there was a castle, in which nobody had lived for as long as anybody knew.'),
  ]);
  await desk.commit([desk.typed('dark and rainy ', { nodeId: first, offset: 7 })]);
  const [model] = desk.grove.snapshot().agents.filter(({ type }) => type === 'model');
  if (model === undefined) throw new Error('no model');
  await desk.call('generation.start', {
    ...(await desk.intent()),
    at: null,
    agentIds: [model.id],
    count: 2,
    maxTokens: 12,
  });
  await expect.poll(async () => (await desk.call('generation.running', { treeId: story })).length).toBe(0);
  await desk.call('node.annotate', { treeId: story, nodeId: first, text: 'Too old a beginning.' });
  const positionId = await desk.positionAt(0);
  await desk.call('position.bookmark', {
    ...(await desk.intent()),
    positionId,
    bookmarked: true,
    label: 'The beginning',
  });
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('And then')])), digest: null });
  const other = await desk.call('tree.create', { title: 'Another' });
  return { desk, story, other: other.id };
}

async function archived(desk: HandlersDesk, treeId: TreeId) {
  await desk.call('tree.update', { treeId, archived: true });
  return (await desk.call('tree.list', {})).find(({ id }) => id === treeId);
}

const titleOf = async (desk: HandlersDesk, treeId: TreeId) =>
  (await desk.call('tree.list', {})).find(({ id }) => id === treeId)?.title;

async function textOf(desk: HandlersDesk, treeId: TreeId) {
  const { segments, edits, buffer } = await desk.call('path.read', { treeId });
  return [segments.text, ...edits.map(({ text }) => text), buffer.text];
}

function query(path: string, sql: string): unknown[] {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare(sql).pluck().all();
  } finally {
    database.close();
  }
}

test('a tree is titled by its first words, which it follows until the writer names it', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  expect(await titleOf(desk, treeId)).toBe('Untitled story');
  await desk.commit([desk.typed('They drowned the village')]);
  expect(await titleOf(desk, treeId)).toBe('They drowned the village');
  await desk.commit([
    desk.typed(' on a Tuesday, so that the children should have something to write about.'),
  ]);
  expect(await titleOf(desk, treeId)).toBe('They drowned the village on a Tuesday…');
  await desk.call('tree.update', { treeId, title: 'Low Water' });
  await desk.commit([desk.typed('In summer, ', { nodeId: await desk.nodeAt(0) })]);
  expect(await titleOf(desk, treeId)).toBe('Low Water');
  await desk.call('tree.update', { treeId, title: '  ' });
  expect(await titleOf(desk, treeId)).toBe('In summer, They drowned the village on…');
});

test('an uncommitted draft titles a tree once it is in the file', async () => {
  const desk = new HandlersDesk();
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('# A *dry* summer\n')])), digest: null });
  await desk.call('draft.flush', { treeId: desk.treeId });
  expect(await titleOf(desk, desk.treeId)).toBe('A dry summer');
  expect(
    desk
      .emitted('grove.changed')
      .at(-1)
      ?.trees.map(({ title }) => title),
  ).toEqual(['A dry summer']);
});

async function duplicated(desk: HandlersDesk, treeId: TreeId) {
  const copy = await desk.call('tree.duplicate', { treeId });
  if (copy === null) throw new Error('the tree was not duplicated');
  return copy;
}

/** A tree large enough to be duplicated in slices: a path, and a second version of its first text. */
async function longTree() {
  const desk = new HandlersDesk();
  const lines = Array.from({ length: 1_200 }, (_, index) => `# Part ${index}\n\nIt rained.\n`);
  const file = join(temporaryFolder(), 'rain.md');
  writeFileSync(file, lines.join(''));
  desk.chosen = [file];
  await desk.call('exchange.importTexts', {});
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('At first, ', { nodeId })]);
  return { desk, treeId: desk.treeId };
}

/** Calls `act` at the first progress event. */
function onFirstProgress(desk: HandlersDesk, act: () => unknown) {
  desk.onProgress = () => {
    desk.onProgress = () => undefined;
    void act();
  };
}

describe('duplicating a large tree', () => {
  test('copies its text and reports progress', async () => {
    const { desk, treeId } = await longTree();
    const copy = await duplicated(desk, treeId);
    expect(await textOf(desk, copy.id)).toEqual(await textOf(desk, treeId));
    const [one, other] = await Promise.all(
      [treeId, copy.id].map((id) => desk.call('tree.contents', { treeId: id })),
    );
    expect(other).toEqual(one);
    expect(await desk.call('grove.verify', {})).toMatchObject({
      nodes: { invalid: 0 },
      violations: [],
      log: [],
    });
    const events = desk.emitted('exchange.progressed').filter((progress) => progress?.kind === 'duplicate');
    expect(events.length).toBeGreaterThan(1);
    expect(desk.emitted('exchange.progressed').at(-1)).toBeNull();
    // Search finds the words of the copy too.
    const found = await desk.call('search.find', {
      text: 'first',
      treeId: copy.id,
      ranked: false,
      limit: 10,
    });
    expect(found.hits).toHaveLength(1);
  });

  test('can be stopped and then leaves nothing', async () => {
    const { desk, treeId } = await longTree();
    const before = await desk.call('tree.list', {});
    onFirstProgress(desk, () => desk.call('exchange.stop', {}));
    expect(await desk.call('tree.duplicate', { treeId })).toBeNull();
    expect(await desk.call('tree.list', {})).toEqual(before);
    expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
  });

  test('includes what is committed and typed meanwhile', async () => {
    const { desk, treeId } = await longTree();
    onFirstProgress(desk, () => desk.commit([desk.typed('And it snowed.')]));
    const copy = await duplicated(desk, treeId);
    const text = await textOf(desk, copy.id);
    expect(JSON.stringify(text)).toContain('And it snowed.');
    expect(text).toEqual(await textOf(desk, treeId));
    expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
  });
});

test('a duplicate has the same text and bookmarks, and is independent', async () => {
  const { desk, story } = await deskWithTrees();
  const copy = await duplicated(desk, story);
  expect(copy.title).toMatch(/^Copy of Once up/);
  expect(await textOf(desk, copy.id)).toEqual(await textOf(desk, story));
  const contents = await Promise.all(
    [story, copy.id].map((treeId) => desk.call('tree.contents', { treeId })),
  );
  expect(contents[1]).toEqual({ ...contents[0] });
  expect(await desk.call('position.bookmarks', { treeId: copy.id })).toMatchObject([
    { label: 'The beginning' },
  ]);

  await desk.call('tree.show', { treeId: copy.id });
  await desk.commit([desk.typed(' something else happened.')]);
  expect(await textOf(desk, copy.id)).not.toEqual(await textOf(desk, story));
  const verdict = await desk.call('grove.verify', {});
  expect(verdict).toMatchObject({ violations: [], log: [], records: [] });
});

test('a tree is archived and deleted in one step, only by its title, and never the last one', async () => {
  const { desk, story, other } = await deskWithTrees();
  const title = (await titleOf(desk, story)) ?? '';
  await expect(desk.call('tree.delete', { treeId: story, title: 'Another' })).rejects.toThrow('title');
  const before = await desk.call('tree.contents', { treeId: story });
  expect(before).toMatchObject({ nodes: 5, notes: 1, answers: 2 });
  desk.events.length = 0;
  expect(await desk.call('tree.delete', { treeId: story, title: `${title} ` })).toEqual(before);
  // Deleting a large tree takes seconds: the window shows it first.
  expect(desk.events[0]).toEqual({
    name: 'exchange.progressed',
    value: { kind: 'delete', name: title, share: null },
  });
  expect(desk.emitted('exchange.progressed').at(-1)).toBeNull();
  expect((await desk.call('tree.list', {})).map((tree) => tree.title)).toEqual(['Another']);
  await expect(desk.call('tree.delete', { treeId: other, title: 'Another' })).rejects.toThrow('last tree');
  expect((await desk.call('tree.list', {})).map(({ archivedAt }) => archivedAt)).toEqual([null]);
  await desk.close();
  const entries = query(desk.path, "select entry from log where kind = 'tree-update' order by seq").map(
    (entry) => JSON.parse(String(entry)),
  );
  expect(entries.slice(-2)).toMatchObject([
    { tree: story, properties: { archivedAt: expect.any(Number) } },
    { tree: story, deleted: true, details: { nodes: 5, notes: 1, answers: 2 } },
  ]);
});

test('a tree that cannot be deleted stays as it was, and can be written in at once', async () => {
  const { desk, story } = await deskWithTrees();
  const title = (await titleOf(desk, story)) ?? '';
  const { pathVersion } = await desk.call('path.read', { treeId: story });
  const text = await textOf(desk, story);
  await desk.call('draft.flush', { treeId: story });
  const file = new Database(desk.path);
  file.exec('begin immediate');
  await expect(desk.call('tree.delete', { treeId: story, title })).rejects.toMatchObject({ code: 'IN_USE' });
  file.exec('rollback');
  file.close();
  expect((await desk.call('tree.list', {})).map(({ archivedAt }) => archivedAt)).toEqual([null, null]);
  expect(await textOf(desk, story)).toEqual(text);
  await desk.call('draft.save', { treeId: story, pathVersion, ops: [desk.typed('So ')], digest: null });
  expect(await textOf(desk, story)).toEqual(text.with(-1, 'So And then'));
});

test('a deleted tree leaves no draft that a restart could restore, whenever the program ends', async () => {
  const journal = journalHere();
  const order: string[] = [];
  const isInFile = () =>
    query(desk.path, `select count(*) from loom_tree where id = '${story}'`)[0] === 1 ? 'there' : 'gone';
  const { desk, story, other } = await deskWithTrees({
    ...journal,
    forget: async (scope) => {
      await journal.forget(scope);
      if (scope.treeId === story) order.push(isInFile());
    },
  });
  await archived(desk, story);
  const { pathVersion } = await desk.call('path.read', { treeId: story });
  const ops = [desk.typed('A castle. ')];
  await desk.call('draft.save', { treeId: story, pathVersion, ops, digest: null });
  order.length = 0;
  await desk.call('tree.delete', { treeId: story, title: (await titleOf(desk, story)) ?? '' });
  // The journal had forgotten the draft before the tree was gone.
  expect(order).toEqual(['there']);
  expect(isInFile()).toBe('gone');
  expect(await textOf(desk, other)).toEqual(['', '']);
});

// The search index is rebuilt if little stays, and otherwise cleaned.
test.each([1, 12])('only the log rows of a deleted tree stay in the file beside %d texts', async (stay) => {
  const { desk, story, other } = await deskWithTrees();
  await desk.call('tree.show', { treeId: other });
  for (let text = 0; text < stay; text += 1) await desk.commit([desk.typed('What stays.')]);
  const title = (await archived(desk, story))?.title ?? '';
  await desk.call('tree.delete', { treeId: story, title });
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
  const found = await desk.call('search.find', { text: 'castle', treeId: null, ranked: false, limit: 10 });
  expect(found.hits).toEqual([]);
  const kept = await desk.call('search.find', { text: 'stays', treeId: null, ranked: false, limit: 20 });
  expect(kept.hits).toHaveLength(stay);
  await desk.close();
  const facts = readGrove(desk.path);
  expect(facts).toMatchObject({ integrity: 'ok', logIsWhole: true, draftText: null });
  expect(facts.counts).toEqual({
    nodes: 1 + stay,
    edges: stay,
    sources: stay,
    versions: 0,
    responses: 0,
    drafts: 0,
    cursors: 1,
  });
  expect(query(desk.path, "select count(*) from sqlite_schema where name like 'deletion%'")).toEqual([0]);
  expect(query(desk.path, 'pragma foreign_key_check')).toEqual([]);
  // Not only unlinked: its text is gone from the bytes of the file.
  const bytes = readFileSync(desk.path);
  expect(bytes.includes('nobody had lived')).toBe(false);
  expect(bytes.includes('And then')).toBe(false);
  expect(bytes.includes('What stays.')).toBe(true);
});

test('deleting a tree keeps responses that a duplicate shares', async () => {
  const { desk, story } = await deskWithTrees();
  const copy = await duplicated(desk, story);
  const title = (await archived(desk, story))?.title ?? '';
  expect(await desk.call('tree.delete', { treeId: story, title })).toMatchObject({ answers: 0 });
  expect(await desk.call('tree.contents', { treeId: copy.id })).toMatchObject({
    nodes: 5,
    notes: 1,
    answers: 2,
  });
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
});

test('moving a tree to another grove copies it whole and archives it here', async () => {
  const { desk, story } = await deskWithTrees();
  const path = join(temporaryFolder(), 'other.aspen');
  await (await desk.registry.open(path, true)).close();
  const text = await textOf(desk, story);
  desk.chosenFile = path;
  const moved = await desk.call('tree.move', { treeId: story });
  expect(moved).toEqual({ grove: 'other', fileName: 'other.aspen', nodes: 5, answers: 2 });
  expect((await desk.call('grove.current', {}))?.archivedTrees.map(({ id }) => id)).toEqual([story]);
  expect(await textOf(desk, story)).toEqual(text);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
  await desk.close();

  const there = new HandlersDesk(path, 5_000);
  expect(await textOf(there, story)).toEqual(text);
  expect(await there.call('tree.contents', { treeId: story })).toMatchObject({
    nodes: 5,
    notes: 1,
    answers: 2,
  });
  expect(await there.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
  await there.call('tree.show', { treeId: story });
  await there.commit();
  await there.close();
  expect(readGrove(path)).toMatchObject({ integrity: 'ok', logIsWhole: true });
  expect(query(path, 'pragma foreign_key_check')).toEqual([]);
});

describe('moving a large tree', () => {
  /** A large tree, and an open grove to move it to. */
  async function toMove() {
    const { desk, treeId } = await longTree();
    desk.chosenFile = join(temporaryFolder(), 'other.aspen');
    const other = await desk.registry.open(desk.chosenFile, true);
    onTestFinished(async () => (other.isOpen ? other.close() : undefined));
    const before = await desk.call('tree.list', {});
    const move = () => desk.call('tree.move', { treeId });
    /** Calls `act` once, as soon as this share is done. */
    const onShare = (share: number, act: () => unknown) => {
      desk.onProgress = () => {
        const progress = desk.emitted('exchange.progressed').at(-1);
        if (progress?.kind !== 'move' || (progress.share ?? 0) < share) return;
        desk.onProgress = () => undefined;
        void act();
      };
    };
    /** Expects the tree to be here as it was, and not there. */
    const expectNotMoved = async () => {
      expect(await desk.call('tree.list', {})).toEqual(before);
      const there = query(other.path, 'select count(*) from loom_tree');
      expect(there).toEqual([1]);
      for (const path of [desk.path, other.path]) expect(query(path, 'pragma foreign_key_check')).toEqual([]);
    };
    return { desk, treeId, other, move, onShare, expectNotMoved };
  }

  test('reports progress, and its text is there', async () => {
    const { desk, treeId, other, move } = await toMove();
    const text = await textOf(desk, treeId);
    expect(await move()).toMatchObject({ grove: 'other', nodes: 1_201 });
    const shares = desk
      .emitted('exchange.progressed')
      .flatMap((progress) => (progress?.kind === 'move' ? [progress.share] : []));
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual([null, ...shares.slice(1).toSorted((a, b) => (a ?? 0) - (b ?? 0))]);
    const { segments, buffer, edits } = other.treeSession(treeId).readPath();
    expect([segments.text, ...edits, buffer.text]).toEqual(text);
  });

  // Before the copy is written, and while it is compared.
  test.each([0.1, 0.6])('can be stopped at %d and then leaves nothing', async (share) => {
    const { desk, other, move, onShare, expectNotMoved } = await toMove();
    const log = query(other.path, 'select count(*) from log');
    onShare(share, () => desk.call('exchange.stop', {}));
    expect(await move()).toBe('stopped');
    await expectNotMoved();
    if (share < 0.5) expect(query(other.path, 'select count(*) from log')).toEqual(log);
    expect(other.read.search('rained', { treeId: null, ranked: false, limit: 1 }).hits).toEqual([]);
  });

  test.each([0.1, 0.6])('includes what is committed and typed when %d of it is done', async (share) => {
    const { desk, treeId, other, move, onShare } = await toMove();
    onShare(share, async () => {
      await desk.commit([desk.typed('And it snowed.')]);
      await desk.call('draft.save', { ...(await desk.intent([desk.typed('And then')])), digest: null });
    });
    expect(await move()).toMatchObject({ nodes: 1_202 });
    const { segments, buffer } = other.treeSession(treeId).readPath();
    expect([segments.text.endsWith('And it snowed.'), buffer.text]).toEqual([true, 'And then']);
    expect(other.trees.contents(treeId)).toEqual(await desk.call('tree.contents', { treeId }));
    expect(query(other.path, 'select archived_at from loom_tree')).toEqual([null, null]);
  });

  test.each(['in the archive', 'restored'])(
    'fails if the copy was changed meanwhile (%s), and deletes only one in the archive',
    async (where) => {
      const { desk, treeId, other, move, onShare, expectNotMoved } = await toMove();
      onShare(0.5, () => {
        if (where === 'restored') other.trees.update(treeId, { archived: false });
        const session = other.treeSession(treeId);
        const { pathVersion, segments } = session.readPath();
        const last = idAt(segments.positionIds, segments.count - 1) as PositionId;
        session.setMetadata({ pathVersion, ops: [] }, (tree) => bookmark(tree, last, 'Mine'));
      });
      await expect(move()).rejects.toMatchObject({ code: 'IO_ERROR' });
      if (where === 'in the archive') return expectNotMoved();
      const bookmarks = other.read.readBookmarks(treeId);
      expect(bookmarks.map(({ label }) => label)).toEqual(['Mine']);
      expect((await desk.call('tree.list', {})).map(({ archivedAt }) => archivedAt)).toEqual([null, null]);
    },
  );

  test('fails if the other grove is closed meanwhile, and leaves nothing there', async () => {
    const { other, move, onShare, expectNotMoved } = await toMove();
    onShare(0.6, () => other.close());
    await expect(move()).rejects.toThrow('was closed');
    await expectNotMoved();
  });
});

test('text written in a tree that came from a computer whose clock is ahead is its newest', async () => {
  const { desk, other } = await deskWithTrees();
  const ahead = new HandlersDesk(join(temporaryFolder(), 'ahead.aspen'), 1_000_000);
  await ahead.commit([ahead.typed('From the future. ')]);
  await ahead.call('tree.create', { title: 'Another' });
  const [{ id: treeId } = { id: other }] = await ahead.call('tree.list', {});
  await ahead.grove.trees.moveTo(treeId, desk.grove.trees, () => undefined, new AbortController().signal);
  await desk.call('tree.show', { treeId });
  const before = await desk.nodeAt(0);
  await desk.commit([desk.typed('Not ', { nodeId: before })]);
  expect((await desk.nodeAt(0)) > before).toBe(true);
});

test('a tree can be moved to a grove only once, and returns from the archive to its place', async () => {
  const { desk, story } = await deskWithTrees();
  const path = join(temporaryFolder(), 'other.aspen');
  const other = await desk.registry.open(path, true);
  desk.chosenFile = path;
  await desk.call('tree.move', { treeId: story });
  expect(other.trees.list().map(({ id }) => id)).toContain(story);
  await desk.call('tree.update', { treeId: story, archived: false });
  await expect(desk.call('tree.move', { treeId: story })).rejects.toThrow('has “Once');
  expect((await desk.call('grove.current', {}))?.trees.map(({ id }) => id)).toContain(story);
  await other.close();
});

test('the last tree of a grove cannot be moved, nor any tree to its own grove', async () => {
  const desk = new HandlersDesk();
  desk.chosenFile = join(temporaryFolder(), 'other.aspen');
  const other = await desk.registry.open(desk.chosenFile, true);
  await expect(desk.call('tree.move', { treeId: desk.treeId })).rejects.toThrow('last tree');
  expect(other.trees.list()).toHaveLength(1);
  await other.close();
  const { id } = await desk.call('tree.create', { title: 'Two' });
  desk.chosenFile = desk.path;
  await expect(desk.call('tree.move', { treeId: id })).rejects.toThrow('the grove that the tree is in');
  desk.chosenFile = null;
  expect(await desk.call('tree.move', { treeId: id })).toBeNull();
});

test('a tree moved away and deleted can come back, and the log has both', async () => {
  const { desk, story } = await deskWithTrees();
  const path = join(temporaryFolder(), 'other.aspen');
  desk.chosenFile = path;
  const other = await desk.registry.open(path, true);
  const text = await textOf(desk, story);
  await desk.call('tree.move', { treeId: story });
  await desk.call('tree.delete', { treeId: story, title: (await titleOf(desk, story)) ?? '' });
  await other.trees.moveTo(story, desk.grove.trees, () => undefined, new AbortController().signal);
  expect(await textOf(desk, story)).toEqual(text);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [], records: [] });
  await other.close();
});

test('a grove can be removed from the recent groves', async () => {
  const desk = new HandlersDesk();
  expect((await desk.call('grove.forgetRecent', { handle: 'none' })).recentGroves).toEqual([]);
  expect(desk.events.map(({ name }) => name)).toContain('recentGroves');
});

test('stepping through bookmarks follows the order of the tree, not the order they were set in', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const ids: Record<string, PositionId> = {};
  const write = async (after: string | null, name: string) => {
    const to = after === null ? undefined : ids[after];
    if (to !== undefined) await desk.call('path.moveHead', { ...(await desk.intent()), to });
    await desk.commit([desk.typed(`${name}. `)]);
    const { positionIds } = await desk.segments();
    ids[name] = positionIds.slice(-26) as PositionId;
  };
  // Snow and hail continue one; ice and wind continue snow.
  await write(null, 'one');
  await write('one', 'snow');
  await write('one', 'hail');
  await write('snow', 'ice');
  await write('snow', 'wind');
  const idOf = (name: string): PositionId => {
    const id = ids[name];
    if (id === undefined) throw new Error(`no ${name}`);
    return id;
  };
  for (const positionId of ['hail', 'wind', 'one', 'ice'].map(idOf)) {
    await desk.call('path.moveHead', { ...(await desk.intent()), to: positionId });
    await desk.call('position.bookmark', {
      ...(await desk.intent()),
      positionId,
      bookmarked: true,
      label: null,
    });
  }
  const nameOf = (id: PositionId | null) => Object.keys(ids).find((name) => ids[name] === id) ?? null;
  const round = async (from: string | null, direction: 1 | -1) => {
    const seen: (string | null)[] = [];
    let at = from === null ? null : idOf(from);
    while (seen.length < 4) {
      at = await desk.call('position.nextBookmark', { treeId, from: at, direction });
      seen.push(nameOf(at));
    }
    return seen;
  };
  expect(await round(null, 1)).toEqual(['one', 'ice', 'wind', 'hail']);
  expect(await round('snow', 1)).toEqual(['ice', 'wind', 'hail', 'one']);
  expect(await round('snow', -1)).toEqual(['one', 'hail', 'wind', 'ice']);
  expect(await round(null, -1)).toEqual(['hail', 'wind', 'ice', 'one']);
  await desk.call('position.prune', { ...(await desk.intent()), positionId: idOf('snow') });
  expect(await round('one', 1)).toEqual(['hail', 'one', 'hail', 'one']);
});

test('a tree that cannot be moved stays whole and in place', async () => {
  const { desk, story } = await deskWithTrees();
  const text = await textOf(desk, story);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'letter.aspen'), 'Dear reader, this is no grove at all.');
  const locked = join(folder, 'locked.aspen');
  await (await desk.registry.open(locked, true)).close();
  const other = new Database(locked);
  other.exec('begin exclusive');
  for (const name of ['letter.aspen', 'locked.aspen', 'missing.aspen']) {
    desk.chosenFile = join(folder, name);
    await expect(desk.call('tree.move', { treeId: story }), name).rejects.toThrow(
      /NOT_A_GROVE|IN_USE|NOT_FOUND/,
    );
  }
  other.exec('rollback');
  other.close();
  expect((await desk.call('grove.current', {}))?.trees.map(({ id }) => id)).toContain(story);
  expect(await textOf(desk, story)).toEqual(text);
  expect(readdirSync(folder).sort()).toEqual(['letter.aspen', 'locked.aspen']);
  expect(query(locked, 'select count(*) from loom_tree')).toEqual([1]);
});

test('trees, documents, imports and conversations ask as the tree where they were made', async () => {
  const desk = new HandlersDesk();
  const ada = await desk.call('agent.create', {
    name: 'Ada',
    modelRef: 'here:ada',
    configuration: {},
    permissions: {},
    color: null,
  });
  const asking = { agentIds: [ada.id], count: 4, maxTokens: 120 };
  await desk.call('tree.update', { treeId: desk.treeId, settings: asking });
  const story = await desk.call('tree.create', { title: 'A story' });
  const notes = await desk.call('tree.create', { title: 'Notes', kind: 'document' });
  const topicTreeId = desk.treeId;
  const talk = await desk.call('tree.create', { title: 'Talk', mode: 'dialogue', topicTreeId });
  const imported = desk.grove.trees.importText({ name: 'Old', text: 'Once upon a time.', isWriters: true });
  let step = imported.next();
  while (step.done !== true) step = imported.next();
  expect([story, notes, step.value].map(({ settings }) => settings)).toEqual([
    asking,
    asking,
    { ...asking, importedAt: expect.any(Number) },
  ]);
  expect(talk.settings).toEqual({ agentIds: [ada.id], sendsTopic: true });
});
