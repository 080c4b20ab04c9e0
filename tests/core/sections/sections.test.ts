import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BREAK_LEVEL, parentSections, sectionsOf } from '../../../src/core/sections/sections.ts';
import { countWords } from '../../../src/core/text/count-words.ts';
import '../../helpers/fast-check-runs.ts';

/** The sections of a text: `level title words/all`, indented by nesting. */
function show(text: string): readonly string[] {
  const sections = sectionsOf(text);
  const parents = parentSections(sections);
  const depth = (index: number): number => {
    const parent = parents[index] ?? -1;
    return parent < 0 ? 0 : 1 + depth(parent);
  };
  return sections.map(({ kind, title, words, allWords }, index) => {
    const count = words === allWords ? `${words}` : `${words}/${allWords}`;
    return `${'  '.repeat(depth(index))}${kind === 'break' ? '* ' : ''}${title} ${count}`;
  });
}

describe('the sections of a text', () => {
  it('are its headings and scene breaks, nested by level, with their words', () => {
    const text = `Front matter.

# Part One

## Chapter 1

It rained all day.

***

She went out. It was night.

## The *Second* One ##

He came.

# Part Two

An end.`;
    expect(show(text)).toEqual([
      'Part One 2/19',
      '  Chapter 1 6/12',
      '    * She went out 6',
      '  The Second One 5',
      'Part Two 4',
    ]);
  });

  it('are found without Markdown, parts above chapters', () => {
    const text =
      'PART ONE\n\nChapter 1: Rain\n\nIt rained.\n\nThe Letter\n==========\n\nDear.\n\nCHAPTER TWO\n\nSun.';
    expect(show(text)).toEqual(['PART ONE 2/7', '  Chapter 1: Rain 5', 'The Letter 3/6', '  CHAPTER TWO 3']);
  });

  it('do not begin at an ornament beside a heading, or at the end', () => {
    const text = '# One\n\n***\n\nIt began.\n\n* * *\n\n# Two\n\nIt went on.\n\n---\n';
    expect(show(text)).toEqual(['One 3', 'Two 4']);
  });

  it('place each mark where its line begins, and lose no word', () => {
    const line = fc.constantFrom(
      '# One',
      '## Two',
      '***',
      '',
      'Words of prose.',
      'Chapter 3',
      '====',
      '--',
      '#',
      'a',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const text = lines.join('\n');
        const sections = sectionsOf(text);
        const starts = sections.map(({ from }) => from);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        for (const { from } of sections) expect(from === 0 || text[from - 1] === '\n').toBe(true);
        const before = countWords(text.slice(0, starts[0] ?? text.length));
        expect(before + sections.reduce((sum, { words }) => sum + words, 0)).toBe(countWords(text));
        for (const { kind, level } of sections) expect(level === BREAK_LEVEL).toBe(kind === 'break');
      }),
    );
  });
});
