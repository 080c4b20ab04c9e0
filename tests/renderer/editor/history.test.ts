import { undoDepth } from '@codemirror/commands';
import { StateEffect, StateField, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { listSegments } from '../../../src/core/buffer/segments.ts';
import type { PositionId } from '../../../src/core/ids.ts';
import { wholeSpans } from '../../../src/core/text/span.ts';
import type { PathNode } from '../../../src/renderer/editor/index.ts';
import { textAuthors } from '../../../src/renderer/editor/marks/authorship.ts';
import { segments } from '../../../src/renderer/editor/path/segments.ts';
import { undoableEffects } from '../../../src/renderer/editor/path/switch-run.ts';
import {
  contentOf,
  letters,
  MODEL,
  node,
  nodeId,
  type Opened,
  OTHER_MODEL,
  openManuscript,
  ROOT,
} from './open-manuscript.ts';
import { ToldDraft } from './told-draft.ts';

afterEach(() => document.body.replaceChildren());

const castle = () => [
  node('0', 'Once, '),
  node('1', 'a castle', MODEL),
  node('2', ' stood', OTHER_MODEL),
  node('3', ' there.'),
];

/** A manuscript, and what main would know of it. */
function open(buffer = '') {
  const content = contentOf(castle(), buffer);
  const told = new ToldDraft(content);
  const opened = openManuscript(content, { onDraftEvent: (event) => told.onEvent(event) });
  let made = castle().length;
  const answer = () => {
    const commit = told.answer(() => String(made++));
    if (commit === undefined) throw new Error('nothing is sealed');
    opened.manuscript.applyCommit(commit);
    told.applyQueued();
  };
  return {
    ...opened,
    answer,
    told,
    authors: () => letters(opened.spans()),
    pending: () => opened.manuscript.draft().edits.map(({ nodeId }) => nodeId),
    /** Ends the undo step and the run of typing. */
    step: (from: number, to: number, text: string) => opened.type(from, to, text, 'input.paste'),
    /** The outbox's reports to main give the manuscript's text. */
    check: () => {
      while (!told.isIdle) answer();
      const { text, ...draft } = { text: opened.manuscript.textForChecks(), ...opened.manuscript.draft() };
      expect(told.parts.map((part) => part.text).join('')).toBe(text);
      expect(told.draft()).toEqual(draft);
    },
  };
}

/** Text by another author, which is no step of the writer's. */
function byOthers({ view }: Opened, from: number, to: number, insert: string, agent = MODEL): void {
  view.dispatch({
    changes: { from, to, insert },
    annotations: [
      Transaction.addToHistory.of(false),
      textAuthors.of([{ at: from, spans: wholeSpans(agent, insert.length) }]),
    ],
  });
}

describe('text by others', () => {
  it('is routed like typing, belongs to its author, and is no undo step', () => {
    const opened = open();
    opened.view.dispatch({ selection: { anchor: 6 } });
    byOthers(opened, 6, 6, 'far away, ');
    expect(opened.show()).toBe('Once, far away, |a castle| stood| there.|');
    expect(opened.authors()).toBe(`${'w'.repeat(6)}${'m'.repeat(18)}${'o'.repeat(6)}${'w'.repeat(7)}`);
    expect(opened.pending()).toEqual(['0']);
    expect(opened.view.state.selection.main.head).toBe(6);
    expect(opened.manuscript.summary().sessionWords).toBe(0);
    expect(undoDepth(opened.view.state)).toBe(0);
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, far away, |a castle| stood| there.|');
    opened.check();
  });

  it('that replaces the writer’s words takes none from their count', () => {
    const opened = open();
    opened.type(27, 27, ' Three more words');
    byOthers(opened, 27, 44, '');
    expect(opened.manuscript.summary().sessionWords).toBe(3);
  });

  it('by two authors in one transaction is told apart, however equal', () => {
    const opened = open();
    opened.view.dispatch({
      changes: [
        { from: 6, insert: 'xx' },
        { from: 14, insert: 'xx' },
      ],
      annotations: [
        Transaction.addToHistory.of(false),
        textAuthors.of([
          { at: 6, spans: wholeSpans(OTHER_MODEL, 2) },
          { at: 16, spans: wholeSpans(MODEL, 2) },
        ]),
      ],
    });
    expect(opened.authors().slice(6, 18)).toBe('oommmmmmmmmm');
  });
});

describe('undo over text by others', () => {
  it.each([
    ['before', 2, 'On!ce, |a castle| stood| there.|'],
    ['in', 8, 'Once, |a !castle| stood| there.|'],
    ['after', 13, 'Once, |a castle| stood| the!re.|'],
  ])('gives each node its own part back, with the text %s them', (_where, at, restored) => {
    const opened = open();
    opened.step(8, 19, '');
    expect(opened.show()).toBe('Once, |a |d| there.|');
    byOthers(opened, at, at, '!', OTHER_MODEL);
    const deleted = opened.show();
    opened.manuscript.undo();
    expect(opened.show()).toBe(restored);
    const bang = restored.replaceAll('|', '').indexOf('!');
    const authors = `${'w'.repeat(6)}${'m'.repeat(8)}${'o'.repeat(6)}${'w'.repeat(7)}`;
    expect(opened.authors()).toBe(`${authors.slice(0, bang)}o${authors.slice(bang)}`);
    expect(opened.pending()).toHaveLength(1);
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe(deleted);
    opened.check();
    opened.manuscript.undo();
    expect(opened.show()).toBe(restored);
    opened.check();
  });

  it('goes back through several changes by others and steps between them', () => {
    const opened = open();
    opened.step(4, 17, '');
    byOthers(opened, 4, 4, '1');
    opened.step(0, 1, '');
    byOthers(opened, 0, 0, '2');
    opened.step(8, 8, 'late');
    byOthers(opened, 4, 4, '3', OTHER_MODEL);
    const shown = opened.show();
    for (let i = 0; i < 3; i++) opened.manuscript.undo();
    expect(opened.manuscript.textForChecks().replaceAll(/[123]/g, '')).toBe('Once, a castle stood there.');
    expect(opened.show().replaceAll(/[123]/g, '')).toBe('Once, |a castle| stood| there.|');
    expect(opened.pending()).not.toContain('2');
    opened.check();
    for (let i = 0; i < 3; i++) opened.manuscript.redo();
    expect(opened.show()).toBe(shown);
    opened.check();
  });

  it('goes back through text that others wrote between keystrokes of one step', () => {
    const opened = open();
    opened.type(0, 0, 'A');
    byOthers(opened, 16, 16, '!');
    opened.type(1, 1, 'B');
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a castle| !stood| there.|');
    expect(opened.pending()).toEqual(['2']);
    opened.check();
  });

  it('goes back through more changes by others in a row than it can go through one by one', () => {
    const opened = open();
    opened.step(8, 19, '');
    for (let i = 0; i < 150; i++) byOthers(opened, 7 + i, 7 + i, '!', OTHER_MODEL);
    opened.manuscript.undo();
    expect(opened.show()).toBe(`Once, |a${'!'.repeat(150)} castle| stood| there.|`);
    opened.check();
  });

  it('keeps its place when others deleted all that a step typed', () => {
    const opened = open();
    opened.step(6, 14, '');
    opened.step(0, 0, 'Gone');
    byOthers(opened, 0, 4, '');
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a castle| stood| there.|');
    opened.check();
  });

  it('switches back with its own nodes and their authors', () => {
    const opened = open();
    const other = [node('4', 'an inn', OTHER_MODEL)];
    opened.told.replaceTail(1, other);
    opened.manuscript.replaceTail(1, other, { caret: 'keep' });
    byOthers(opened, 3, 3, 'MODEL', MODEL);
    expect(opened.show()).toBe('OncMODELe, |an inn|');
    opened.manuscript.undo();
    expect(opened.show()).toBe('OncMODELe, |a castle| stood| there.|');
    expect(opened.authors()).toBe(
      `${'w'.repeat(3)}mmmmm${'w'.repeat(3)}${'m'.repeat(8)}${'o'.repeat(6)}${'w'.repeat(7)}`,
    );
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe('OncMODELe, |an inn|');
    opened.check();
  });

  it('knows the nodes of a commit answered since', () => {
    const opened = open();
    opened.step(27, 27, ' More');
    byOthers(opened, 2, 2, '!');
    opened.answer();
    expect(opened.show()).toBe('On!ce, |a castle| stood| there.| More|');
    opened.step(33, 33, '.');
    opened.manuscript.undo();
    opened.manuscript.undo();
    expect(opened.show()).toBe('On!ce, |a castle| stood| there.|');
    expect(opened.pending()).toEqual(['0']);
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe('On!ce, |a castle| stood| there.| More|');
    opened.check();
  });
});

describe('a newer path', () => {
  const tower = { ...node('9', 'a tower', MODEL), positionId: castle()[1]?.positionId as PositionId };

  /** The outbox's work: everything is answered, and main has another version of the second node. */
  function showTower({ manuscript, told }: ReturnType<typeof open>): void {
    const { edits, buffer } = manuscript.draft();
    const nodes = told.path.map((nodeId) => (nodeId === '1' ? tower : told.nodeAt(nodeId)));
    told.replaceTail(0, nodes);
    manuscript.showPath({ nodes, edits, buffer });
  }

  it('changes only what differs, and keeps the other segments, the caret and the count of words', () => {
    const opened = open();
    const { view, manuscript, show, events } = opened;
    opened.type(27, 27, ' One more');
    view.dispatch({ selection: { anchor: 20 } });
    const before = listSegments(view.state.field(segments).segments);
    events.length = 0;
    const changed: string[] = [];
    const listener = EditorView.updateListener.of(({ changes }) =>
      changes.iterChanges((from, to, _from, _to, text) => changed.push(`${from}-${to} ${text}`)),
    );
    view.dispatch({ effects: StateEffect.appendConfig.of(listener) });
    showTower(opened);
    expect(show()).toBe('Once, |a tower| stood| there.| One more');
    expect(changed).toEqual(['8-14 tower']);
    const now = listSegments(view.state.field(segments).segments);
    expect(now.map((segment, i) => segment === before[i])).toEqual([true, false, true, true, true]);
    expect(view.state.selection.main.head).toBe(19);
    expect(events).toEqual([]);
    expect(manuscript.summary().sessionWords).toBe(2);
    opened.check();
  });

  it('changes nothing if nothing is new', () => {
    const opened = open('More');
    const { state } = opened.view;
    const { edits, buffer } = opened.manuscript.draft();
    opened.manuscript.showPath({ nodes: castle(), edits, buffer });
    expect(opened.view.state.field(segments)).toBe(state.field(segments));
    expect(opened.view.state.doc).toBe(state.doc);
  });

  it('is what undo goes back through, and redo forward', () => {
    const opened = open();
    opened.step(12, 22, '');
    opened.step(2, 2, '!');
    expect(opened.show()).toBe('On!ce, |a cast||here.|');
    while (!opened.told.isIdle) opened.answer();
    opened.manuscript.seal();
    while (!opened.told.isIdle) opened.answer();
    const [first, cast, empty, here] = opened.told.path.map((nodeId) => opened.told.nodeAt(nodeId));
    if (!first || !cast || !empty || !here) throw new Error('four nodes');
    const nodes = [first, { ...cast, nodeId: nodeId('9'), text: 'a CAST' }, empty, here];
    opened.told.replaceTail(0, nodes);
    opened.manuscript.showPath({ nodes, edits: [], buffer: { text: '', spans: [] } });
    expect(opened.show()).toBe('On!ce, |a CAST||here.|');
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a CAST||here.|');
    opened.check();
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a CASTle| stood| there.|');
    expect(opened.authors()).toBe(`${'w'.repeat(6)}${'m'.repeat(8)}${'o'.repeat(6)}${'w'.repeat(7)}`);
    opened.check();
    opened.manuscript.redo();
    opened.manuscript.redo();
    expect(opened.show()).toBe('On!ce, |a CAST||here.|');
    opened.check();
  });

  it('of a branch that undo leaves goes with it, and comes back with redo', () => {
    const opened = open();
    const other = [node('4', 'an inn', OTHER_MODEL)];
    opened.told.replaceTail(1, other);
    opened.manuscript.replaceTail(1, other, { caret: 'keep' });
    const nodes = [
      { ...node('6', 'Then, '), positionId: 'position-0' as PositionId },
      { ...node('5', 'an INN', MODEL), positionId: 'position-4' as PositionId },
    ];
    opened.told.replaceTail(0, nodes);
    opened.manuscript.showPath({ nodes, edits: [], buffer: { text: '', spans: [] } });
    expect(opened.show()).toBe('Then, |an INN|');
    opened.manuscript.undo();
    expect(opened.show()).toBe('Then, |a castle| stood| there.|');
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe('Then, |an INN|');
    expect(opened.authors()).toBe('wwwwwwmmmmmm');
    opened.check();
  });

  /** The outbox's work after a conflict: edits of nodes that left the path are sent, and no longer shown. */
  function showNodes({ manuscript, told }: ReturnType<typeof open>, nodes: readonly PathNode[]): void {
    const { edits, buffer } = manuscript.draft();
    const ids = nodes.map(({ nodeId }) => nodeId);
    const draft = { head: nodes.at(-1)?.positionId ?? ROOT, buffer };
    const shown = { ...draft, edits: edits.filter(({ nodeId }) => ids.includes(nodeId)) };
    told.replaceTail(0, nodes);
    told.refuse(ids, shown);
    manuscript.showPath({ nodes, ...shown });
  }

  it('keeps what undo brings back in nodes that left it away with them', () => {
    const opened = open();
    opened.step(10, 16, '?');
    expect(opened.show()).toBe('Once, |a ca?|tood| there.|');
    showNodes(opened, castle().slice(0, 2));
    expect(opened.show()).toBe('Once, |a ca?|');
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a castle|');
    expect(opened.authors()).toBe(`${'w'.repeat(6)}${'m'.repeat(8)}`);
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe('Once, |a ca?|');
    opened.check();
  });

  it('of another branch gets nothing that undo brings back in the nodes that left', () => {
    const opened = open();
    opened.step(10, 22, '');
    const inn = [...castle().slice(0, 1), node('9', 'an inn', OTHER_MODEL)];
    showNodes(opened, inn);
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |an inn|');
    opened.check();

    showNodes(opened, castle());
    opened.step(6, 16, '');
    const positionId = 'position-1' as PositionId;
    showNodes(opened, [...castle().slice(0, 1), { ...node('8', 'the ', MODEL), positionId }]);
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |the a castle|');
    opened.check();
  });

  it('of a version that has what undo brings back has it once', () => {
    const opened = open();
    opened.step(8, 12, '');
    expect(opened.show()).toBe('Once, |a le| stood| there.|');
    const version = { ...node('9', 'a castle, old', MODEL), positionId: 'position-1' as PositionId };
    const [first, , ...rest] = castle();
    if (first === undefined) throw new Error('four nodes');
    showNodes(opened, [first, version, ...rest]);
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a castle, old| stood| there.|');
    expect(opened.pending()).toEqual([]);
    expect(opened.authors()).toBe(`wwwwww${'m'.repeat(13)}oooooo${'w'.repeat(7)}`);
    opened.check();
  });

  it('without a node shows its text if undo makes the working buffer of that', () => {
    const opened = open();
    opened.step(27, 27, ' And');
    opened.step(31, 31, ' more');
    opened.manuscript.seal();
    opened.answer();
    showNodes(opened, castle().slice(0, 3));
    expect(opened.show()).toBe('Once, |a castle| stood|');
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a castle| stood| there.| And');
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe('Once, |a castle| stood|');
    opened.check();
  });

  it('with a hidden split gets what undo brings back at its end', () => {
    const opened = open();
    opened.step(12, 14, '');
    opened.manuscript.seal();
    opened.answer();
    const [first, , ...rest] = castle();
    if (first === undefined) throw new Error('four nodes');
    const positionId = 'position-1' as PositionId;
    const split: PathNode = { ...node('9', 'a cast', MODEL), positionId, isSplit: true };
    showNodes(opened, [first, split, ...rest]);
    opened.manuscript.undo();
    expect(opened.show()).toBe('Once, |a castle| stood| there.|');
    opened.check();
    opened.manuscript.redo();
    expect(opened.show()).toBe('Once, |a cast| stood| there.|');
    opened.check();
  });
});

describe('a decision without text', () => {
  it('is undone and redone in order with typing, also over text by others', () => {
    const decided = StateEffect.define<boolean>();
    const decision = StateField.define<boolean>({
      create: () => false,
      update: (now, { effects }) => effects.findLast((effect) => effect.is(decided))?.value ?? now,
    });
    const opened = open();
    const { view, manuscript, show } = opened;
    const undoable = undoableEffects.of((effect) => (effect.is(decided) ? decided.of(!effect.value) : null));
    view.dispatch({ effects: StateEffect.appendConfig.of([decision, undoable]) });
    const now = () => [view.state.field(decision), show().split('|')[0]];
    opened.type(0, 0, 'A');
    view.dispatch({ effects: decided.of(true) });
    opened.type(1, 1, 'B');
    expect(now()).toEqual([true, 'ABOnce, ']);
    const walk = (others: string) => {
      manuscript.undo();
      expect(now()).toEqual([true, `AOnce${others}, `]);
      manuscript.undo();
      expect(now()).toEqual([false, `AOnce${others}, `]);
      manuscript.undo();
      expect(now()).toEqual([false, `Once${others}, `]);
      for (let i = 0; i < 3; i++) manuscript.redo();
      expect(now()).toEqual([true, `ABOnce${others}, `]);
      opened.check();
    };
    walk('');
    byOthers(opened, 6, 6, '!');
    walk('!');
  });
});

it('saves a switch once, not each time that what is typed after it is saved', () => {
  const { manuscript, type } = openManuscript(contentOf([node('1', 'Once '), node('2', 'there was')]));
  const take = () => manuscript.takeUnsavedSteps();
  manuscript.replaceTail(1, [node('3', 'upon a time')], { caret: 'end' });
  expect(take()).toMatchObject({ from: 0, steps: [expect.stringContaining('there was')] });
  for (const letter of 'xyz') {
    type(16, 16, letter);
    expect(take()).toMatchObject({ from: 1, steps: { length: 1 } });
  }
});
