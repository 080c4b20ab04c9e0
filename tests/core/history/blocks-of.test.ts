import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinBlocks } from '../../../src/core/history/block.ts';
import { blocksOf } from '../../../src/core/history/blocks-of.ts';

const plainLine = fc.oneof(
  fc.constantFrom('', ' ', 'Prose.', '# One', '* * *', '---', 'a ``` b', '``` a`b', '    ```'),
  fc.string({ maxLength: 6 }).filter((line) => !/^ {0,3}(?:```|~~~)/.test(line) && !line.includes('\n')),
);
const fenceLine = fc.constantFrom('```', '````', '  ```', '~~~', '~~~~ a`b', '```prompt name=storm', '```  ');
const anyText = fc.array(fc.oneof(plainLine, fenceLine), { maxLength: 12 }).map((lines) => lines.join('\n'));

/** A fence that is closed, which may contain another. */
const closedFence = fc
  .array(fc.oneof(plainLine, fc.constantFrom('```', '~~~')), { maxLength: 4 })
  .map((lines) => ['````prompt', ...lines, '`````'].join('\n'));
const closedText = fc
  .array(fc.oneof(plainLine, closedFence), { maxLength: 8 })
  .map((parts) => parts.join('\n'));

/** A line per block: its kind and its text as JSON. */
function shapeOf(text: string): readonly string[] {
  return blocksOf(text).map((block) => `${block.kind} ${JSON.stringify(block.text)}`);
}

describe('the blocks of a text', () => {
  test('joined are the text, and have white space alone only at the end', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const blocks = blocksOf(text);
        expect(joinBlocks(blocks)).toBe(text);
        expect(blocks.slice(0, -1).filter(({ kind }) => kind === 'blank')).toEqual([]);
        expect(blocks.filter((block) => (block.text.trim() === '') !== (block.kind === 'blank'))).toEqual([]);
      }),
    );
  });

  test('stay as they are when lines are appended', () => {
    fc.assert(
      fc.property(closedText, anyText, (text, more) => {
        const before = blocksOf(text).filter(({ kind }) => kind !== 'blank');
        expect(blocksOf(`${text}\n${more}`).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  test('are all but the last what they were when the last line is continued', () => {
    fc.assert(
      fc.property(closedText, plainLine, (text, more) => {
        const before = blocksOf(text)
          .filter(({ kind }) => kind !== 'blank')
          .slice(0, -1);
        expect(blocksOf(text + more).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  test.each([
    ['nothing', '', []],
    ['white space', '\n \n', ['blank "\\n \\n"']],
    [
      'lines of prose, each of which begins with what separates it from the last',
      '\nOne.\nTwo.\n\n \nThree.\n',
      ['paragraph "\\nOne."', 'paragraph "\\nTwo."', 'paragraph "\\n\\n \\nThree."', 'blank "\\n"'],
    ],
    [
      'a heading and a break',
      '# One\n\n***\n#no',
      ['heading "# One"', 'break "\\n\\n***"', 'paragraph "\\n#no"'],
    ],
    [
      'a fence with headings and empty lines in it',
      'a\n\n```prompt n=2\n# b\n\n```\nc',
      ['paragraph "a"', 'fence "\\n\\n```prompt n=2\\n# b\\n\\n```"', 'paragraph "\\nc"'],
    ],
    [
      'a fence that only as many of the same characters close',
      '~~~~\n~~~\n````\n~~~~~ \n~~~',
      ['fence "~~~~\\n~~~\\n````\\n~~~~~ "', 'paragraph "\\n~~~"'],
    ],
    [
      'a fence that is not closed, whose lines are ordinary',
      '```\n# a\n```b\nc',
      ['paragraph "```"', 'heading "\\n# a"', 'paragraph "\\n```b"', 'paragraph "\\nc"'],
    ],
    [
      'a shorter fence after one that is not closed',
      '````\n```\na\n```',
      ['paragraph "````"', 'fence "\\n```\\na\\n```"'],
    ],
    ['code within a line', '``` a ```\n```\n```', ['paragraph "``` a ```"', 'fence "\\n```\\n```"']],
  ])('are found for %s', (_what, text, blocks) => {
    expect(shapeOf(text)).toEqual(blocks);
  });
});
