import { afterEach, describe, expect, it } from 'vitest';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import type { CommitResult, DraftEvent } from '../../../src/renderer/editor/index.ts';
import { contentOf, letters, MODEL, node, openManuscript } from './open-manuscript.ts';

const castle = () => [node('0', 'Once, '), node('1', 'a castle', MODEL)];

/** Main's reply: node and position ids for the sealed segments, in order. */
function answer(event: DraftEvent | undefined, ...ids: string[]): CommitResult {
  if (event?.kind !== 'sealed') throw new Error('nothing was sealed');
  const segments = event.segments.map(({ segmentId }, i) => ({
    segmentId,
    nodeId: ids[i] as NodeId,
    positionId: `position-${ids[i]}` as PositionId,
  }));
  return { seal: event.seal, segments };
}

afterEach(() => document.body.replaceChildren());

describe('sealing', () => {
  it('sends nothing when there is no draft', () => {
    const { manuscript, events, show } = openManuscript(contentOf(castle()));
    manuscript.seal();
    expect(events).toEqual([]);
    expect(show()).toBe('Once, |a castle|');
  });

  it('lists edits in path order, then the working buffer, and starts a new buffer', () => {
    const { manuscript, events, show, type } = openManuscript(contentOf(castle(), '.'));
    manuscript.showPath(
      contentOf(castle(), '.', {
        edits: [{ nodeId: '1' as NodeId, text: 'a tower', spans: [{ agent: MODEL, length: 7 }] }],
      }),
    );
    manuscript.seal();
    expect(events).toEqual([
      {
        kind: 'sealed',
        seal: 1,
        segments: [
          { segmentId: expect.any(Number), nodeId: '1', seal: null },
          { segmentId: expect.any(Number), nodeId: null, seal: null },
        ],
      },
    ]);
    type(14, 14, ' Yes');
    expect(show()).toBe('Once, |a tower|.| Yes');
    expect(manuscript.summary()).toMatchObject({ pathLength: 2, headPositionId: null, bufferLength: 4 });
    expect(manuscript.draft()).toMatchObject({
      head: 'position-1',
      buffer: { text: '. Yes' },
      edits: [{ text: 'a tower' }],
    });
  });

  it('does not happen by itself while nothing may be committed: another node is edited too', () => {
    let mayCommit = false;
    const { manuscript, events, show, type } = openManuscript(contentOf(castle()), {
      mayCommit: () => mayCommit,
    });
    type(0, 4, 'Twice');
    type(15, 15, ' stood');
    type(7, 8, 'the');
    expect(events.map(({ kind }) => kind)).toEqual(['typed', 'typed', 'typed']);
    expect(show()).toBe('Twice, |the castle| stood');
    expect(manuscript.draft()).toMatchObject({
      buffer: { text: ' stood' },
      edits: [{ text: 'Twice, ' }, { text: 'the castle' }],
    });
    mayCommit = true;
    type(0, 5, 'Once');
    expect(events.at(-1)).toMatchObject({ kind: 'typed', nodeId: '0' });
    manuscript.undo();
    manuscript.undo();
    expect(show()).toBe('Twice, |a castle| stood');
  });

  it('allows typing to continue, and the reply turns sealed segments into nodes', () => {
    const { manuscript, events, show, type } = openManuscript(contentOf(castle(), ' stood'));
    manuscript.seal();
    const committed = answer(events.at(-1), '2');
    type(20, 20, ' there');
    type(15, 20, 'fell');
    manuscript.applyCommit(committed);
    // The edit sealed the text after it, as any edit in the middle does.
    expect(show()).toBe('Once, |a castle| fell| there|');
    expect(manuscript.summary()).toMatchObject({ pathLength: 3, headPositionId: null, bufferLength: 0 });
    expect(manuscript.draft()).toMatchObject({
      head: 'position-2',
      buffer: { text: ' there' },
      edits: [{ nodeId: '2', text: ' fell' }],
    });
    expect(events.map((event) => event.kind)).toEqual(['sealed', 'typed', 'sealed', 'typed']);
  });

  it('joins the working buffer with later typing when the commit is refused', () => {
    const { manuscript, show, type, spans, events } = openManuscript(contentOf(castle(), ' stood'));
    manuscript.seal();
    type(20, 20, ' there');
    manuscript.unseal();
    expect(show()).toBe('Once, |a castle| stood there');
    expect(manuscript.draft()).toMatchObject({
      head: 'position-1',
      buffer: { text: ' stood there' },
      edits: [],
    });
    expect(letters(spans())).toBe('wwwwwwmmmmmmmmwwwwwwwwwwww');
    type(26, 26, '.');
    expect(events.at(-1)).toMatchObject({ nodeId: null, splice: { from: 12, to: 12, insert: '.' } });
  });

  it('keeps later typing when a switch discards white space', () => {
    const { manuscript, show, type } = openManuscript(contentOf(castle(), '  '));
    manuscript.seal();
    type(16, 16, 'New');
    manuscript.applyCommit({ seal: 1, segments: [] });
    manuscript.replaceTail(1, [node('1b', 'a hut', MODEL), node('2b', ' burnt', MODEL)], { caret: 'keep' });
    expect(show()).toBe('Once, |a hut| burnt|New');
    expect(manuscript.summary()).toMatchObject({ pathLength: 3, headPositionId: 'position-2b' });
  });

  it('keeps later sealed text after the nodes that an earlier move brings in', () => {
    const { manuscript, events, show, type } = openManuscript(contentOf(castle()));
    type(14, 14, 'New');
    manuscript.seal();
    manuscript.replaceTail(1, [node('1b', 'a hut', MODEL)], { caret: 'keep' });
    expect(show()).toBe('Once, |a hut|New|');
    manuscript.applyCommit(answer(events.at(-1), '2'));
    expect(manuscript.summary()).toMatchObject({ pathLength: 3, headPositionId: 'position-2' });
  });

  it('when undone past, moves the head back and turns the rest of the node into the working buffer', () => {
    const { manuscript, events, show, type } = openManuscript(contentOf(castle()));
    type(14, 14, ' st');
    manuscript.seal();
    manuscript.applyCommit(answer(events.at(-1), '2'));
    manuscript.undo();
    expect(show()).toBe('Once, |a castle|');
    expect(events.at(-1)?.kind).toBe('restored');
    expect(manuscript.draft()).toMatchObject({
      head: 'position-1',
      buffer: { text: '', wasNode: '2' },
      edits: [],
    });
    manuscript.redo();
    expect(show()).toBe('Once, |a castle| st|');
    expect(manuscript.summary()).toMatchObject({ headPositionId: 'position-2', pendingCount: 0 });
  });

  it('when undone before the reply, still knows which node the commit created', () => {
    const { manuscript, events, type } = openManuscript(contentOf(castle()));
    type(14, 14, ' stood');
    manuscript.seal();
    const committed = answer(events.at(-1), '2');
    manuscript.undo();
    const restored = events.at(-1);
    manuscript.applyCommit(committed);
    expect(restored?.kind === 'restored' && restored.read()).toMatchObject({
      nodes: [{ nodeId: '0' }, { nodeId: '1' }],
      draft: { head: 'position-1', buffer: { text: '', wasNode: '2' } },
    });
    manuscript.redo();
    expect(manuscript.summary()).toMatchObject({ headPositionId: 'position-2', bufferLength: 0 });
  });

  it('of an edit, when undone past, selects the version it was edited from, or edits that again', () => {
    const { manuscript, events, show, type } = openManuscript(contentOf(castle()));
    type(8, 14, 'tower', 'input.paste');
    type(13, 13, 's', 'input.paste');
    manuscript.seal();
    manuscript.applyCommit(answer(events.at(-1), '1′'));
    manuscript.undo();
    expect(show()).toBe('Once, |a tower|');
    expect(manuscript.draft().edits).toMatchObject([{ nodeId: '1', text: 'a tower' }]);
    manuscript.undo();
    expect(show()).toBe('Once, |a castle|');
    const back = events.at(-1);
    expect(back).toMatchObject({ kind: 'closed', nodeId: '1' });
    manuscript.redo();
    manuscript.redo();
    expect(manuscript.draft().edits).toEqual([]);
    const again = events.at(-1);
    expect(again?.kind === 'restored' && again.read().nodes.at(-1)).toMatchObject({ nodeId: '1′' });
  });
});

describe('a handler that seals while handling an event', () => {
  it('receives events in the order they happened', () => {
    const { manuscript, events, type } = openManuscript(contentOf(castle()), {
      onDraftEvent: (event) => {
        if (event.kind === 'typed' && event.splice.insert === '') manuscript.seal();
      },
    });
    type(3, 10, '');
    expect(events.map((event) => event.kind)).toEqual(['typed', 'typed', 'sealed']);
  });
});

describe('switching', () => {
  const tree = () => [node('0', 'One. '), node('1', 'Two. ', MODEL), node('2', 'Three. ', MODEL)];

  it('changes the text after the branch point and nothing else', () => {
    const { manuscript, view, show, spans } = openManuscript(contentOf(tree()));
    view.dispatch({ selection: { anchor: 2 } });
    manuscript.replaceTail(1, [node('1b', 'Deux. ', MODEL)], { caret: 'keep' });
    expect(show()).toBe('One. |Deux. |');
    expect(letters(spans())).toBe('wwwwwmmmmmm');
    expect(view.state.selection.main.head).toBe(2);
  });

  it('keeps the caret on its text if that is still there', () => {
    const { manuscript, view, show } = openManuscript(contentOf(tree()));
    view.dispatch({ selection: { anchor: 12 } });
    manuscript.replaceTail(1, [node('1′', 'Two and a half. '), node('2', 'Three. ', MODEL)], {
      caret: 'keep',
    });
    expect(show()).toBe('One. |Two and a half. |Three. |');
    expect(view.state.sliceDoc(view.state.selection.main.head)).toBe('ree. ');
  });

  it('keeps the caret before text that another version left unchanged', () => {
    const { manuscript, view, show, spans } = openManuscript(contentOf(tree()));
    const version = { ...node('1′', 'Two, or so. '), positionId: 'position-1' as PositionId };
    view.dispatch({ selection: { anchor: 9 } });
    manuscript.replaceTail(1, [version, node('2', 'Three. ', MODEL)], { caret: 'keep' });
    expect(view.state.sliceDoc(view.state.selection.main.head)).toBe(' Three. ');
    view.dispatch({ selection: { anchor: 16 } });
    manuscript.replaceTail(1, tree().slice(1), { caret: 'keep' });
    expect(view.state.selection.main.head).toBe(9);
    manuscript.undo();
    expect(show()).toBe('One. |Two, or so. |Three. |');
    expect(letters(spans())).toBe('wwwwwwwwwwwwwwwwwmmmmmmm');
    expect(view.state.selection.main.head).toBe(16);
  });

  it('never puts the caret inside a character of another version', () => {
    const { manuscript, view, show, type } = openManuscript(contentOf([node('0', 'One a.')]));
    view.dispatch({ selection: { anchor: 5 } });
    manuscript.replaceTail(0, [{ ...node('0′', 'One 🌲.'), positionId: 'position-0' as PositionId }], {
      caret: 'keep',
    });
    type(view.state.selection.main.head, view.state.selection.main.head, 'b');
    expect(show()).toBe('One b🌲.|');
    manuscript.moveCaretInto(0, 6);
    expect(view.state.selection.main.head).toBe(5);
  });

  it('moves the caret to the end of the replacement node when its text is gone', () => {
    const { manuscript, view } = openManuscript(contentOf(tree()));
    view.dispatch({ selection: { anchor: 17 } });
    manuscript.replaceTail(1, [node('1b', 'Deux. '), node('2b', 'Trois. ')], { caret: 'keep' });
    expect(view.state.selection.main.head).toBe(11);
    manuscript.replaceTail(2, [], { caret: 'keep' });
    manuscript.replaceTail(1, tree().slice(1), { caret: 'end' });
    expect(view.state.selection.main.head).toBe(17);
  });

  it('a thousand times leaves the text and its authors unchanged', () => {
    const { manuscript, show, spans, type } = openManuscript(contentOf(tree()));
    type(1, 2, 'N');
    const before = letters(spans());
    const siblings = [tree().slice(1), [node('1b', 'Deux. ', MODEL), node('2b', 'Trois. ')]];
    for (let i = 1; i <= 1_000; i++) manuscript.replaceTail(1, siblings[i % 2] ?? [], { caret: 'keep' });
    expect(show()).toBe('ONe. |Two. |Three. |');
    expect(letters(spans())).toBe(before);
    for (let i = 0; i < 1_001; i++) manuscript.undo();
    expect(show()).toBe('One. |Two. |Three. |');
  });

  it('restores the caret from before the switch on undo and from after it on redo', () => {
    const { manuscript, view, show } = openManuscript(contentOf(tree()));
    view.dispatch({ selection: { anchor: 3, head: 12 } });
    const sibling = [node('1b', 'Deux. ', MODEL), node('2b', 'Trois. ')];
    manuscript.replaceTail(1, sibling, { caret: 1 });
    const caret = () => [view.state.selection.main.anchor, view.state.selection.main.head];
    expect(caret()).toEqual([11, 11]);
    view.dispatch({ selection: { anchor: 0 } });
    for (let i = 0; i < 3; i++) {
      manuscript.undo();
      expect([show(), ...caret()]).toEqual(['One. |Two. |Three. |', 3, 12]);
      manuscript.redo();
      expect([show(), ...caret()]).toEqual(['One. |Deux. |Trois. |', 11, 11]);
    }
  });

  it('discards a blank working buffer, and undo restores it', () => {
    const { manuscript, events, show, view } = openManuscript(contentOf(tree(), '\n  '));
    manuscript.seal();
    manuscript.applyCommit({ ...answer(events.at(-1)), segments: [] });
    manuscript.replaceTail(1, [node('1b', 'Deux. ', MODEL)], { caret: 'keep' });
    expect(show()).toBe('One. |Deux. |');
    manuscript.undo();
    expect(show()).toBe('One. |Two. |Three. |\n  ');
    expect(manuscript.draft()).toMatchObject({ head: 'position-2', buffer: { text: '\n  ' } });
    expect(view.state.doc.length).toBe(20);
  });

  it('when undone during a move, waits for the move and undoes it', () => {
    const { manuscript, show, type } = openManuscript(contentOf(tree()));
    type(0, 1, 'o');
    manuscript.holdHistory(true);
    manuscript.undo();
    expect(show()).toBe('one. |Two. |Three. |');
    manuscript.replaceTail(1, [node('1b', 'Deux. ', MODEL)], { caret: 'keep' });
    manuscript.holdHistory(false);
    expect(show()).toBe('one. |Two. |Three. |');
  });

  it('drops a pending undo when something is typed first', () => {
    const { manuscript, show, type } = openManuscript(contentOf(tree()));
    manuscript.holdHistory(true);
    manuscript.undo();
    type(0, 1, 'o');
    manuscript.holdHistory(false);
    expect(show()).toBe('one. |Two. |Three. |');
  });

  it('that only prunes is also an undo step', () => {
    const { manuscript, events } = openManuscript(contentOf(tree()));
    const positionId = 'position-1b' as PositionId;
    manuscript.replaceTail(3, [], { caret: 'keep', pruned: [{ positionId, pruned: true }] });
    manuscript.undo();
    expect(events.at(-1)).toMatchObject({ kind: 'restored', pruned: [{ positionId, pruned: false }] });
    manuscript.redo();
    expect(events.at(-1)).toMatchObject({ kind: 'restored', pruned: [{ positionId, pruned: true }] });
  });

  it('keeps an edit of a node that stays on the path', () => {
    const { manuscript, show, type } = openManuscript(contentOf(tree()));
    type(10, 15, 'Four');
    manuscript.replaceTail(1, [node('1b', 'Deux. ', MODEL), node('2', 'Three. ', MODEL)], { caret: 'keep' });
    expect(show()).toBe('One. |Deux. |Four. |');
    expect(manuscript.draft().edits).toMatchObject([{ nodeId: '2', text: 'Four. ' }]);
  });
});

describe('a continuation that arrives', () => {
  it('becomes the last node, before the text in the working buffer', () => {
    const { manuscript, show, type, view } = openManuscript(contentOf(castle()));
    manuscript.append(node('2', ' on a hill.', MODEL));
    expect(show()).toBe('Once, |a castle| on a hill.|');
    expect(view.state.selection.main.head).toBe(25);
    type(25, 25, ' Yes.');
    expect(show()).toBe('Once, |a castle| on a hill.| Yes.');
  });

  it('does not move a caret that is elsewhere', () => {
    const { manuscript, view } = openManuscript(contentOf(castle()));
    view.dispatch({ selection: { anchor: 6 } });
    manuscript.append(node('2', ' on a hill.', MODEL));
    expect(view.state.selection.main.head).toBe(6);
  });
});

describe('a regression', () => {
  it('undo and redo tell two nodes with the same text apart', () => {
    const { manuscript, show, spans, type } = openManuscript(
      contentOf([node('0', 'x'), node('1', 'αβα', MODEL)]),
    );
    type(1, 2, '');
    manuscript.undo();
    manuscript.replaceTail(1, [node('1b', 'αβα', MODEL)], { caret: 'keep' });
    manuscript.redo();
    manuscript.undo();
    expect(manuscript.summary().headPositionId).toBe('position-1');
    expect(show()).toBe('x|αβα|');
    expect(letters(spans())).toBe('wmmm');
  });
});
