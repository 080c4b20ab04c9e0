import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planSceneMove, type SceneEdit } from '../../../src/core/sections/scene-edits.ts';
import {
  canGoTo,
  endOfItem,
  moveTo,
  nextPlace,
  type SceneItem,
  sceneItems,
} from '../../../src/core/sections/scene-list.ts';
import { proseStart, sectionsOf } from '../../../src/core/sections/sections.ts';
import '../../helpers/fast-check-runs.ts';

/** A text by its items, each with the offset and the first line of its own text, or of its heading. */
function listed(text: string) {
  const sections = sectionsOf(text);
  const range = (section: number) => ({
    from: sections[section]?.from ?? 0,
    to: sections[section + 1]?.from ?? text.length,
  });
  const proseOf = (section: number) => {
    const { from, to } = range(section);
    const start = proseStart(text.slice(from, to));
    return start < 0 ? null : from + start;
  };
  const items = sceneItems(sections, (section) => proseOf(section) !== null);
  const offsetOf = ({ hasHeading, section }: SceneItem) =>
    hasHeading ? (sections[section]?.from ?? 0) : (proseOf(section) ?? 0);
  const nameOf = (item: SceneItem) => text.slice(offsetOf(item)).split('\n')[0] ?? '';
  return { items, offsetOf, names: items.map(nameOf), sections };
}

function apply(text: string, { changes }: SceneEdit): string {
  return changes.toReversed().reduce((now, { from, to, pieces }) => {
    const inserted = pieces.map((piece) =>
      typeof piece === 'string' ? piece : text.slice(piece.from, piece.to),
    );
    return now.slice(0, from) + inserted.join('') + now.slice(to);
  }, text);
}

/** @returns the text after the move, and the offset of what moved */
function move(text: string, index: number, gap: number): { readonly text: string; readonly at: number } {
  const { items, offsetOf, sections } = listed(text);
  const planned = moveTo(items, index, gap, offsetOf);
  if (planned === null) return expect.unreachable('no place');
  const plan = planSceneMove(text, sections, planned);
  if (typeof plan === 'string') return expect.unreachable(plan);
  return { text: apply(text, plan), at: plan.caret };
}

const lines = (...all: string[]) => all.join('\n\n');

describe('the items of a text', () => {
  it('are its chapters and parts, and the scenes from one heading or break to the next', () => {
    const { items, names } = listed(
      lines('Front.', '# Part', '## One', 'A.', '***', 'B.', '### Night', 'C.', '## Two', '## Three', 'D.'),
    );
    expect(names).toEqual([
      'Front.',
      '# Part',
      '## One',
      'A.',
      'B.',
      '### Night',
      '## Two',
      '## Three',
      'D.',
    ]);
    expect(items.map(({ kind }) => kind[0]).join('')).toBe('shhssshhs');
    expect(endOfItem(items, 2)).toBe(6);
  });

  it('are scenes alone in a text without a heading, and all headings have one where no level occurs twice', () => {
    expect(listed(lines('A.', '***', 'B.')).names).toEqual(['A.', 'B.']);
    expect(listed(lines('# Book', '## One', 'A.')).items.map(({ kind }) => kind)).toEqual([
      'heading',
      'heading',
      'scene',
    ]);
    expect(listed('').items).toEqual([]);
  });
});

describe('moving', () => {
  const book = lines('# One', 'A.', '***', 'B.', '# Two', '# Three', 'C.');

  it('takes a scene between two others, into a chapter without text, and to the end of a chapter', () => {
    expect(move(book, 5, 2).text).toBe(lines('# One', 'A.', '***', 'C.', '***', 'B.', '# Two', '# Three'));
    expect(move(book, 1, 4).text).toBe(lines('# One', 'B.', '# Two', 'A.', '# Three', 'C.'));
    expect(move(book, 5, 3).text).toBe(lines('# One', 'A.', '***', 'B.', '***', 'C.', '# Two', '# Three'));
  });

  it('takes a chapter before the first and after the last', () => {
    expect(move(book, 3, 0).text).toBe(lines('# Two', '# One', 'A.', '***', 'B.', '# Three', 'C.'));
    expect(move(book, 0, 6).text).toBe(lines('# Two', '# Three', 'C.', '# One', 'A.', '***', 'B.'));
  });

  it('has a next place for a scene in each direction, and for a chapter only between chapters', () => {
    const { items } = listed(book);
    expect([nextPlace(items, 1, 1), nextPlace(items, 1, -1), nextPlace(items, 2, 1)]).toEqual([3, null, 4]);
    expect([nextPlace(items, 0, 1), nextPlace(items, 5, -1), nextPlace(items, 5, 1)]).toEqual([4, 4, null]);
  });
});

const HEADS = ['# ', '## ', '## ', '### ', '###### ', '***', '* * *', '---', ''] as const;
const books = fc
  .array(fc.record({ head: fc.constantFrom(...HEADS), paragraphs: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((parts) =>
    parts
      .flatMap(({ head, paragraphs }, at) => [
        ...(head === '' ? [] : [head.startsWith('#') ? `${head}Heading ${at}` : head]),
        ...Array.from({ length: paragraphs }, (_, number) => `Paragraph ${at} ${number} has some words.`),
      ])
      .join('\n\n'),
  );

it('any move takes what is named, and all inside it, to its place, and leaves the order of the rest', () => {
  fc.assert(
    fc.property(books, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }), (book, moves) => {
      let text = book;
      for (const [one, other] of moves) {
        const { items, names } = listed(text);
        if (items.length === 0) return;
        const index = one % items.length;
        const gap = other % (items.length + 1);
        if (!canGoTo(items, index, gap)) continue;
        const end = endOfItem(items, index);
        const moved = names.slice(index, end);
        const expected =
          gap > index
            ? [...names.slice(0, index), ...names.slice(end, gap), ...moved, ...names.slice(gap)]
            : [...names.slice(0, gap), ...moved, ...names.slice(gap, index), ...names.slice(end)];
        const after = move(text, index, gap);
        expect(listed(after.text).names).toEqual(expected);
        expect(after.text.slice(after.at).split('\n')[0]).toBe(moved[0]);
        const paragraphs = (of: string) => of.split('\n').filter((line) => /[a-z]/.test(line));
        expect(paragraphs(after.text).sort()).toEqual(paragraphs(text).sort());
        text = after.text;
      }
    }),
  );
});
