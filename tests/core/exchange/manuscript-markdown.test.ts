import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineRuns } from '../../../src/core/exchange/inline-runs.ts';
import { manuscriptMarkdown, manuscriptOfMarkdown } from '../../../src/core/exchange/manuscript-markdown.ts';
import { headingWords } from '../../../src/core/exchange/plain-text.ts';
import { headingLevel, lineKind } from '../../../src/core/text/markdown-scan.ts';
import { normaliseText } from '../../../src/core/text/normalise.ts';
import { readCommonMark, showRuns } from '../../helpers/common-mark.ts';

const markdownOf = (text: string) => [...manuscriptMarkdown(text)].join('');

/** The page's rendering of a text, in the notation of `readCommonMark`. */
function shown(text: string): readonly string[] {
  const kinds = text
    .split('\n')
    .map(lineKind)
    .map((kind) => ({ prose: 'p', blank: ' ' })[kind as string] ?? '#')
    .join('');
  // A blank line before at least as many paragraphs as without.
  const single = kinds.match(/p(?=p)/g)?.length ?? 0;
  const blank = kinds.match(/p(?= +p)/g)?.length ?? 0;
  const areSeparated = blank > 0 && blank >= single;
  const blocks: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const kind = lineKind(line);
    if (kind === 'heading') blocks.push(`h${headingLevel(line)} ${styled(headingWords(line))}`.trim());
    if (kind === 'break') blocks.push('***');
    if (kind === 'prose')
      blocks.push(
        areSeparated && kinds[index - 1] === 'p' ? `${blocks.pop()}\n${styled(line)}` : styled(line),
      );
  }
  return blocks;
}

function styled(line: string): string {
  const runs = inlineRuns(line).map(({ from, to, emphasis, strong }) => ({
    text: line.slice(from, to),
    emphasis,
    strong,
  }));
  return showRuns(runs).replace(/^[ \t]+|[ \t]+$/g, '');
}

const plain = (blocks: readonly string[]) => blocks.map((block) => block.replace(/<\/?(?:em|strong)>/g, ''));

describe('in Markdown, a paragraph is', () => {
  it('a line', () => {
    expect(markdownOf('# One\nIt was lit.\nIt went out.\n***\nIt was gone.\n')).toBe(
      '# One\n\nIt was lit.\n\nIt went out.\n\n***\n\nIt was gone.\n',
    );
  });

  it('what is between blank lines, with its line breaks, in a text that has them', () => {
    expect(markdownOf('It was lit.\n\nRoses are red,\n  violets are blue.\n\nIt went out.')).toBe(
      'It was lit.\n\nRoses are red,\\\n  violets are blue.\n\nIt went out.',
    );
  });

  it('a line in a text in which blank lines only separate scenes, and they stay', () => {
    const text = 'One.\nTwo.\nThree.\n\nFour.\nFive.';
    const markdown = markdownOf(text);
    expect(markdown).toBe('One.\n\nTwo.\n\nThree.\n\n\nFour.\n\nFive.');
    expect(markdownOf(markdown)).toBe(markdown);
  });
});

describe('what Markdown would read as something else is escaped:', () => {
  it.each([
    ['a year', '1986. It was cold.', '1986\\. It was cold.'],
    ['a quotation mark of mail', '> no', '\\> no'],
    ['a dialogue with hyphens', '- Who is it?', '\\- Who is it?'],
    ['an indented heading', '  # no', '  \\# no'],
    ['a hash tag, which is nothing', '#no', '#no'],
    ['an indent', '    It was cold.', '   It was cold.'],
    ['a tab', '\tIt was cold.', '   It was cold.'],
    ['an asterisk', '2*3 * 4 **', '2\\*3 * 4 \\*\\*'],
    ['an underscore', 'snake_case _x', 'snake_case \\_x'],
    ['HTML', 'a <b> & 3 < 4', 'a \\<b> & 3 < 4'],
    ['an entity', 'AT&amp;T & co', 'AT\\&amp;T & co'],
    ['a link', '[a](b) [sic]', '[a]\\(b) [sic]'],
    ['code', '`x` ~~y~~', '\\`x\\` \\~\\~y\\~\\~'],
    ['a backslash', 'C:\\dir\\.x\\', 'C:\\dir\\\\.x\\\\'],
    ['an underline', 'One\n\nTwo\n===\n\nThree\n\nFour', 'One\n\nTwo\\\n\\===\n\nThree\n\nFour'],
    ['a scene break of one character', 'One.\n#\nTwo.\n⁂', 'One.\n\n***\n\nTwo.\n\n***'],
    ['code in lines', '```\nx\n```', '\\`\\`\\`\n\nx\n\n\\`\\`\\`'],
  ])('%s', (_name, text, markdown) => {
    expect(markdownOf(text)).toBe(markdown);
    expect(readCommonMark(markdown)).toEqual(shown(text));
  });

  it('but not what the page shows: emphasis, headings, scene breaks and prompt fences', () => {
    const text = '## One *two* ##\n\nIt was **_very_** cold, un*believ*ably so.\n\n* * *\n\n\\*so\\*';
    expect(markdownOf(text)).toBe(text.replace(' ##\n', '\n'));
    const fence = '```prompt name=a\nOne.\n\n# Two\n```';
    expect(markdownOf(`One.\n${fence}\nTwo.`)).toBe(`One.\n\n${fence}\n\nTwo.`);
  });
});

const pieces = fc.constantFrom(
  '\n',
  '\n',
  '\n\n',
  ' ',
  '  ',
  '    ',
  '\t',
  '*',
  '*',
  '**',
  '***',
  '_',
  '__',
  '#',
  '# ',
  '## ',
  '>',
  '- ',
  '-',
  '--',
  '---',
  '+ ',
  '1986.',
  '1) ',
  '=',
  '===',
  '`',
  '```',
  '~',
  '~~~',
  '<b>',
  '</i>',
  '<!--',
  '<https://a.b>',
  '&amp;',
  '&#35;',
  '&',
  '\\',
  '\\\n',
  '\\*',
  '\\#',
  '[a]',
  '](b)',
  ']: ',
  '[',
  '!',
  '|',
  '|---|',
  '| a | b |',
  ':-',
  '⁂',
  '“',
  '…',
  'a',
  'word',
  'Zoë',
  '🏮',
  '他说',
  '\u00a0',
  '. ',
  '?',
  '"',
  '(',
  ')',
);
const anyText = fc
  .array(fc.oneof(pieces, fc.lorem({ maxCount: 3 })), { maxLength: 25 })
  .map((parts) => normaliseText(parts.join('')));

describe('for any text', () => {
  it('a reader of Markdown sees the paragraphs that the page shows', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(plain(readCommonMark(markdownOf(text)))).toEqual(plain(shown(text)));
      }),
    );
  });

  it('a reader of Markdown sees the same emphasis, or none where readers would see another', () => {
    const word = fc.constantFrom('a', 'lamp', 'Zoë', '🏮', '“no”', '.', ' ', ' ', '*', '*', '**', '_');
    const line = fc.array(word, { maxLength: 14 }).map((parts) => parts.join('').trim());
    fc.assert(
      fc.property(line, (text) => {
        fc.pre(lineKind(text) === 'prose');
        const read = readCommonMark(markdownOf(text));
        const wanted = shown(text);
        expect([wanted, plain(wanted)]).toContainEqual(read);
      }),
    );
  });

  it('importing it gives the same paragraphs, and exporting those the same file', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const markdown = markdownOf(text);
        const imported = manuscriptOfMarkdown(markdown);
        expect(plain(shown(imported))).toEqual(plain(shown(text)));
        expect(markdownOf(imported)).toBe(markdown);
      }),
    );
  });
});

describe('a Markdown file that is imported', () => {
  it('loses the escapes that an export writes', () => {
    expect(manuscriptOfMarkdown('1986\\. It was\\\ncold \\*so\\*.\n\n2\\*3\n\n\\- No.\n\nYes.')).toBe(
      '1986. It was\ncold \\*so\\*.\n\n2*3\n\n- No.\n\nYes.',
    );
  });

  it('keeps every other backslash', () => {
    const text = 'C:\\dir and C:\\(x86)\n\n\\*no\\*\n\n\\a \\';
    expect(manuscriptOfMarkdown(text)).toBe(text);
  });
});
