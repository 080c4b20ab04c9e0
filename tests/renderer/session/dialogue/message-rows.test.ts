import { describe, expect, it } from 'vitest';
import type { NodeId, PositionId } from '../../../../src/core/ids.ts';
import {
  createMessageRows,
  endOfText,
  partAt,
  placeInText,
  seamsOf,
  textsOf,
} from '../../../../src/renderer/session/dialogue/message-rows.ts';
import type { PathNode } from '../../../../src/renderer/surface.ts';

/** `+text` goes on with what is before it. */
function path(...texts: readonly string[]): readonly PathNode[] {
  return texts.map((text, index) => ({
    nodeId: `n${index}` as NodeId,
    positionId: `p${index}` as PositionId,
    text: text.replace(/^\+/, ''),
    spans: [],
    ...(text.startsWith('+') ? { continues: true as const } : {}),
  }));
}

const NO_EDITS = new Map<NodeId, unknown>();
const talk = path('Who?', 'The keep', '+er, ', '+I fear.', 'Why?');

describe('the rows of a conversation', () => {
  it('have a reply with all its parts', () => {
    const rows = createMessageRows(talk);
    expect(rows.count).toBe(3);
    expect([0, 1, 2].map((row) => rows.rangeOf(row))).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 4 },
      { from: 4, to: 5 },
    ]);
    expect([-1, 0, 1, 2, 3, 4].map((index) => rows.rowOf(index))).toEqual([-1, 0, 1, 1, 1, 2]);
    expect(textsOf(talk)).toEqual(['Who?', 'The keeper, I fear.', 'Why?']);
  });

  it('are empty without messages, and a part stands alone at the beginning', () => {
    expect(createMessageRows([]).count).toBe(0);
    expect(createMessageRows(path('+So.', '+And.')).count).toBe(1);
  });
});

describe('a part of a message', () => {
  it('is found by an offset in all its text', () => {
    const range = { from: 1, to: 4 };
    expect([0, 7, 8, 11, 12, 99].map((offset) => partAt(talk, range, offset))).toEqual([
      { index: 1, start: 0 },
      { index: 1, start: 0 },
      { index: 2, start: 8 },
      { index: 2, start: 8 },
      { index: 3, start: 12 },
      { index: 3, start: 12 },
    ]);
  });

  it('is shown in one text with those beside it, but for open edits', () => {
    expect(placeInText(talk, NO_EDITS, 3)).toEqual({ first: 1, before: 12 });
    expect(endOfText(talk, NO_EDITS, 1)).toBe(4);
    const edits = new Map([['n2' as NodeId, null]]);
    expect([1, 2, 3].map((index) => placeInText(talk, edits, index))).toEqual([
      { first: 1, before: 0 },
      { first: 2, before: 0 },
      { first: 3, before: 0 },
    ]);
    expect(endOfText(talk, edits, 1)).toBe(2);
  });

  it('has its seam before its first word', () => {
    expect(seamsOf(['The keep', ' er', '  ', '\n\nI fear.'])).toEqual([9, 15]);
  });
});
