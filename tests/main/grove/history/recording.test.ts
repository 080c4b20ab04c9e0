import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { bookmark } from '../../../../src/core/tree/metadata.ts';
import { continueFrom } from '../../../../src/core/tree/operations.ts';
import { moveHead } from '../../../../src/core/tree/path.ts';
import { setGroveOwner } from '../../../../src/main/store/tables/grove.ts';
import { writePath } from '../../../../src/main/store/tables/path-state.ts';
import { sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { countingIdsAndClock, plantGrove } from '../../../helpers/grove.ts';
import { openHistory, type Shown } from './history-desk.ts';

const NOTHING = { buffer: { text: '', spans: [] }, edits: [] };

describe('the time line of a path', () => {
  test('begins with the first state that is known, and has a layer for each change of it', () => {
    const desk = openHistory();
    const { session, intent } = desk;
    desk.commit([desk.typed('One.')]);
    desk.commit([desk.typed(' Two.')]);
    const second = desk.nodeAt(1);
    session.branching.split(intent(), second, 2);
    const split = desk.positionAt(1);
    desk.commit([desk.typed('ister.')]);
    session.moves.selectSibling(intent(), split, split, { step: 1 });
    desk.commit([desk.typed('New ', desk.nodeAt(0), 0)]);
    session.moves.selectVersion(intent(), desk.positionAt(0), { step: -1 });
    expect(desk.reasons()).toEqual([
      'begin',
      'commit',
      'commit',
      'commit',
      'commit',
      'switch',
      'commit',
      'version',
    ]);
    const [begin, ...layers] = desk.layers();
    expect(begin).toMatchObject({ seq: 1, head: desk.grove.root });
    for (const layer of layers) expect(layer.logSeq).toBeGreaterThan(0);
    expect(desk.shownAfter(3).nodes.map(({ text }) => text)).toEqual(['One.', ' Two.']);
    expect(desk.shownAfter(5).nodes.map(({ text }) => text)).toEqual(['One.', ' T', 'ister.']);
    expect(desk.shownAfter(7).nodes.map(({ text }) => text)).toEqual(['New One.', ' Two.']);
    expect(desk.shownAfter(8)).toEqual(desk.shown());
  });

  test('keeps the text as it was just before a move that commits it', () => {
    const desk = openHistory();
    const { session, intent, typed } = desk;
    desk.commit([typed('One.')]);
    desk.commit([typed(' Two.')]);
    const first = desk.positionAt(0);
    session.moves.moveHead(intent([typed(' Three.')]), first);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'commit', 'commit', 'move']);
    expect(desk.shownAfter(4).nodes.map(({ text }) => text)).toEqual(['One.', ' Two.', ' Three.']);
    expect(desk.shownAfter(5).nodes.map(({ text }) => text)).toEqual(['One.']);
  });

  test('has one layer for a run of moves, and none for one that ends where it began', () => {
    const desk = openHistory();
    const { session, intent, typed } = desk;
    for (const text of ['One.', ' Two.', ' Three.']) desk.commit([typed(text)]);
    const [first, second, third] = [desk.positionAt(0), desk.positionAt(1), desk.positionAt(2)];
    const seqs = () => desk.layers().map(({ seq }) => seq);
    session.moves.moveHead(intent(), second);
    session.moves.moveHead(intent(), first);
    session.setMetadata(intent(), (tree) => bookmark(tree, first, 'here'));
    expect(desk.reasons().slice(3)).toEqual(['commit', 'move']);
    expect(desk.shownAfter(5)).toEqual(desk.shown());
    session.moves.moveHead(intent(), third);
    expect(seqs()).toEqual([1, 2, 3, 4]);
    session.moves.moveHead(intent(), first);
    desk.commit([typed(' Else.')]);
    session.moves.moveHead(intent(), third);
    expect(desk.reasons().slice(3)).toEqual(['commit', 'move', 'commit', 'move']);
    // Undoing the only move leaves no trace, either.
    session.moves.restorePath(intent().pathVersion, desk.layers()[5]?.head ?? first, [], [], NOTHING);
    expect(desk.reasons().slice(3)).toEqual(['commit', 'move', 'commit']);
  });

  test('says what undo and redo put back, and what arrived, was pruned and was restored', () => {
    const desk = openHistory();
    const { session, intent, typed, grove } = desk;
    desk.commit([typed('One.')]);
    const first = desk.positionAt(0);
    desk.commit([typed(' Two.')]);
    const second = desk.positionAt(1);
    const typing = { buffer: { text: ' Two.', spans: [{ agent: grove.human, length: 5 }] }, edits: [] };
    session.moves.restorePath(intent().pathVersion, first, [], [], typing);
    session.moves.restorePath(intent().pathVersion, second, [], [], NOTHING, true);
    expect(desk.reasons().slice(2)).toEqual(['commit', 'undo', 'redo']);
    expect(desk.shownAfter(4).draft).toEqual(typing);
    expect(desk.shownAfter(5).draft).toBeNull();
    const made = desk.transactions.run(
      { tree: grove.tree.id, author: { id: grove.model, type: 'model' }, kind: 'generate' },
      (after) => {
        const content = { content: { type: 'text', text: ' Three.' }, spans: [] } as const;
        const spans = [{ agent: grove.model, length: 7 }];
        const author = { id: grove.model, type: 'model' } as const;
        const { path: _, ...change } = continueFrom(
          after.tree,
          after.path,
          second,
          { ...content, spans },
          author,
          grove.idsAndClock,
        );
        after.add({ ...change, path: { selected: [], lastChild: [] } });
      },
    );
    const [node] = made.nodes;
    if (node === undefined) throw new Error('a node');
    expect(desk.reasons()).toHaveLength(5);
    session.moves.arrive(intent(), node.positionId);
    session.prune(intent(), node.positionId);
    const shown = [{ positionId: node.positionId, pruned: false }];
    session.moves.restorePath(intent().pathVersion, node.positionId, [], shown, NOTHING);
    expect(desk.reasons().slice(5)).toEqual(['arrival', 'prune', 'undo']);
    expect(desk.shownAfter(6).nodes.at(-1)).toMatchObject({ spans: [{ agent: grove.model, length: 7 }] });
    expect(desk.shownAfter(8)).toEqual(desk.shown());
  });

  test('records what another agent prunes of the path, and their own path', () => {
    const desk = openHistory();
    const { typed, grove, session } = desk;
    for (const text of ['One.', ' Two.']) desk.commit([typed(text)]);
    const second = desk.positionAt(1);
    const author = { id: grove.model, type: 'model' } as const;
    const write = { tree: grove.tree.id, author, kind: 'metadata' } as const;
    desk.transactions.run(write, (after) => after.addPath(moveHead(after.tree, after.path, second)));
    desk.transactions.run({ ...write, reason: 'prune', isOutsideSession: true }, (after) => {
      after.add({
        nodes: [],
        edges: [],
        metadata: [
          {
            position: second,
            metadata: { bookmarked: false, bookmarkLabel: null, pruned: true, excluded: false },
          },
        ],
        path: { selected: [], lastChild: [] },
      });
    });
    session.intents.reload();
    expect(desk.reasons()).toEqual(['begin', 'commit', 'commit', 'prune']);
    expect(desk.shownAfter(4)).toEqual(desk.shown());
    expect(desk.shownAfter(4).nodes).toHaveLength(1);
  });

  test('records, with the next change, what another program did to the path', () => {
    const desk = openHistory();
    const { grove, typed } = desk;
    for (const text of ['One.', ' Two.']) desk.commit([typed(text)]);
    const first = desk.positionAt(0);
    grove.store.transact((tx) => {
      const { tree, path } = sqlViews(tx, grove.tree.id, grove.human);
      writePath(tx, grove.tree.id, grove.human, moveHead(tree, path, first));
    });
    desk.reopen();
    expect(desk.reasons()).toEqual(['begin', 'commit', 'commit']);
    desk.commit([typed(' Else.')]);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'commit', 'other', 'commit']);
    expect(desk.shownAfter(4).nodes.map(({ text }) => text)).toEqual(['One.']);
    desk.reopen();
    desk.commit([typed(' More.')]);
    expect(desk.reasons().slice(4)).toEqual(['commit', 'commit']);
  });
});

/** The query of the format's page that reads a state. */
const [STATE = ''] = [
  ...readFileSync(new URL('../../../../docs/format.md', import.meta.url), 'utf8').matchAll(
    /```sql\n(WITH RECURSIVE chain[\s\S]*?)```/g,
  ),
].map(([, code]) => code);

test('a state can be read with the query that the format’s page gives', () => {
  const desk = openHistory();
  const { session, intent, typed, grove } = desk;
  grove.store.transact((tx) => setGroveOwner(tx, grove.human));
  for (const text of ['One.', ' Two.', ' Three.']) desk.commit([typed(text)]);
  desk.commit([typed('New ', desk.nodeAt(0), 0), typed('Newer', desk.nodeAt(2), 0)]);
  session.moves.moveHead(intent(), desk.positionAt(1));
  desk.commit([typed('Old ', desk.nodeAt(0), 0)]);
  session.moves.selectVersion(intent(), desk.positionAt(0), { step: -1 });
  const database = new Database(grove.store.path, { readonly: true });
  const read = database.prepare(STATE).pluck();
  for (const { seq } of desk.layers()) {
    const texts = desk.shownAfter(seq).nodes.map(({ text }) => text);
    expect(read.all({ tree: grove.tree.id, seq })).toEqual(['', ...texts]);
  }
  database.close();
  expect(desk.layers().length).toBeGreaterThan(6);
});

describe('typing that is not committed', () => {
  /** A desk whose clock is that of the timers. */
  function openTimed() {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const desk = openHistory(
      plantGrove({ idsAndClock: { ...countingIdsAndClock(), now: () => Date.now() } }),
    );
    desk.commit([desk.typed('One.')]);
    return {
      ...desk,
      type: (text: string) => void desk.session.saveDraft(desk.intent([desk.typed(text)]), null),
      /** Lets time pass. */
      wait: (seconds: number) => vi.advanceTimersByTime(1_000 * seconds),
    };
  }

  test('becomes a layer once the writer pauses, if there is enough of it', () => {
    const desk = openTimed();
    desk.type('Two. '.repeat(40));
    desk.wait(29);
    expect(desk.reasons()).toEqual(['begin', 'commit']);
    desk.wait(2);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'draft']);
    desk.type('Three.');
    desk.wait(200);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'draft']);
    desk.wait(101);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'draft', 'draft']);
    expect(desk.shownAfter(3).draft?.buffer.text).toBe('Two. '.repeat(40));
    expect(desk.shownAfter(4)).toEqual(desk.shown());
    desk.wait(1_000);
    expect(desk.reasons()).toHaveLength(4);
  });

  test('becomes one every five minutes, however continuously the writer types', () => {
    const desk = openTimed();
    for (let second = 0; second < 610; second += 10) {
      desk.type('a');
      desk.wait(10);
    }
    expect(desk.reasons()).toEqual(['begin', 'commit', 'draft', 'draft']);
    expect(desk.shownAfter(4).draft?.buffer.text).toHaveLength(60);
  });

  test('has no layer that a commit makes needless, and none after the session ends', () => {
    const desk = openTimed();
    desk.type('Two. '.repeat(50));
    desk.commit();
    desk.wait(600);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'commit']);
    desk.type('Three. '.repeat(50));
    desk.session.close();
    desk.wait(600);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'commit']);
  });

  test('becomes one when it is asked for, and is not written twice', () => {
    const desk = openTimed();
    desk.type('Two.');
    desk.session.layers.record(200);
    expect(desk.reasons()).toEqual(['begin', 'commit']);
    desk.session.layers.record(0);
    desk.session.layers.record(0);
    expect(desk.reasons()).toEqual(['begin', 'commit', 'draft']);
    expect(desk.shownAfter(3)).toEqual(desk.shown());
  });
});

/** A writer's possible next actions; numbers pick targets. */
const step = fc.record({
  kind: fc.constantFrom(
    'type',
    'edit',
    'commit',
    'split',
    'switch',
    'move',
    'version',
    'prune',
    'undo',
    'record',
  ),
  pick: fc.nat(1_000),
});

test('every state can be read again, text and authors, whatever the writer did', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const desk = openHistory();
      const { session, intent, typed } = desk;
      const states = new Map<number, Shown>();
      let known = '';
      const remember = () => {
        const last = desk.layers().at(-1);
        const key = `${last?.seq} ${last?.createdAt}`;
        if (last !== undefined && key !== known) states.set(last.seq, desk.shown());
        known = key;
      };
      desk.commit([typed('The first of them.')]);
      remember();
      for (const { kind, pick } of steps) {
        const count = session.nodeIds.length;
        if (count === 0) break;
        const index = pick % count;
        const [node, position] = [desk.nodeAt(index), desk.positionAt(index)];
        try {
          switch (kind) {
            case 'type':
              session.keep([typed(`${pick}🏰 `)]);
              break;
            case 'edit':
              session.keep([typed(`${pick}`, node, 0)]);
              break;
            case 'commit':
              desk.commit();
              break;
            case 'split':
              session.branching.split(intent(), node, pick % 9);
              break;
            case 'switch':
              session.moves.selectSibling(intent(), position, undefined, { step: pick % 2 === 0 ? 1 : -1 });
              break;
            case 'move':
              session.moves.moveHead(intent(), position);
              break;
            case 'version':
              session.moves.selectVersion(intent(), position, { step: pick % 2 === 0 ? 1 : -1 });
              break;
            case 'prune':
              if (pick % 3 === 0) session.prune(intent(), position);
              break;
            case 'undo': {
              const draft = { buffer: { text: 'old', spans: wholeSpans(desk.grove.human, 3) }, edits: [] };
              session.moves.restorePath(intent().pathVersion, position, [], [], draft, pick % 2 === 0);
              break;
            }
            case 'record':
              session.layers.record(0);
              break;
          }
        } catch (error) {
          if (!(error instanceof AspenError)) throw error;
        }
        const isTyping = kind === 'type' || kind === 'edit';
        if (!isTyping) remember();
      }
      // A commit before a move was never the last layer.
      for (const { seq, reason } of desk.layers())
        if (states.has(seq))
          expect([seq, reason, desk.shownAfter(seq)]).toEqual([seq, reason, states.get(seq)]);
      const last = desk.layers().at(-1);
      if (last !== undefined) {
        const { nodes } = desk.shownAfter(last.seq);
        expect(nodes).toEqual(desk.shown().nodes);
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);
