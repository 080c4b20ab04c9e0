import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerPlace, ReplacementReader } from '../../../src/core/rewrites/replacement-reader.ts';
import { anyCuts, chunksOf } from '../answers/answer-chunks.ts';
import '../../helpers/fast-check-runs.ts';

/** `It rained.< He walked. >Then` is replaced from `<` to `>`. */
function placeOf(page: string, isChat: boolean): AnswerPlace {
  const [before = '', rest = ''] = page.split('<');
  const [replaced = '', after = ''] = rest.split('>');
  return { before, replaced, after, isChat };
}

function receive(place: AnswerPlace, chunks: readonly string[]) {
  const reader = new ReplacementReader(place);
  const shown: string[] = [];
  for (const chunk of chunks) if (!reader.isOver) shown.push(reader.read(chunk));
  shown.push(reader.end());
  return { text: shown.join(''), seam: reader.seam, isOver: reader.isOver, shown };
}

const chat = (page: string, answer: string) => receive(placeOf(page, true), [answer]).text;
const base = (page: string, answer: string) => receive(placeOf(page, false), [answer]).text;

describe('a rewrite', () => {
  test.each([
    [
      'is trimmed, and keeps the white space of what it replaces',
      'It rained.<\n\n He walked. >Then',
      '\nHe ran.\n\n',
      '\n\n He ran. ',
    ],
    ['is no more than that if it has no white space', 'It <rained>.', ' poured ', 'poured'],
    ['is empty if the answer is blank', 'It < rained >.', ' \n\n ', ''],
    ['is empty if there is no answer', 'It < rained >.', '', ''],
    ['loses a stop that follows anyway', 'He <walked home>. Then', 'He strolled home.', 'He strolled home'],
    ['keeps a stop of the replaced text', 'He <walked home.>. Then', 'strolled home.', 'strolled home.'],
    [
      'is not cut where a refrain comes back',
      'So. <I have a dream that one day, he said. >I have a dream that one day',
      'I have a dream that one day, he cried.',
      'I have a dream that one day, he cried. ',
    ],
    [
      'keeps a refrain that begins it',
      'I have a dream today. <I have a dream today. Now. >So',
      'I have a dream today. Then.',
      'I have a dream today. Then. ',
    ],
  ])('%s', (_name, page, answer, expected) => {
    expect(chat(page, answer)).toBe(expected);
    expect(base(page, answer)).toBe(expected);
  });
});

describe('a chat model’s answer', () => {
  test.each([
    [
      'the whole page again',
      'It rained. The lamp was lit. <He walked. >Then the day after it was dark.',
      'It rained. The lamp was lit.\n\nHe ran.\n\nThen the day after it was dark.',
      'He ran. ',
    ],
    [
      'the end of the text before',
      'It rained. The lamp was lit. <He walked.>',
      'The lamp was lit. He ran.',
      'He ran.',
    ],
    ['code fences', 'So <he walked>.', '```\nhe ran\n```', 'he ran'],
    [
      'code fences with a name, and a comment',
      'So <he walked>.',
      '\n```markdown\nhe\nran\n```\nI made it shorter.',
      'he\nran',
    ],
    ['code fences without an end', 'So <he walked>.', '```text\nhe ran', 'he ran'],
    ['an announcement', 'So <he walked>.', 'Here is the rewrite:\n\nhe ran', 'he ran'],
    [
      'an announcement, quotation marks and an offer',
      'So <he walked>.',
      'Sure! Here’s a shorter version:\n\n"he ran"\n\nLet me know if you’d like any changes!',
      'he ran',
    ],
    ['a heading', 'So <he walked>.', '**Revised version:**\nhe ran', 'he ran'],
    [
      'an announcement before code fences',
      'So <he walked>.',
      'Here is the rewritten passage:\n```\nhe ran\n```\nI made it shorter.',
      'he ran',
    ],
    [
      'an offer after a rule',
      'So <he walked>.',
      'he ran\n\nhe slept\n\n---\n\nWould you like me to adjust the tone?',
      'he ran\n\nhe slept',
    ],
    ['an announcement before a bridge', 'It rained. <>Then', 'Here is a bridge:\n\nHe slept.', 'He slept. '],
    ['nothing of an announcement alone', 'So <he walked>', 'Here is the rewrite:', 'Here is the rewrite:'],
    [
      'nothing of an offer alone',
      'So <he walked>',
      'Let me know if you want changes.',
      'Let me know if you want changes.',
    ],
    [
      'nothing of a text that only looks like it',
      'So <he walked>',
      'Here is the text that he found:\n\nhe ran\n\nLet me know if anything changes.',
      'Here is the text that he found:\n\nhe ran\n\nLet me know if anything changes.',
    ],
    [
      'nothing, where the text has such a line',
      'So <Here is the rewrite:\n\nhe walked>.',
      'Here is the rewrite:\n\nhe ran',
      'Here is the rewrite:\n\nhe ran',
    ],
    ['nothing in code fences', 'So <he walked>.', '```\n```', ''],
    ['quotation marks', 'So <he walked>.', '“he ran”\n', 'he ran'],
    ['straight quotation marks', 'So <he walked>.', '"he ran, \'so\' they said"', "he ran, 'so' they said"],
    ['nothing, around two quotations', 'So <he walked>.', '“So,” he said, “run”', '“So,” he said, “run”'],
    ['nothing, around a quotation of the text’s own', 'So <“walk”>.', '“run”', '“run”'],
    ['nothing, around an unfinished quotation', 'So <he walked>.', '“he ran', '“he ran'],
    ['a bridge in quotation marks', 'It rained. <>Then it stopped.', '"It poured."', 'It poured. '],
    ['a line of dialogue as a bridge', '“Who?” <>He left.', '“I.”', '“I.” '],
  ])('is taken out of %s', (_name, page, answer, expected) => {
    expect(chat(page, answer)).toBe(expected);
  });

  test('keeps fences and quotation marks that a base model writes', () => {
    expect(base('So <he walked>.', '“he ran”')).toBe('“he ran”');
    expect(base('So <he walked>.', '```\nhe ran\n```')).toBe('```\nhe ran\n```');
  });
});

describe('a bridge', () => {
  test.each([
    ['has a space on each side', 'It rained.<>Then', 'He slept.', ' He slept. '],
    ['has no second space', 'It rained. <> Then', ' He slept. ', 'He slept.'],
    ['keeps a space of its own', 'It rained.<>Then', ' – so – ', ' – so – '],
    ['has no space before closing punctuation', 'It rained<>.', ', and it poured ', ', and it poured'],
    ['has no space beside a line end', 'It rained.\n<>\nThen', 'He slept.', 'He slept.'],
    ['has no space in a script without spaces', '雨停了。<>他走了。', '天亮了。', '天亮了。'],
    ['finishes a word', 'The castle. The cas<>', 'tle stood', 'tle stood'],
    ['is joined to selected white space', 'It rained.<\n>Then', 'He slept.', '\nHe slept. '],
    ['at the start has no space before it', '<>Then', 'He slept.', 'He slept. '],
    ['is empty if the answer is blank', 'It rained.<>Then', ' \n ', ''],
    [
      'is cut where it runs into the text after it',
      'It rained. <>Then he went home again, slowly.',
      'He slept. Then he\nwent home again. And',
      'He slept. ',
    ],
    [
      'is cut whatever the typography',
      'It rained. <>\n\n“Don’t go home again,” he said.',
      'He slept. "Don\'t go home again," he',
      'He slept.',
    ],
    [
      'is not cut where it only begins like it',
      'It rained. <>Then he went home again.',
      'Then he went homeward.',
      'Then he went homeward. ',
    ],
    [
      'is cut where all of a short text follows',
      'It rained. <>Then he left.',
      'He slept. Then he left.\n',
      'He slept. ',
    ],
    [
      'is not cut where it ends as a long text begins',
      'It rained. <>Then he went home again.',
      'He slept. Then he',
      'He slept. Then he ',
    ],
  ])('%s', (_name, page, answer, expected) => {
    expect(chat(page, answer)).toBe(expected);
    expect(base(page, answer)).toBe(expected);
  });

  test('keeps the line ends of a base model where the page has none', () => {
    expect(base('It rained.<>Then', ' \n\nHe slept.\n\n  ')).toBe('\n\nHe slept.\n\n');
    expect(base('It rained.\n\n<>\n\nThen', '\n\nHe slept.\n\n')).toBe('He slept.');
    expect(chat('It rained.<>Then', '\n\nHe slept.\n\n')).toBe(' He slept. ');
  });

  test('says what it trimmed and added', () => {
    expect(receive(placeOf('It rained.<>Then', true), ['\n', 'He slept.\n']).seam).toEqual({
      promptTrimmed: 0,
      answerTrimmed: 1,
      spaceAdded: true,
      spaceAddedAfter: true,
      ranges: [{ from: 1, to: 10, at: 1 }],
    });
    expect(
      receive(placeOf('It rained. <He walked. >Then', true), ['It ', 'rained. ', 'He ', 'ran. ', ' ']).seam,
    ).toEqual({
      promptTrimmed: 1,
      answerTrimmed: 0,
      ranges: [{ from: 0, to: 18, at: 0 }],
    });
    expect(receive(placeOf('It rained. <He walked. >Then', true), []).seam).toEqual({
      promptTrimmed: 1,
      answerTrimmed: 0,
      ranges: [],
    });
  });
});

describe('while it streams', () => {
  test('text is shown as soon as it is certain', () => {
    const place = placeOf('It rained. <>Then he went home again.', true);
    const { shown } = receive(place, ['He ', 'slept', ' well. ', 'Then ', 'he ', 'sang', '.', ' Now']);
    expect(shown).toEqual(['He', ' slept', ' well.', '', '', ' Then he sang', '.', ' Now', ' ']);
  });

  test('an answer that runs into the text after it is over at once', () => {
    const place = placeOf('It rained. <>Then he went home again.', true);
    expect(receive(place, ['He slept. Then he went ', 'home again', '. And']).isOver).toBe(true);
    expect(receive(place, ['He slept. Then he went ', 'home ', '. And']).isOver).toBe(false);
  });
});

describe('for any page and answer', () => {
  const WORDS = "It rained. Then he slept well “So,” – ``` ``` 雨停了 🏰 don’t don't \n\n \n".split(' ');
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 20 }).map((words) => words.join(' ')),
    fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '"', '`', '.', '雨', '🏰'), maxLength: 12 }),
  );
  const anyPlace: fc.Arbitrary<AnswerPlace> = fc.record({
    before: anyText,
    replaced: fc.oneof(fc.constant(''), anyText),
    after: anyText,
    isChat: fc.boolean(),
  });
  /** Wrapped, with repetitions of the page. */
  const anyCase = fc
    .record({
      place: anyPlace,
      passage: anyText,
      repeats: fc.boolean(),
      goesOn: fc.boolean(),
      wrap: fc.constantFrom('', '```', '"'),
      opening: fc.constantFrom('', '', 'Here is the rewrite:\n\n', ' Sure, '),
      closing: fc.constantFrom('', '', '\n\n---\n\nLet me know if you want changes.\n', '\n\nLet me'),
    })
    .map(({ place, passage, repeats, goesOn, wrap, opening, closing }) => {
      const page = `${repeats ? place.before : ''}${passage}${goesOn ? place.after : ''}`;
      const wrapped = wrap === '```' ? `\`\`\`\n${page}\n\`\`\`` : wrap + page + wrap;
      return { place, answer: opening + wrapped + closing };
    });

  test('chunks make no difference', () => {
    fc.assert(
      fc.property(anyCase, anyCuts, ({ place, answer }, cuts) => {
        const whole = receive(place, [answer]);
        const chunked = receive(place, chunksOf(answer, cuts));
        expect(chunked.text).toBe(whole.text);
        expect(chunked.seam).toEqual(whole.seam);
      }),
      // Nothing but the beginning of a fence, divided in its line.
      {
        examples: [
          [{ place: { before: '', replaced: '', after: '', isChat: true }, answer: '``` \n' }, [189]],
        ],
      },
    );
  });

  test('the text is a part of the answer, with white space of the replaced text or one space at each end', () => {
    fc.assert(
      fc.property(anyCase, ({ place, answer }) => {
        const { text, seam } = receive(place, [answer]);
        const [range] = seam.ranges;
        if (range === undefined) {
          expect(text).toBe('');
          return;
        }
        const run = answer.slice(range.from, range.to);
        expect(run.trim()).not.toBe('');
        expect(run.isWellFormed()).toBe(true);
        expect(range.from).toBe(seam.answerTrimmed);
        const { replaced } = place;
        const isBridge = replaced.trim() === '';
        const kept = isBridge ? replaced : replaced.slice(0, replaced.search(/\S/));
        const before = kept + (seam.spaceAdded === true ? ' ' : '');
        expect(range.at).toBe(before.length);
        const after = isBridge ? '' : replaced.slice(replaced.trimEnd().length);
        expect(text).toBe(before + run + after + (seam.spaceAddedAfter === true ? ' ' : ''));
      }),
    );
  });

  test('a bridge has no second space', () => {
    fc.assert(
      fc.property(anyPlace, anyText, ({ before, after, isChat }, answer) => {
        const { text } = receive({ before, replaced: '', after, isChat }, [answer]);
        if (text === '') return;
        if (/\s$/.test(before)) expect(text).not.toMatch(isChat ? /^\s/ : /^[^\S\n]/);
        if (/^\s/.test(after)) expect(text).not.toMatch(isChat ? /\s$/ : /[^\S\n]$/);
        expect(text).not.toMatch(/^[^\S\n]{2}|[^\S\n]{2}$/);
      }),
    );
  });
});
