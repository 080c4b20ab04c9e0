/** Answers of agents that act, from the bytes on the wire to what is carried out (`agents.md`, *Scanning*). */
import { expect, test } from 'vitest';
import { createOpenAiCompatible } from '../../../src/main/generation/providers/openai-compatible.ts';
import { runContinuation } from '../../../src/main/generation/run-continuation.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { DONE, event, streams, WireServer } from '../../helpers/wire-server.ts';

const TEXT = 'Hm.\r\n→ view a7x2bc\r\n⟶ think\n🌧?\n←\n→ edit here:\n“\n\\←\n←\n→ prune head\nSo.';
const contentEvent = (content: string) => event({ choices: [{ delta: { content } }] });
const BYTES = Buffer.from(
  [TEXT.slice(0, 9), TEXT.slice(9)]
    .map(contentEvent)
    .join('')
    // A service may also send characters as escapes.
    .replace('🌧', '\\ud83c\\udf27')
    .replace('⟶', '\\u27f6') +
    event({ choices: [{ delta: {}, finish_reason: 'stop' }] }) +
    DONE,
);
const SAID = 'Hm.';
const DONE_BY = ['whole → view a7x2bc', 'thought 🌧?', 'whole → edit here:|“\n←', 'whole → prune head'];

/** An agent's message and commands in an answer that a real service sends in these pieces. */
async function answerTo(baseUrl: string) {
  const answer = await runContinuation({
    provider: createOpenAiCompatible({
      id: 'here',
      baseUrl,
      headers: {},
      extra: {},
      manyChoices: false,
      refusedFields: () => ({}),
      onRefused: () => undefined,
      continuesMessages: () => false,
      askForUsage: false,
      findKey: () => null,
    }),
    request: {
      style: 'chat',
      extra: {},
      input: { kind: 'messages', messages: [{ role: 'user', content: 'Look.' }] },
      model: 'any',
      parameters: { maxTokens: 99 },
      choices: 1,
    },
    place: { kind: 'commands', bounds: { longest: 10_000, copyAtStart: () => 0 } },
    signal: new AbortController().signal,
    createSha256,
  });
  const [{ text, commands } = expect.unreachable()] = answer.choices;
  const actions = (commands?.parts ?? []).flatMap((part) => {
    if (part.kind === 'prose') return [];
    if (part.kind === 'thought') return [`thought ${part.text}`];
    const block = part.block === null ? '' : `|${part.block.content}`;
    return [`${part.state} ${part.line}${block}`];
  });
  return { text, actions };
}

/** The results of each of these answers; several are requested at once, since most of the time is spent waiting. */
async function answersTo(streamed: readonly (readonly Uint8Array[])[]) {
  const server = await WireServer.start(...streamed.map((pieces) => streams(...pieces)));
  const answers: Awaited<ReturnType<typeof answerTo>>[] = [];
  for (let asked = 0; asked < streamed.length; asked += 16) {
    const next = streamed.slice(asked, asked + 16).map(() => answerTo(server.baseUrl));
    answers.push(...(await Promise.all(next)));
  }
  return answers;
}

test('an answer that arrives in two pieces, cut at any byte, or byte by byte, says and does the same', async () => {
  const single = Array.from(BYTES, (_, at) => BYTES.subarray(at, at + 1));
  const halves = single.map((_, cut) => [BYTES.subarray(0, cut), BYTES.subarray(cut)]);
  for (const answer of await answersTo([single, ...halves]))
    expect(answer).toEqual({ text: SAID, actions: DONE_BY });
});

test('of an answer that breaks off after any character, only whole commands are carried out', async () => {
  const isWhole = (action: string) => action.startsWith('whole');
  const characters = [...TEXT].map((character) => Buffer.from(contentEvent(character)));
  const counts = new Set<number>();
  for (const { text, actions } of await answersTo(characters.map((_, cut) => characters.slice(0, cut)))) {
    const whole = actions.filter(isWhole);
    expect(whole).toEqual(DONE_BY.filter(isWhole).slice(0, whole.length));
    expect(SAID.startsWith(text)).toBe(true);
    counts.add(whole.length);
  }
  expect(counts).toEqual(new Set([0, 1, 2, 3]));
});
