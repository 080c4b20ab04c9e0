import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../helpers/fast-check-runs.ts';
import { anyCuts, chunksOf, receive } from './answer-chunks.ts';

const completed = (document: string, answer: string) => receive(document, false, [answer]).page;
const continued = (document: string, answer: string) => receive(document, true, [answer]).page;

describe('behind a base model’s answer', () => {
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
    ['a picture', 'A tower 🏰', ' stood', 'A tower 🏰 stood'],
    ['Chinese text', '他走进了房间', '，坐了下来。', '他走进了房间，坐了下来。'],
    ['Chinese text with a wide space', '他走了。\u3000', '\u3000雨停了', '他走了。\u3000雨停了'],
    ['an empty document', '', ' Once', ' Once'],
  ])('%s is left as it is', (_name, document, answer, page) => {
    expect(completed(document, answer)).toBe(page);
  });

  test('nothing is put in and no repetition is looked for', () => {
    expect(completed('The rain fell.', 'It')).toBe('The rain fell.It');
    expect(completed('on and on and on and', ' on and on and')).toBe('on and on and on and on and on and');
  });
});

describe('behind a chat model’s answer', () => {
  test.each([
    ['a sentence', 'The rain fell.', 'It was late.', 'The rain fell. It was late.'],
    ['a sentence with a space', 'The rain fell. ', 'It was late.', 'The rain fell. It was late.'],
    ['a sentence, the answer bringing the space', 'The rain fell.', ' It was', 'The rain fell. It was'],
    ['both bringing one', 'The rain fell. ', ' It was', 'The rain fell. It was'],
    ['a word', 'She sat by the', 'fire again.', 'She sat by the fire again.'],
    ['a word, the answer bringing the space', 'She sat by the', ' fire', 'She sat by the fire'],
    ['a word with a space', 'She sat by the ', 'fire', 'She sat by the fire'],
    [
      'a broken word that stands whole elsewhere',
      'A castle. The cas',
      'tle stood',
      'A castle. The castle stood',
    ],
    ['a broken word that is said whole', 'The cas', 'castle stood', 'The castle stood'],
    ['a word that another begins with', 'By the sea, and the', 'theatre', 'By the sea, and the theatre'],
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
    ['an answer that is spoken', 'She looked up.', '“Come in.”', 'She looked up. “Come in.”'],
    ['an answer that is spoken, after a word', 'She said', '“Come in.”', 'She said “Come in.”'],
    ['a bracket', 'a tower (', 'or two', 'a tower (or two'],
    ['a dash', 'He paused—', 'then ran', 'He paused—then ran'],
    ['a hyphen', 'a well-', 'known man', 'a well-known man'],
    ['a number', 'It was 3.', '14 metres', 'It was 3.14 metres'],
    ['a broken number', 'In 19', '84 it', 'In 1984 it'],
    ['a time', 'At 10:', '30 it rang', 'At 10:30 it rang'],
    ['a sentence, and a number', 'It was late.', '14 men came', 'It was late. 14 men came'],
    ['a picture', 'A tower 🏰', 'stood there', 'A tower 🏰 stood there'],
    ['a picture in a variant', 'With love ❤️', 'she wrote', 'With love ❤️ she wrote'],
    ['an answer that begins with a picture', 'Good night.', '🌙 she wrote', 'Good night. 🌙 she wrote'],
    ['pictures in a row', 'Good night 🌙', '🌟 she wrote', 'Good night 🌙🌟 she wrote'],
    ['Chinese text', '他走进了房间', '坐了下来。', '他走进了房间坐了下来。'],
    ['a Chinese sentence', '雨停了。', '他走进了房间。', '雨停了。他走进了房间。'],
    ['Chinese speech', '他说：“', '进来。”', '他说：“进来。”'],
    ['Japanese text', '雨が止んだ。', '彼は', '雨が止んだ。彼は'],
    ['Korean text', '비가 그쳤다.', '그는', '비가 그쳤다. 그는'],
    ['Russian text', 'Дождь кончился.', 'Он вошёл.', 'Дождь кончился. Он вошёл.'],
    ['Arabic text', 'توقف المطر،', 'ثم دخل', 'توقف المطر، ثم دخل'],
    ['Hindi text', 'बारिश रुकी।', 'वह आया', 'बारिश रुकी। वह आया'],
    ['an empty document', '', 'Once', 'Once'],
  ])('%s has the space that belongs there', (_name, document, answer, page) => {
    expect(continued(document, answer)).toBe(page);
  });

  test('the space that was put in is told of, and what was left off is counted', () => {
    expect(receive('The rain fell.', true, ['It']).seam).toEqual({
      promptTrimmed: 0,
      answerTrimmed: 0,
      spaceAdded: true,
    });
    const again = receive('The long rain fell. ', true, ['The long rain fell. It']);
    expect(again.shown).toBe('It');
    expect(again.seam).toEqual({ promptTrimmed: 1, answerTrimmed: 'The long rain fell. '.length });
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

describe('whatever is written', () => {
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

  test('the answer is the bytes that came, less what was left off, and a space at most', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (document, answer, isChat) => {
        const { shown, seam } = receive(document, isChat, [answer]);
        expect(shown).toBe((seam.spaceAdded === true ? ' ' : '') + answer.slice(seam.answerTrimmed));
      }),
    );
  });

  test('nothing is left off an answer that says nothing of the document, but the space that is there', () => {
    const ofOwnLetters = fc.string({ unit: fc.constantFrom('x', 'y', 'z', ' ', '\n', '.', '”', '雪', '🌙') });
    fc.assert(
      fc.property(anyText, ofOwnLetters, fc.boolean(), (document, answer, isChat) => {
        const { seam } = receive(document, isChat, [answer]);
        const spaces = /^[^\S\n]*/.exec(answer)?.[0].length ?? 0;
        expect(seam.answerTrimmed).toBeLessThanOrEqual(seam.promptTrimmed > 0 ? spaces : 0);
      }),
    );
  });

  test('two words of a spaced script never become one behind a stop', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'ö', 'ж', 'λ'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, fc.constantFrom('.', ',', '!', '?', '…', '.”'), word, (last, stop, first) => {
        expect(continued(`Q ${last}${stop}`, first)).toBe(`Q ${last}${stop} ${first}`);
      }),
    );
  });

  test('a repetition of the document’s end is left off whole', () => {
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
