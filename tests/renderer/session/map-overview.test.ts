import { expect, it } from 'vitest';
import { type AgentId, ID_LENGTH, type PositionId } from '../../../src/core/ids.ts';
import { layOutMap } from '../../../src/core/outline/map-layout.ts';
import type { TreeShape } from '../../../src/core/outline/outline.ts';
import type { TextSection } from '../../../src/core/sections/sections.ts';
import { overviewOf } from '../../../src/renderer/session/outline/map-overview.ts';
import { PositionTable } from '../../../src/renderer/session/outline/position-table.ts';
import { binary, randomShape, siblings } from '../../bench/groves/tree-shapes.ts';
import { shapeOf } from '../../helpers/tree-shape.ts';

/** *Fit* on trees that are too large to be drawn whole. */

const idOf = (position: number) => `${position}`.padStart(ID_LENGTH, '0') as PositionId;

function tableOf({ count, parents }: TreeShape): PositionTable {
  const table = new PositionTable();
  table.upsert({
    count,
    keys: Float64Array.from({ length: count }, (_, at) => at + 1),
    parents: Float64Array.from({ length: count }, (_, at) =>
      (parents[at] ?? -1) < 0 ? -1 : (parents[at] ?? 0) + 1,
    ),
    offsets: new Int32Array(count).fill(-1),
    ids: Array.from({ length: count }, (_, at) => idOf(at)).join(''),
    agents: ['writer' as AgentId],
    authors: new Uint32Array(count),
    shared: [],
    versions: new Uint32Array(count).fill(1),
    flags: new Uint8Array(count),
  });
  return table;
}

/** The path that takes the last child everywhere. */
function pathOf({ count, firstChildren, nextSiblings }: TreeShape): Uint8Array {
  const onPath = new Uint8Array(count);
  for (let at = 0; at >= 0; ) {
    onPath[at] = 1;
    let last = firstChildren[at] ?? -1;
    while (last >= 0 && (nextSiblings[last] ?? -1) >= 0) last = nextSiblings[last] ?? -1;
    at = last;
  }
  return onPath;
}

/** The narrow pane, and a window. */
const ROOMS = [
  { across: 15, down: 40 },
  { across: 70, down: 50 },
] as const;

const chain = (count: number) => shapeOf(Array.from({ length: count }, (_, at) => at - 1));
/** A long path with an alternative at every position. */
const bushyPath = (count: number) =>
  shapeOf(Array.from({ length: count }, (_, at) => (at < 2 ? at - 1 : at % 2 === 0 ? at - 1 : at - 2)));

it.each([
  ['a chain of 281', chain(281)],
  ['a path of 281 with alternatives', bushyPath(281)],
  ['100,000 in a random tree', randomShape(100_000)],
  ['100,000 siblings', siblings(100_000)],
  ['100,000 two by two', binary(100_000)],
  ['a chain of 100,000', chain(100_000)],
])('of %s there are as many positions as can be read', (_name, shape) => {
  const table = tableOf(shape);
  for (const room of ROOMS) {
    const { rows } = overviewOf({ table, sections: [], top: 0, hidden: null, onPath: pathOf(shape) }, room);
    const { width, depth } = layOutMap(rows);
    expect(depth).toBeLessThanOrEqual(room.down);
    expect(width).toBeLessThanOrEqual(room.across);
    expect(rows.count).toBeGreaterThan(1);
  }
});

it('a long book is drawn as its chapters, with their scenes only if there is room', () => {
  const shape = chain(281);
  const table = tableOf(shape);
  const part = (level: number, position: number): TextSection => ({
    kind: level === 7 ? 'break' : 'heading',
    from: 0,
    lineLength: 9,
    level,
    title: `Part ${position}`,
    words: 0,
    allWords: 0,
    index: position - 1,
    offset: 0,
    positionId: idOf(position),
    beginsNode: true,
  });
  const sections = Array.from({ length: 70 }, (_, at) => part(at % 2 === 0 ? 2 : 7, 1 + 4 * at));
  const drawn = (down: number) => {
    const onPath = new Uint8Array(281).fill(1);
    const { rows } = overviewOf({ table, sections, top: 0, hidden: null, onPath }, { across: 15, down });
    return [...rows.positions];
  };
  const chapters = Array.from({ length: 35 }, (_, at) => 1 + 8 * at);
  expect(drawn(40)).toEqual([0, ...chapters]);
  expect(drawn(80)).toHaveLength(71);
});
