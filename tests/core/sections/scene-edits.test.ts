import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planSceneEdit, type SceneAction, type SceneEdit } from '../../../src/core/sections/scene-edits.ts';
import { sectionsOf } from '../../../src/core/sections/sections.ts';
import '../../helpers/fast-check-runs.ts';

function apply(text: string, { changes }: SceneEdit): string {
  let result = '';
  let at = 0;
  for (const { from, to, pieces } of changes) {
    expect(from).toBeGreaterThanOrEqual(at);
    result += text.slice(at, from);
    for (const piece of pieces)
      result += typeof piece === 'string' ? piece : text.slice(piece.from, piece.to);
    at = to;
  }
  return result + text.slice(at);
}

/** Acts at the caret `|` of a text. @returns the text with its caret, or the refusal */
function act(marked: string, action: SceneAction): string {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const plan = planSceneEdit(text, sectionsOf(text), caret, action);
  if (typeof plan === 'string') return plan;
  const after = apply(text, plan);
  return `${after.slice(0, plan.caret)}|${after.slice(plan.caret)}`;
}

const lines = (...all: string[]) => all.join('\n\n');

describe('a scene', () => {
  const book = (...order: string[]) =>
    lines('# One', order[0] ?? '', '***', order[1] ?? '', '# Two', order[2] ?? '');

  it('moves past the one before or after it, and the break stays between them', () => {
    expect(act(book('Rain.', 'Sn|ow.', 'Sun.'), 'sceneUp')).toBe(book('Sn|ow.', 'Rain.', 'Sun.'));
    expect(act(book('Ra|in.', 'Snow.', 'Sun.'), 'sceneDown')).toBe(book('Snow.', 'Ra|in.', 'Sun.'));
  });

  it('moves into the chapter before or after', () => {
    const one = lines('# One', 'Rain.', '* * *', 'Snow.', '# Two', 'S|un.');
    expect(act(one, 'sceneUp')).toBe(lines('# One', 'Rain.', '* * *', 'Snow.', '* * *', 'S|un.', '# Two'));
    expect(act(book('Rain.', 'Sn|ow.', 'Sun.'), 'sceneDown')).toBe(
      lines('# One', 'Rain.', '# Two', 'Sn|ow.', '***', 'Sun.'),
    );
    expect(act(lines('# One', 'R|ain.', '***', 'Snow.', '# Two', 'Sun.'), 'sceneUp')).toBe('isFirst');
    expect(act(lines('# One', 'Rain.', '# Two', 'S|un.'), 'sceneDown')).toBe('isLast');
  });

  it('moves into a chapter that has none, and out of the text before the first chapter', () => {
    expect(act(lines('# One', 'R|ain.', '# Two', ''), 'sceneDown')).toBe(
      lines('# One', '# Two', 'R|ain.', ''),
    );
    expect(act(lines('Fr|ont.', '# One', 'Rain.'), 'sceneDown')).toBe(
      lines('# One', 'Fr|ont.', '***', 'Rain.'),
    );
  });

  it('is divided between words, joined with the next, and begun after another', () => {
    expect(act(lines('# One', 'It rained. |It stopped.'), 'divide')).toBe(
      lines('# One', 'It rained.', '***', '|It stopped.'),
    );
    expect(act(lines('# One', '|It rained.'), 'divide')).toBe('noScene');
    expect(act(lines('One.', '---', 'Tw|o.', '---', 'Three.'), 'join')).toBe(
      lines('One.', '---', 'Tw|o.', 'Three.'),
    );
    expect(act(lines('One.', '# A', 'Tw|o.'), 'join')).toBe('noNextScene');
    expect(act(lines('O|ne.', '# A', 'Two.'), 'newScene')).toBe(lines('One.', '***', '|', '# A', 'Two.'));
  });
});

describe('a chapter', () => {
  it('moves with its scenes past another, and between parts', () => {
    const [one, two, three] = [
      lines('## A', 'Rain.'),
      lines('## B', 'Sn|ow.', '***', 'Ice.'),
      lines('## C', 'Sun.'),
    ];
    const up = act(lines('# P', one, two, '# Q', three), 'chapterUp');
    expect(up).toBe(lines('# P', two, one, '# Q', three));
    const down = act(lines('# P', one, two, '# Q', three), 'chapterDown');
    expect(down).toBe(lines('# P', one, '# Q', two, three));
    expect(act(down, 'chapterUp')).toBe(lines('# P', one, two, '# Q', three));
    expect(act(lines('# P', two, one), 'chapterUp')).toBe('isFirst');
    expect(act(lines('# P', one, two), 'chapterDown')).toBe('isLast');
  });

  it('is raised and lowered with what is inside it, and gets the marks that it lacks', () => {
    expect(act(lines('## |A', '### B', 'x', '## C'), 'promote')).toBe(lines('# |A', '## B', 'x', '## C'));
    expect(act(lines('# |A', '## B', 'x', '# C'), 'demote')).toBe(lines('## |A', '### B', 'x', '# C'));
    expect(act('The L|etter\n==========\n\nDear.', 'demote')).toBe('## The L|etter\n\nDear.');
    expect(act('Chapter |3\n\nDear.', 'promote')).toBe('# Chapter |3\n\nDear.');
    expect(act(lines('# |A', 'x'), 'promote')).toBe('isHighest');
    expect(act(lines('##### |A', '###### B'), 'demote')).toBe('isLowest');
    expect(act('No |heading.', 'chapterUp')).toBe('noChapter');
  });
});

/** Books of any chapters and scenes, each paragraph another. */
const booksOf = (...heads: readonly string[]) =>
  fc
    .array(
      fc.record({
        head: fc.constantFrom(...heads, '***', '* * *', ''),
        paragraphs: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => {
      let count = 0;
      const name = () => {
        count += 1;
        return `${count}th`;
      };
      return parts
        .flatMap(({ head, paragraphs }) => [
          ...(head === '' ? [] : [head.startsWith('#') ? `${head}Heading ${name()}` : head]),
          ...Array.from({ length: paragraphs }, () => `Paragraph ${name()} has words.`),
        ])
        .join('\n\n');
    });
const books = booksOf('# ', '## ', '## ', '### ');
const moves = fc.array(
  fc.tuple(fc.constantFrom<SceneAction>('sceneUp', 'sceneDown', 'chapterUp', 'chapterDown'), fc.nat()),
  { maxLength: 8 },
);
const isWords = (line: string) => /[a-z]/.test(line);

it('no sequence of moves loses or doubles a paragraph or a heading, or the words at the caret', () => {
  fc.assert(
    fc.property(books, moves, (book, actions) => {
      let text = book;
      for (const [action, at] of actions) {
        const caret = at % (text.length + 1);
        const plan = planSceneEdit(text, sectionsOf(text), caret, action);
        if (typeof plan === 'string') continue;
        const after = apply(text, plan);
        expect(after.split('\n').filter(isWords).sort()).toEqual(text.split('\n').filter(isWords).sort());
        const titles = (of: string) =>
          sectionsOf(of)
            .filter(({ kind }) => kind === 'heading')
            .map(({ title }) => title);
        expect(titles(after).sort()).toEqual(titles(text).sort());
        const word = text.slice(caret, caret + 4);
        if (/^\w{4}$/.test(word)) expect(after.slice(plan.caret, plan.caret + 4)).toBe(word);
        text = after;
      }
    }),
  );
});

it('a chapter that moved up moves down to where it was', () => {
  fc.assert(
    fc.property(booksOf('# ', '## ', '## '), fc.nat(), (book, at) => {
      const up = planSceneEdit(book, sectionsOf(book), at % (book.length + 1), 'chapterUp');
      if (typeof up === 'string') return;
      const moved = apply(book, up);
      const down = planSceneEdit(moved, sectionsOf(moved), up.caret, 'chapterDown');
      if (typeof down === 'string') expect.unreachable(down);
      expect(apply(moved, down).split('\n').filter(isWords)).toEqual(book.split('\n').filter(isWords));
    }),
  );
});
