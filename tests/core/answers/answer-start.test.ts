import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../helpers/fast-check-runs.ts';
import { anyCuts, chunksOf, receive } from './answer-chunks.ts';

const completed = (document: string, answer: string) => receive(document, false, [answer]).page;
const continued = (document: string, answer: string) => receive(document, true, [answer]).page;

describe('at the start of a base model’s answer', () => {
  test.each([
    ['a word, without a space', 'Once', ' upon', 'Once upon'],
    ['a word, with a space', 'Once ', ' upon', 'Once upon'],
    ['a word with a space, and an answer without', 'Once ', 'upon', 'Once upon'],
    ['several spaces', 'Once   ', ' upon', 'Once   upon'],
    ['a broken word', 'The cas', 'tle stood', 'The castle stood'],
    ['a line end', 'Once.\n', 'Then', 'Once.\nThen'],
    ['a paragraph', 'Once.\n\n', 'Then', 'Once.\n\nThen'],
    ['an answer that begins a paragraph', 'Once.', '\n\nThen', 'Once.\n\nThen'],
    ['an answer that begins a paragraph after a space', 'Once. ', '\n\nThen', 'Once. \n\nThen'],
    ['an opening quotation mark', 'She said, “', 'Come in.”', 'She said, “Come in.”'],
    ['a closing quotation mark', '“Come in.”', ' She sat.', '“Come in.” She sat.'],
    ['a comma', 'Once', ', upon', 'Once, upon'],
    ['an emoji', 'A tower 🏰', ' stood', 'A tower 🏰 stood'],
    ['Chinese text', '他走进了房间', '，坐了下来。', '他走进了房间，坐了下来。'],
    ['Chinese text with a wide space', '他走了。\u3000', '\u3000雨停了', '他走了。\u3000雨停了'],
    ['an empty document', '', ' Once', ' Once'],
  ])('%s is left unchanged', (_name, document, answer, page) => {
    expect(completed(document, answer)).toBe(page);
  });

  test('nothing is inserted, and repetition is not detected', () => {
    expect(completed('The rain fell.', 'It')).toBe('The rain fell.It');
    expect(completed('on and on and on and', ' on and on and')).toBe('on and on and on and on and on and');
  });
});

describe('at the start of a chat model’s answer', () => {
  test.each([
    ['a sentence', 'The rain fell.', 'It was late.', 'The rain fell. It was late.'],
    ['a sentence with a space', 'The rain fell. ', 'It was late.', 'The rain fell. It was late.'],
    ['a sentence, and an answer with the space', 'The rain fell.', ' It was', 'The rain fell. It was'],
    ['a sentence and an answer, both with a space', 'The rain fell. ', ' It was', 'The rain fell. It was'],
    ['a word', 'She sat by the', 'fire again.', 'She sat by the fire again.'],
    ['a word, and an answer with the space', 'She sat by the', ' fire', 'She sat by the fire'],
    ['a word with a space', 'She sat by the ', 'fire', 'She sat by the fire'],
    [
      'a broken word that occurs whole elsewhere',
      'A castle. The cas',
      'tle stood',
      'A castle. The castle stood',
    ],
    ['a broken word that the answer repeats whole', 'The cas', 'castle stood', 'The castle stood'],
    [
      'a word that is the beginning of another',
      'By the sea, and the',
      'theatre',
      'By the sea, and the theatre',
    ],
    ['a comma', 'If it rains,', 'we stay.', 'If it rains, we stay.'],
    ['an answer that begins with a comma', 'If it rains', ', we stay.', 'If it rains, we stay.'],
    ['an apostrophe', 'They don', '’t know.', 'They don’t know.'],
    ['an elision', 'Il prit l’', 'arbre', 'Il prit l’arbre'],
    ['a line end', 'The rain fell.\n', 'It was late.', 'The rain fell.\nIt was late.'],
    ['a paragraph', 'The rain fell.\n\n', 'It was late.', 'The rain fell.\n\nIt was late.'],
    ['an answer that begins a paragraph', 'The rain fell.', '\n\nIt', 'The rain fell.\n\nIt'],
    ['an opening quotation mark', 'She said, “', 'Come in.”', 'She said, “Come in.”'],
    ['a straight opening quotation mark', 'She said, "', 'Come in."', 'She said, "Come in."'],
    ['a closing quotation mark', '“Come in.”', 'She sat.', '“Come in.” She sat.'],
    ['a straight closing quotation mark', '"Come in."', 'She sat.', '"Come in." She sat.'],
    ['a broken-off line of speech', '“I was—”', 'He stopped.', '“I was—” He stopped.'],
    ['a single closing quotation mark', '‘Come in.’', 'She sat.', '‘Come in.’ She sat.'],
    ['an answer that is speech', 'She looked up.', '“Come in.”', 'She looked up. “Come in.”'],
    ['an answer that is speech, after a word', 'She said', '“Come in.”', 'She said “Come in.”'],
    ['a bracket', 'a tower (', 'or two', 'a tower (or two'],
    ['a dash', 'He paused—', 'then ran', 'He paused—then ran'],
    ['a hyphen', 'a well-', 'known man', 'a well-known man'],
    ['a number', 'It was 3.', '14 metres', 'It was 3.14 metres'],
    ['a broken number', 'In 19', '84 it', 'In 1984 it'],
    ['a time', 'At 10:', '30 it rang', 'At 10:30 it rang'],
    ['a sentence, and a number', 'It was late.', '14 men came', 'It was late. 14 men came'],
    ['an emoji', 'A tower 🏰', 'stood there', 'A tower 🏰 stood there'],
    ['an emoji with a variation selector', 'With love ❤️', 'she wrote', 'With love ❤️ she wrote'],
    ['an answer that begins with an emoji', 'Good night.', '🌙 she wrote', 'Good night. 🌙 she wrote'],
    ['emoji in a row', 'Good night 🌙', '🌟 she wrote', 'Good night 🌙🌟 she wrote'],
    ['Chinese text', '他走进了房间', '坐了下来。', '他走进了房间坐了下来。'],
    ['a Chinese sentence', '雨停了。', '他走进了房间。', '雨停了。他走进了房间。'],
    ['Chinese speech', '他说：“', '进来。”', '他说：“进来。”'],
    ['Japanese text', '雨が止んだ。', '彼は', '雨が止んだ。彼は'],
    ['Korean text', '비가 그쳤다.', '그는', '비가 그쳤다. 그는'],
    ['Russian text', 'Дождь кончился.', 'Он вошёл.', 'Дождь кончился. Он вошёл.'],
    ['Arabic text', 'توقف المطر،', 'ثم دخل', 'توقف المطر، ثم دخل'],
    ['Hindi text', 'बारिश रुकी।', 'वह आया', 'बारिश रुकी। वह आया'],
    ['an empty document', '', 'Once', 'Once'],
  ])('%s gets the right space', (_name, document, answer, page) => {
    expect(continued(document, answer)).toBe(page);
  });

  test('the inserted space is reported, and trimmed characters are counted', () => {
    expect(receive('The rain fell.', true, ['It']).seam).toEqual({
      promptTrimmed: 0,
      answerTrimmed: 0,
      spaceAdded: true,
    });
    const again = receive('The long rain fell, and ', true, ['The long rain fell, and It']);
    expect(again.shown).toBe('It');
    expect(again.seam).toEqual({ promptTrimmed: 1, answerTrimmed: 'The long rain fell, and '.length });
  });
});

const WORDS = [
  'rain',
  'the',
  'tower',
  'don’t',
  '“Come',
  'in.”',
  '雨停了。',
  '🏰',
  '3.',
  '14',
  '—',
  'l’',
  'né',
];
const anyText = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom('', ' ', '\n', '  ', '.', ', ')), {
    maxLength: 8,
  })
  .map((parts) => parts.flat().join(''));

describe('for any document and answer', () => {
  test.each([true, false])(
    'the page is the same however the answer is cut into chunks (chat: %s)',
    (isChat) => {
      fc.assert(
        fc.property(anyText, anyText, anyCuts, (document, answer, cuts) => {
          expect(receive(document, isChat, chunksOf(answer, cuts))).toEqual(
            receive(document, isChat, [answer]),
          );
        }),
      );
    },
  );

  test('the shown answer is the received one, less what was trimmed, plus at most one space', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (document, answer, isChat) => {
        const { shown, seam } = receive(document, isChat, [answer]);
        expect(shown).toBe((seam.spaceAdded === true ? ' ' : '') + answer.slice(seam.answerTrimmed));
      }),
    );
  });

  test('an answer without repetition loses only a space that the document has already or that would begin a line', () => {
    const withOtherLetters = fc.string({
      unit: fc.constantFrom('x', 'y', 'z', ' ', '\n', '.', '”', '雪', '🌙'),
    });
    fc.assert(
      fc.property(anyText, withOtherLetters, fc.boolean(), (document, answer, isChat) => {
        const { seam } = receive(document, isChat, [answer]);
        const spaces = /^[^\S\n]*/.exec(answer)?.[0].length ?? 0;
        const most = seam.promptTrimmed > 0 ? spaces : Number(document.endsWith('\n'));
        expect(seam.answerTrimmed).toBeLessThanOrEqual(most);
      }),
    );
  });

  test('two words of a spaced script are never joined after punctuation', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'ö', 'ж', 'λ'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, fc.constantFrom('.', ',', '!', '?', '…', '.”'), word, (last, stop, first) => {
        expect(continued(`Q ${last}${stop}`, first)).toBe(`Q ${last}${stop} ${first}`);
      }),
    );
  });

  test('a repetition of the document’s end is trimmed entirely', () => {
    const anyCount = fc.integer({ min: 14, max: 60 });
    fc.assert(
      fc.property(anyText, anyCount, anyCuts, (document, count, cuts) => {
        const long = `${document}Behind the orchard stood a wall of stone`;
        const repeated = long.slice(-count).trimStart();
        const answer = `${repeated} and moss.`;
        const startsWord = /(^|[^\p{L}\p{N}])$/u.test(long.slice(0, long.length - repeated.length));
        fc.pre(startsWord && repeated.length >= 12);
        expect(receive(long, true, chunksOf(answer, cuts)).page).toBe(`${long} and moss.`);
      }),
    );
  });
});
