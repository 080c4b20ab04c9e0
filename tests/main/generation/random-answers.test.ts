/**
 * Random answers in all the forms that services send, for every kind of request (`generation.md`, *Forms*): nothing is doubled,
 * nothing lost, nothing taken that was not sent, and the record rebuilds what was shown.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyReader } from '../../../src/core/answers/body-reader.ts';
import { WireReader } from '../../../src/core/answers/wire-reader.ts';
import { trimPrompt } from '../../../src/core/context/seam.ts';
import { directiveOf } from '../../../src/core/proposals/ask-answer.ts';
import { summaryOfAnswer } from '../../../src/core/summaries/summary-prompt.ts';
import { normaliseForeignText } from '../../../src/core/text/normalise.ts';
import type { AnswerPlace } from '../../../src/main/generation/answer-reader.ts';
import type { Provider, ProviderEvent } from '../../../src/main/generation/providers/provider.ts';
import { runContinuation } from '../../../src/main/generation/run-continuation.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { scriptedProvider } from '../../helpers/scripted-provider.ts';

/** A model's text, and the form in which a service sends it. */
interface Sent {
  readonly story: string;
  /** Text before and after it in the answer that is none of it. */
  readonly before: string;
  readonly after: string;
  readonly stop: readonly string[];
  readonly form: Form;
}

interface Form {
  readonly body: 'events' | 'lines' | 'value';
  readonly lineEnd: '\n' | '\r\n';
  readonly content: 'delta' | 'text' | 'parts' | 'mixed' | 'message';
  /** The repetition of a streamed answer at its end. */
  readonly repeats: 'nothing' | 'message' | 'message beside an empty delta';
  readonly ends: 'with a reason' | 'with its mark' | 'with both';
  readonly reasoning: string;
  /** Places at which the text and the bytes are cut. */
  readonly cuts: readonly number[];
  readonly size: number;
}

const words = fc.constantFrom(
  ...[
    'the',
    'lamp',
    'rain',
    'door',
    'Muse',
    'said',
    'don’t',
    'naïve',
    '雨',
    '🏮',
    'a < b',
    '*very*',
    '--',
    'x = 3',
  ],
);
const sentence = fc
  .tuple(
    fc.constantFrom(
      ...['Then', 'He', 'Mara', 'Muse', 'Sure', 'Here is', 'The rewrite', 'Let me know', '-', '>', '1.'],
    ),
    fc.array(words, { minLength: 1, maxLength: 9 }),
    fc.constantFrom('.', '!', '?', '…'),
    fc.constantFrom(['', ''], ['', ''], ['“', '”'], ['"', '"'], ['<i>', '</i>']),
  )
  .map(([first, rest, end, [open, close]]) => `${open}${[first, ...rest].join(' ')}${end}${close}`);
const story = fc
  .array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((paragraphs) => paragraphs.map((one) => one.join(' ')).join('\n\n'));

const thinking = fc.constantFrom(
  ...['', '', '<think>', '[THINK]', '<|channel|>analysis<|message|>', 'lone', 'empty'],
);
const marked = thinking.map((mark) => {
  if (mark === '') return '';
  if (mark === 'empty') return '<think>\n\n</think>\n\n';
  if (mark === 'lone') return 'She could say → view here.\n</think>\n\n';
  const end = { '<think>': '</think>', '[THINK]': '[/THINK]' }[mark] ?? '<|channel|>final<|message|>';
  return `${mark}She could say: the lamp.\n→ view here\n${end}\n\n`;
});
const ending = fc.constantFrom(
  '',
  '',
  '',
  '</s>',
  '<|im_end|>',
  '<|eot_id|></s>',
  '\n<|endoftext|>',
  '\n\nMara:',
  '\n\nMa',
);

const form: fc.Arbitrary<Form> = fc.record({
  body: fc.constantFrom('events', 'lines', 'value'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  content: fc.constantFrom('delta', 'text', 'parts', 'mixed', 'message'),
  repeats: fc.constantFrom('nothing', 'message', 'message beside an empty delta'),
  ends: fc.constantFrom('with a reason', 'with its mark', 'with both'),
  reasoning: fc.constantFrom('', '', 'It is dark.'),
  cuts: fc.array(fc.nat(400), { maxLength: 12 }),
  size: fc.integer({ min: 1, max: 90 }),
});

const sent: fc.Arbitrary<Sent> = fc
  .record({ story, before: marked, after: ending, form })
  .map((one) => ({ ...one, stop: ['\n\nMara:'] }));

/** The bytes of an answer. */
function bodyOf(answer: string, { body, lineEnd, content, repeats, ends, reasoning, cuts }: Form): Buffer {
  const characters = [...answer];
  const offsets = [...new Set(cuts.map((cut) => cut % (characters.length + 1)))].toSorted((a, b) => a - b);
  const pieces = [0, ...offsets]
    .map((offset, index) => characters.slice(offset, offsets[index]).join(''))
    .filter((piece) => piece !== '');
  // Only a stream of events has a mark.
  const isReason = ends !== 'with its mark' || body !== 'events';
  const thought =
    reasoning === '' ? [] : [{ type: 'thinking', thinking: [{ type: 'text', text: reasoning }] }];
  const parts = (text: string, at: number) =>
    content === 'parts' || (content === 'mixed' && at % 2 === 0)
      ? [...thought, { type: 'text', text }]
      : text;
  const choice = (fields: object) => ({ choices: [{ index: 0, ...fields }] });
  const finish = isReason ? { finish_reason: 'stop' } : {};
  if (body === 'value') {
    const value =
      content === 'text'
        ? choice({ text: answer, finish_reason: 'stop' })
        : choice({
            message: { content: parts(answer, 0), reasoning_content: reasoning },
            finish_reason: 'stop',
          });
    return Buffer.from(JSON.stringify(value, null, 2).replaceAll('\n', lineEnd));
  }
  const events: object[] = reasoning === '' ? [] : [choice({ delta: { reasoning_content: reasoning } })];
  for (const [at, piece] of pieces.entries()) {
    if (content === 'text') events.push(choice({ text: piece }));
    else if (content === 'message') events.push({ message: { content: piece }, done: false });
    else events.push(choice({ delta: { content: parts(piece, at) } }));
  }
  const isStreamed = content !== 'message';
  if (repeats === 'message' && isStreamed) events.push(choice({ message: { content: answer }, ...finish }));
  else if (repeats !== 'nothing' && isStreamed)
    events.push(choice({ delta: {}, message: { content: answer }, ...finish }));
  else if (isStreamed) events.push(choice({ delta: {}, ...finish }));
  else events.push({ message: { content: '' }, done: true, ...(isReason ? { done_reason: 'stop' } : {}) });
  const lines = events.map((event) => JSON.stringify(event));
  if (body === 'lines') return Buffer.from(lines.map((line) => line + lineEnd).join(''));
  const mark = ends === 'with a reason' ? [] : ['[DONE]'];
  return Buffer.from([...lines, ...mark].map((line) => `data: ${line}${lineEnd}${lineEnd}`).join(''));
}

/** A service's events in these bytes, in pieces of a size. */
async function* eventsOf(bytes: Buffer, size: number): AsyncGenerator<ProviderEvent> {
  const [body, wire, decoder] = [new BodyReader(), new WireReader(), new TextDecoder()];
  const said = function* (events: ReturnType<BodyReader['feed']>): Generator<ProviderEvent> {
    for (const event of events)
      for (const one of wire.read(event)) {
        if (one.type === 'failure') throw new Error('no answer fails');
        if (one.type !== 'reasoning') yield one;
      }
  };
  for (let from = 0; from < bytes.length; from += size)
    yield* said(body.feed(decoder.decode(bytes.subarray(from, from + size), { stream: true })));
  yield* said(body.feed(decoder.decode()));
  yield* said(body.end());
}

/** The shown part of an answer, after checking that its seam finds it in the sent text. */
async function shown(
  place: AnswerPlace,
  { story: text, before, after, stop, form: how }: Sent,
  around: readonly string[] = [],
) {
  const [start = '', end = ''] = around;
  const answer = `${before}${start}${text}${end}${after}`;
  const provider: Provider = {
    ...scriptedProvider([]),
    complete: () => eventsOf(bodyOf(answer, how), how.size),
  };
  const { choices, error } = await runContinuation({
    provider,
    request: {
      style: 'chat',
      input: { kind: 'messages', messages: [] },
      model: 'any',
      parameters: { maxTokens: 9, stop: [...stop] },
      extra: {},
      choices: 1,
    },
    place,
    signal: new AbortController().signal,
    createSha256,
  });
  const [choice] = choices;
  if (choice === undefined) throw new Error('there is one choice');
  expect(error).toBeNull();
  const { seam } = choice;
  const recorded = normaliseForeignText(answer);
  const rebuilt =
    seam.ranges === undefined
      ? recorded.slice(seam.answerTrimmed, recorded.length - (seam.answerTrimmedAfter ?? 0))
      : seam.ranges.map(({ from, to }) => recorded.slice(from, to)).join('');
  const spaced = `${seam.spaceAdded ? ' ' : ''}${rebuilt}${seam.spaceAddedAfter ? ' ' : ''}`;
  expect(choice.text.trim()).toBe(spaced.trim());
  const commands = choice.commands?.parts.filter(({ kind }) => kind === 'command').length;
  return { text: choice.text, commands };
}

const DOCUMENT = 'It was late, and the rain fell on the lamp';
const around = (...pairs: readonly (readonly [string, string])[]) =>
  fc.constantFrom(['', ''] as const, ...pairs);
const ANNOUNCED = ['Here is the rewritten passage:\n\n', ''] as const;
const OFFERED = ['', '\n\nLet me know if you’d like any changes!'] as const;
const both = [ANNOUNCED[0], OFFERED[1]] as const;
const fenced = ['```\n', '\n```'] as const;
const quoted = ['“', '”'] as const;

test('a continuation', async () => {
  const repeated = fc.constantFrom(['', ''], [`${DOCUMENT} `, ''], ['and the rain fell on the lamp ', '']);
  await fc.assert(
    fc.asyncProperty(sent, repeated, fc.boolean(), async (answer, wrapped, isChat) => {
      const prompt = trimPrompt(DOCUMENT);
      const { text } = await shown({ kind: 'document', prompt, isChat }, answer, isChat ? wrapped : ['', '']);
      expect(text.trim()).toBe(answer.story);
    }),
    casesFor('answer'),
  );
});

test('a reply', async () => {
  await fc.assert(
    fc.asyncProperty(sent, around(['Muse: ', ''], ['Muse:\n', '']), async (answer, wrapped) => {
      const reply = { name: 'Muse', stop: answer.stop };
      const { text } = await shown({ kind: 'message', reply }, answer, wrapped);
      expect(text).toBe(answer.story);
    }),
    casesFor('answer'),
  );
});

test('a turn', async () => {
  await fc.assert(
    fc.asyncProperty(sent, around(['', '\n→ view here\n']), async (answer, wrapped) => {
      const bounds = { longest: 100_000, copyAtStart: () => 0 };
      const { text, commands } = await shown({ kind: 'commands', bounds }, answer, wrapped);
      expect(text.trim()).toBe(answer.story);
      expect(commands).toBe(wrapped.join('') === '' ? 0 : 1);
    }),
    casesFor('answer'),
  );
});

/** Quotation marks around all of a text that replaces another are taken for the model's. */
const isQuoted = (text: string) => /^["“][^"“”]*["”]$/.test(text);
const withWrapping = fc
  .tuple(sent, around(ANNOUNCED, OFFERED, both, fenced, quoted))
  .filter(([one, wrapped]) => !isQuoted(one.story) && (wrapped !== quoted || !/["“”]/.test(one.story)));

test.each([
  ['a rewrite', 'It rained on the old house.'],
  ['a bridge', ''],
])('%s', async (_what, replaced) => {
  const before = replaced === '' ? 'It was dark.' : 'It was dark. ';
  const part = { before, replaced, after: ' Nobody came to the house.' };
  await fc.assert(
    fc.asyncProperty(withWrapping, async ([answer, wrapped]) => {
      const { text } = await shown({ kind: 'replacement', text: part, isChat: true }, answer, wrapped);
      expect(text.trim()).toBe(answer.story);
    }),
    casesFor('answer'),
  );
});

test('an edit', async () => {
  const text = 'It rained on the old house.';
  await fc.assert(
    fc.asyncProperty(withWrapping, async ([answer, wrapped]) => {
      const read = await shown({ kind: 'whole' }, answer, wrapped);
      const directive = directiveOf(read.text, { version: '', text, selection: null }, false);
      expect('content' in directive && directive.content.trim()).toBe(answer.story);
    }),
    casesFor('answer'),
  );
});

test('a result of a fence', async () => {
  await fc.assert(
    fc.asyncProperty(sent, async (answer) => {
      expect((await shown({ kind: 'fence' }, answer)).text).toBe(answer.story);
    }),
    casesFor('answer'),
  );
});

test('a summary', async () => {
  await fc.assert(
    fc.asyncProperty(sent, async (answer) => {
      const { text } = await shown({ kind: 'whole' }, answer);
      expect(summaryOfAnswer(text, 1_000)).toBe(answer.story.replaceAll(/\s+/g, ' '));
    }),
    casesFor('answer'),
  );
});
