import fc from 'fast-check';
import type { Moment, MomentNode } from '../../src/core/history/moments/moment.ts';
import type { NodeId, PositionId } from '../../src/core/ids.ts';
import type { SpannedText } from '../../src/core/text/span.ts';
import { spansOfLength } from './arbitrary-text.ts';
import { typed } from './tree.ts';

const someText: fc.Arbitrary<SpannedText> = fc
  .array(fc.constantFrom('The storm ', 'came. ', 'Marie ', 'waited.\n', 'And '), { maxLength: 5 })
  .map((words) => words.join(''))
  .chain((text) => spansOfLength(text.length).map((spans) => ({ text, spans })));

/** A few versions of each of eight positions, of which the last four have an alternative each. */
const someVersions = fc.array(someText, { minLength: 24, maxLength: 24 });

/** Two moments of one tree: they have up to four positions in common, and may show the same versions there. */
export const twoMoments: fc.Arbitrary<{ readonly past: Moment; readonly live: Moment }> = someVersions.chain(
  (texts) => {
    const node = (position: number, version: number, pending: SpannedText | null): MomentNode => ({
      nodeId: `${position}.${version}` as NodeId,
      positionId: `${position}` as PositionId,
      pending: pending !== null,
      ...(pending ?? texts[(position * 2 + version) % texts.length] ?? { text: '', spans: [] }),
    });
    const shown = fc.tuple(fc.nat({ max: 1 }), fc.option(someText, { freq: 4 }));
    const moment = fc
      .tuple(fc.array(shown, { maxLength: 8 }), fc.boolean(), someText)
      .map(([versions, turns, buffer]) => ({
        nodes: versions.map(([version, pending], index) =>
          node(turns && index >= 4 ? index + 4 : index, version, pending),
        ),
        buffer,
      }));
    return fc.record({ past: moment, live: moment });
  },
);

/**
 * A moment in a notation: `0.0 m"The storm " | 1.1 pending h"came."` has version 0 of position 0, and an edit of version 1 of
 * position 1. What follows the last `|` without a name is the working buffer.
 */
export function momentOf(notation: string): Moment {
  const nodes: MomentNode[] = [];
  let buffer: SpannedText = { text: '', spans: [] };
  for (const part of notation.split('|')) {
    const [, name, pending, text = ''] = /^\s*(\d+\.\d+)?( pending)?\s*(.*)$/s.exec(part) ?? [];
    if (name === undefined) buffer = typed(text);
    else {
      nodes.push({
        nodeId: name as NodeId,
        positionId: name.slice(0, name.indexOf('.')) as PositionId,
        pending: pending !== undefined,
        ...typed(text),
      });
    }
  }
  return { nodes, buffer };
}
