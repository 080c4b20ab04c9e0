import { expect, test } from 'vitest';
import {
  conversationMarkdown,
  conversationText,
  type NameStyle,
} from '../../../src/core/exchange/conversation-text.ts';

/** The messages one after another, each with its speaker, exported both ways. */
function exported(names: NameStyle, ...said: readonly (readonly [speaker: string, words: string])[]) {
  let text = '';
  const messages = said.map(([speaker, words]) => {
    const from = text.length;
    text += words;
    return { speaker, from, to: text.length };
  });
  return {
    markdown: [...conversationMarkdown(text, messages, names)].join(''),
    plain: [...conversationText(text, messages, names, false)].join(''),
    typed: [...conversationText(text, messages, names, true)].join(''),
  };
}

const SAID = [
  ['Mara', 'Who are *you*?'],
  ['Echo_1', 'A lamp.\n'],
  ['Echo_1', '\n- lit'],
  ['Mara', '  \n'],
] as const;

test('each message follows the name of its speaker, once for several in a row; blank ones are left out', () => {
  expect(exported('bold', ...SAID)).toEqual({
    typed: 'Mara\nWho are *you*?\n\nEcho_1\nA lamp.\n\n- lit\n',
    markdown: '**Mara**\n\nWho are *you*?\n\n**Echo\\_1**\n\nA lamp.\n\n- lit\n',
    plain: 'Mara\nWho are you?\n\nEcho_1\nA lamp.\n\n- lit\n',
  });
  expect(exported('heading', ...SAID).markdown).toBe(
    '## Mara\n\nWho are *you*?\n\n## Echo\\_1\n\nA lamp.\n\n- lit\n',
  );
});

test('a name may stand on the line of the text, as in a play', () => {
  expect(exported('colon', ...SAID)).toMatchObject({
    markdown: 'MARA: Who are *you*?\n\nECHO\\_1: A lamp.\n\n- lit\n',
    plain: 'MARA: Who are you?\n\nECHO_1: A lamp.\n\n- lit\n',
  });
});

test('but not before what is no paragraph', () => {
  expect(exported('colon', ['Mara', '- lit\n- out']).markdown).toBe('MARA:\n\n- lit\n- out\n');
});

test.each([
  ['keep their line breaks', 'Roses,\nviolets.\n> So\n> so.', 'Roses,\\\nviolets.\n> So\\\n> so.'],
  ['have no HTML', 'a <b>b</b> `<i>` <https://a.org>', 'a \\<b>b\\</b> `<i>` <https://a.org>'],
  ['have no code by their indents', 'So.\n\n    So.', 'So.\n\n   So.'],
  ['have no headings by underlines', 'So\n---\nso\n===', 'So\n\n---\nso\\\n\\==='],
  [
    'have only the links that the screen shows',
    '[a](https://a.org) [b](file:c)',
    '[a](https://a.org) [b]\\(file:c)',
  ],
  ['do not go on as the code of another', '```\ncode', '```\ncode\n```'],
  [
    'stay as they are otherwise',
    '# A\n\n1. *b*\n2. c  \n   d\n\n| e |\n|---|\n| f |',
    '# A\n\n1. *b*\n2. c  \n   d\n\n| e |\n|---|\n| f |',
  ],
])('in Markdown, messages %s', (_what, words, markdown) => {
  expect(exported('bold', ['Mara', words]).markdown).toBe(`**Mara**\n\n${markdown}\n`);
});

test('a name is never read as markup', () => {
  expect(exported('bold', ['*Nell* <b>', 'Yes.']).markdown).toBe('**\\*Nell\\* \\<b\\>**\n\nYes.\n');
});
