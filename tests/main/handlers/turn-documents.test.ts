import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { findChangedRecords } from '../../../src/main/grove/checking/find-changed-records.ts';
import { MARIE, openDocument } from '../../helpers/document-desk.ts';
import { openGrove } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { COLLABORATOR } from '../../helpers/turn-desk.ts';

/** Agents read, write and link documents (`agents.md`, *Commands*; `documents.md`). */

describe('reading', () => {
  test('a document is shown with its sections, in parts, as a summary, and listed', async () => {
    const { turns, desk, marie, results } = await openDocument([
      [
        '→ read doc:"marie"',
        '→ read doc:"Marie" §youth',
        '→ read doc:"Marie#Marie/Motivation"',
        '→ read doc:"Marie" lines:3-3',
        '→ read "Marie" summary',
        '→ list documents',
        'So.',
      ].join('\n'),
    ]);
    await desk.call('tree.update', { treeId: marie, settings: { lore: [{ part: 'Youth' }] } });
    await turns.turn();
    const [all, youth, motivation, line, summary, list] = await results();
    expect(all).toMatch(
      /^doc:"Marie" \[\w+\] · sections: Marie, Motivation, Youth · 12 words\n# Marie\n[\s\S]*By the sea\.$/,
    );
    expect(youth).toMatch(/· section "Youth" · lines 9-11 · 12 words\n## Youth\n\nBy the sea\.$/);
    expect(motivation).toMatch(/\n## Motivation\n\nShe fears the lake\.$/);
    expect(line).toMatch(/· lines 3-3 · 12 words\nA skater\.$/);
    expect(summary).toMatch(/ · summary\n# Marie A skater\. ## Motivation/);
    expect(list).toMatch(/^ {2}doc:"Marie" \[\w+\] · 12 words · lore$/);
    const [{ actions } = { actions: [] }] = await desk.call('turn.trace', { treeId: turns.talk });
    expect(actions.filter(({ isWrite, offers }) => isWrite || offers !== null)).toEqual([]);
    await desk.close();
  });

  test('what is not there is named, with what is', async () => {
    const { turns, desk, results } = await openDocument([
      '→ read doc:"Maria"\n→ read doc:"Harbour"\n→ read doc:"Marie" section:"Fears"\n→ read doc:"Marie" lines:90\n→ read\nSo.',
      '→ read doc:"Twin"\n→ read doc:"Empty"\n→ read doc:"Empty" section:"Any"\nSo.',
    ]);
    await desk.call('tree.create', { title: 'Twin', kind: 'document' });
    await desk.call('tree.create', { title: 'Twin', kind: 'document' });
    await desk.call('tree.create', { title: 'Empty', kind: 'document' });
    await turns.turn();
    expect(await results()).toEqual([
      '✗ NOT_FOUND: there is no document "Maria"\n  hint: did you mean doc:"Marie"',
      '✗ NOT_FOUND: there is no document "Harbour"\n  hint: the documents are "Marie", "Twin", "Twin", "Empty"',
      '✗ NOT_FOUND: doc:"Marie" has no section "Fears"\n  hint: its sections are "Marie", "Motivation", "Youth"',
      '✗ INVALID_SYNTAX: doc:"Marie" has 11 lines\n  hint: use lines:1-11',
      expect.stringMatching(/^✗ INVALID_SYNTAX: read needs a document/),
      expect.stringMatching(
        /^✗ INVALID_SYNTAX: 2 documents are called "Twin"\n {2}hint: name one by its id: doc:\[\w+\] or doc:\[\w+\]$/,
      ),
      expect.stringMatching(/^doc:"Empty" \[\w+\] · is empty$/),
      '✗ NOT_FOUND: doc:"Empty" has no section "Any"\n  hint: it has no headings',
    ]);
    await desk.close();
  });

  test('one that is deleted meanwhile is not found', async () => {
    const { turns, desk, marie, results } = await openDocument([
      '→ read doc:"Marie"\nSo.',
      '→ read doc:"Marie"\nSo.',
    ]);
    await desk.call('tree.update', { treeId: marie, archived: true });
    await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    await turns.turn();
    expect(await results()).toEqual([
      '✗ NOT_FOUND: there is no document "Marie"\n  hint: there are no documents',
      '✗ NOT_FOUND: there is no document "Marie"\n  hint: there are no documents',
    ]);
    await desk.close();
  });
});

/** Writes in every way. */
const ANSWER = [
  '→ annotate here "See the notes."',
  '→ write doc:"Marie" at:"Motivation" "And the ice."',
  '→ write doc:"Marie" replace:"Youth":',
  '## Youth',
  '',
  'In town.',
  '←',
  '→ write doc:"Marie" at:3 "Line three."',
  '→ write doc:"Marie" append "She drowns."',
  '→ write doc:"Marie" append:',
  'In winter.',
  '←',
  '→ read doc:"Marie"',
  'So.',
].join('\n');

interface WrittenNode {
  readonly text: string;
  readonly seam: {
    readonly ranges: readonly { readonly from: number; readonly to: number; readonly at?: number }[];
    readonly breaksAdded?: number;
    readonly breaksAddedAfter?: number;
  };
}

/** The nodes of a tree that came in an answer. */
function readWritten(path: string, treeId: string): readonly WrittenNode[] {
  const database = new Database(path, { readonly: true });
  const sql = `SELECT text, seam FROM node JOIN loom_tree AS tree ON tree.key = loom_tree_key
    WHERE tree.id = ? AND seam IS NOT NULL ORDER BY node.id`;
  const rows = database.prepare<[string], { text: string; seam: string }>(sql).all(treeId);
  database.close();
  return rows.map(({ text, seam }) => ({ text, seam: JSON.parse(seam) as WrittenNode['seam'] }));
}

describe('writing', () => {
  test('is offered, and the turn goes on from it; undoing the turn takes it back, and redoing repeats it', async () => {
    const { turns, desk, marie, shown, results } = await openDocument([ANSWER]);
    const turn = await turns.turn();
    const all = await results();
    expect(all[4]).toMatch(
      /^✓ appended to doc:"Marie" \(now 18 words\)\n {2}created \[\w+\], offered to the human as an alternative$/,
    );
    expect(all.at(-1)?.split('\n').slice(1).join('\n')).toBe(
      [
        '# Marie',
        '',
        'Line three.',
        'A skater.',
        '',
        '## Motivation',
        '',
        'She fears the lake.',
        '',
        'And the ice.',
        '',
        '## Youth',
        '',
        'In town.',
        '',
        'She drowns.',
        '',
        'In winter.',
      ].join('\n'),
    );
    const [{ actions } = { actions: [] }] = await desk.call('turn.trace', { treeId: turns.talk });
    const offered = actions.map(({ offers }) => offers && [offers.documentId, offers.positionId !== null]);
    expect(offered).toEqual([null, ...[true, true, true, false, false].map((isAt) => [marie, isAt]), null]);
    // The writer's text stays.
    expect(await shown()).toBe(MARIE);
    for (const { text, seam } of readWritten(desk.path, marie)) {
      const { ranges, breaksAdded = 0, breaksAddedAfter = 0 } = seam;
      for (const { from, to, at = 0 } of ranges) {
        const own = ANSWER.slice(from, to);
        const added = '\n'.repeat(breaksAdded) + own + '\n'.repeat(breaksAddedAfter);
        expect(text.slice(at - breaksAdded, at + own.length + breaksAddedAfter)).toBe(added);
      }
    }
    expect(readWritten(desk.path, marie)).toHaveLength(5);
    const [undone, redone] = [
      await desk.call('turn.undo', { turnId: turn.turnId }),
      await desk.call('turn.redo', { turnId: turn.turnId }),
    ];
    expect(undone).toMatchObject({ isUndone: true, kept: [] });
    expect(undone.changed).toBe(undone.of);
    expect(redone).toMatchObject({ isUndone: false, kept: [] });
    await desk.call('turn.undo', { turnId: turn.turnId });
    await desk.close();
    const database = new Database(desk.path, { readonly: true });
    const left = `SELECT text FROM node JOIN loom_tree AS tree ON tree.key = loom_tree_key
      WHERE tree.id = ? AND author_type = 'model' AND node.key = position_key AND NOT pruned`;
    expect(database.prepare(left).pluck().all(marie)).toEqual([]);
    database.close();
    expect(readGrove(desk.path)).toMatchObject({ integrity: 'ok', logIsWhole: true });
  });

  test('asks, says what it would do, and does nothing when it is denied', async () => {
    const answer =
      '→ write doc:"Marie" append "She drowns."\n→ write doc:"Marie" replace:3 "A figure skater."\nSo.';
    const { turns, desk, marie, shown } = await openDocument([answer], { ...COLLABORATOR, doc_write: 'ask' });
    const { turnId } = await turns.begin();
    const { card } = await turns.until(turnId, 'asking');
    expect(card?.lines).toMatchObject([
      {
        permission: 'doc_write',
        effect: 'Offers 2 words in the document “Marie”.',
        place: { treeId: marie, words: null },
      },
      {
        permission: 'doc_write',
        effect: 'Offers 3 words in place of 2 in the document “Marie”.',
        place: { treeId: marie, from: MARIE.indexOf('A skater.'), words: 'A skater' },
      },
    ]);
    await desk.call('turn.answer', { turnId, card: card?.card ?? 0, answer: { kind: 'deny', words: 'No' } });
    await turns.until(turnId, 'ended');
    const denied = { approval: 'denied', outcome: 'PERMISSION_DENIED' };
    expect(await turns.actions()).toMatchObject([denied, denied]);
    expect(await shown()).toBe(MARIE);
    await desk.close();
  });

  test('what another tree lost when it was deleted is named by the undo', async () => {
    const { turns, desk, marie } = await openDocument([
      '→ annotate here "See the notes."\n→ write doc:"Marie" append "She drowns."\nSo.',
    ]);
    const turn = await turns.turn();
    await desk.call('tree.update', { treeId: marie, archived: true });
    await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    expect(await desk.call('turn.undo', { turnId: turn.turnId })).toMatchObject({
      isUndone: true,
      changed: 1,
      of: 2,
      kept: [{ why: 'missing' }],
    });
    await desk.close();
  });
});

describe('linking', () => {
  test('links texts and documents, which lists and exports show; undoing the turn removes them', async () => {
    const { turns, desk, marie, results } = await openDocument([
      [
        '→ link here to root note:"Compare."',
        '→ link here to root',
        '→ link here to doc:"Marie#youth"',
        '→ link here to doc:"Jan"',
        '→ link here to here',
        '→ list here links',
        '→ list root links',
        'So.',
      ].join('\n'),
    ]);
    const [last] = turns.nodes.slice(-1);
    const turn = await turns.turn();
    const here = `[${last?.localId}]`;
    const [first, again, document, missing, self, list, ofRoot] = await results();
    const [, root] = /↔ (\[\w+\])$/.exec(first ?? '') ?? [];
    expect(first).toBe(`✓ linked ${here} ↔ ${root}`);
    expect(again).toBe(`✓ ${here} ↔ ${root} are linked already`);
    expect(document).toBe(`✓ linked ${here} ↔ doc:"Marie#Youth"`);
    expect(missing).toMatch(/^✗ NOT_FOUND: there is no document "Jan"/);
    expect(self).toMatch(/^✗ INVALID_SYNTAX: \[\w+\] cannot be linked to itself/);
    expect(list).toBe(`  ↔ ${root} · Analyst · “Compare.”\n  ↔ doc:"Marie#Youth" · Analyst`);
    expect(ofRoot).toBe(`  ↔ ${here} · Analyst · “Compare.”`);
    expect(readLinks(desk.path)).toEqual([
      ['Compare.', null, 0],
      [null, 'Youth', 0],
    ]);
    expect(await desk.call('turn.undo', { turnId: turn.turnId })).toMatchObject({ changed: 2, of: 2 });
    expect(readLinks(desk.path).map(([, , removed]) => removed)).toEqual([1, 1]);
    await desk.call('turn.redo', { turnId: turn.turnId });
    expect(readLinks(desk.path).map(([, , removed]) => removed)).toEqual([0, 0]);
    await desk.call('tree.update', { treeId: marie, archived: true });
    await desk.call('tree.delete', { treeId: marie, title: 'Marie' });
    expect(readLinks(desk.path)).toEqual([['Compare.', null, 0]]);
    await desk.close();
    expect(readGrove(desk.path)).toMatchObject({ integrity: 'ok', logIsWhole: true });
    const store = openGrove(desk.path);
    expect([...findChangedRecords(store)]).toEqual([]);
    store.close();
  });
});

/** The links of a file: note, section, and whether each is removed. */
function readLinks(path: string): readonly unknown[][] {
  const database = new Database(path, { readonly: true });
  const rows = database
    .prepare('SELECT note, section, removed_at IS NOT NULL FROM link ORDER BY id')
    .raw()
    .all();
  database.close();
  return rows as unknown[][];
}
