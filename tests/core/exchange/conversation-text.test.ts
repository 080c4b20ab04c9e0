import { expect, test } from 'vitest';
import {
  conversationMarkdown,
  conversationPlainText,
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
    plain: [...conversationPlainText(text, messages, names)].join(''),
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
    markdown: '**Mara**\n\nWho are *you*?\n\n**Echo\\_1**\n\nA lamp.\n\n- lit\n',
    plain: 'Mara\nWho are you?\n\nEcho_1\nA lamp.\n\n- lit\n',
  });
  expect(exported('heading', ...SAID).markdown).toBe(
    '## Mara\n\nWho are *you*?\n\n## Echo\\_1\n\nA lamp.\n\n- lit\n',
  );
});

test('a name may stand on the line of the text, as in a play', () => {
  expect(exported('colon', ...SAID)).toEqual({
    markdown: 'MARA: Who are *you*?\n\nECHO\\_1: A lamp.\n\n- lit\n',
    plain: 'MARA: Who are you?\n\nECHO_1: A lamp.\n\n- lit\n',
  });
});

test('a name is never read as markup', () => {
  expect(exported('bold', ['*Nell* <b>', 'Yes.']).markdown).toBe('**\\*Nell\\* \\<b\\>**\n\nYes.\n');
});
