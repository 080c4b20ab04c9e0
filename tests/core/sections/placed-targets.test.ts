import { expect, test } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import { placeTargets } from '../../../src/core/sections/placed-targets.ts';
import { sectionsOf } from '../../../src/core/sections/sections.ts';

/** A path whose texts have these positions: `P1`, `P2`, … */
function sectionsOn(...texts: readonly string[]) {
  return texts.flatMap((text, index) =>
    sectionsOf(text).map((section) => ({
      ...section,
      offset: section.from,
      positionId: `P${index + 1}` as PositionId,
    })),
  );
}

/** `P1 # One@0` is a target on this line at 0 of the text at P1. */
function placed(targets: readonly string[], ...texts: readonly string[]) {
  const sections = sectionsOn(...texts);
  const read = targets.map((target) => {
    const [, position = '', quote = '', start = ''] = /^(\S+) (.*)@(\d+)$/.exec(target) ?? [];
    return { positions: [position as PositionId], quote, start: Number(start) };
  });
  return [...placeTargets(read, sections)].map(
    ([index, { quote }]) => `${quote} on ${sections[index]?.title}`,
  );
}

const ONE = '# One\n\nIt rained.\n\n';
const TWO = '# Two\n\nIt snowed.\n\n';

test('a target is on its heading, wherever that is now', () => {
  expect(placed(['P1 # One@0', 'P1 # Two@20'], ONE + TWO)).toEqual(['# One on One', '# Two on Two']);
  // The chapters were exchanged, within a text and between two.
  expect(placed(['P1 # One@0', 'P1 # Two@19'], TWO + ONE)).toEqual(['# One on One', '# Two on Two']);
  expect(placed(['P1 # One@0', 'P2 # Two@0'], TWO, ONE)).toEqual(['# One on One', '# Two on Two']);
});

test('a heading that was promoted or renamed keeps its target', () => {
  expect(placed(['P1 # One@0'], '## One\n\nIt rained.')).toEqual(['# One on One']);
  expect(placed(['P1 # One@0', 'P1 # Two@19'], `# Rain\n\nIt rained.\n\n${TWO}`)).toEqual([
    '# Two on Two',
    '# One on Rain',
  ]);
});

test('of equal headings a target is on the nearest, and the text of another branch has none here', () => {
  expect(placed(['P1 # One@18'], ONE + ONE + TWO)).toEqual(['# One on One']);
  expect([
    ...placeTargets([{ positions: ['P1' as PositionId], quote: '# One', start: 18 }], sectionsOn(ONE + ONE)),
  ]).toMatchObject([[1, {}]]);
  expect(placed(['P9 # Three@0'], ONE)).toEqual([]);
  expect(placed(['P1 # One@0', 'P1 # One@1'], ONE)).toEqual(['# One on One']);
});
