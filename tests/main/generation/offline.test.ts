import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { createOfflineProvider } from '../../../src/main/generation/providers/offline.ts';
import { ask, offlineProvider, readSample, textOfChoice } from '../../helpers/offline.ts';

const provider = offlineProvider();
const SEEDS = Array.from({ length: 24 }, (_, index) => index + 1);

function textsAfter(prompt: string, seeds = SEEDS): Promise<readonly string[]> {
  return Promise.all(seeds.map(async (seed) => (await ask(provider, prompt, { seed })).text));
}

/** Request fields that this model ignores. */
const PLAIN = { style: 'completion', extra: {} } as const;
const inputOf = (prompt: string) => ({ kind: 'document', system: '', prompt, suffix: '' }) as const;

describe('the offline agent', () => {
  it('gives the same text for the same prompt, seed and parameters', async () => {
    const one = await ask(provider, 'Mara opened the door.', { seed: 7 });
    const other = await ask(offlineProvider(), 'Mara opened the door.', { seed: 7 });
    expect(other.text).toBe(one.text);
    expect(one.text.length).toBeGreaterThan(20);
  });

  it('gives the same text whatever it has read before', async () => {
    const story = 'Mara opened the door.\n\nThe wind had dropped. “Who is there?” she said.\n\n';
    const grown = offlineProvider();
    await ask(grown, story);
    await ask(grown, `${story}Nobody answered. Jonas`);
    await ask(grown, `${story}Nobody`);
    const prompt = `${story}Nobody answered the door, and Jonas`;
    expect((await ask(grown, prompt, { seed: 3 })).text).toBe(
      (await ask(offlineProvider(), prompt, { seed: 3 })).text,
    );
  });

  it('gives different texts for different seeds', async () => {
    expect(new Set(await textsAfter('Mara opened the door and')).size).toBeGreaterThan(20);
  });

  it('always picks the most likely word at temperature 0', async () => {
    const texts = await Promise.all(
      [1, 2, 3].map(async (seed) => (await ask(provider, 'He went down', { seed, temperature: 0 })).text),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it('respects the token limit and, when it can, stops at the end of a sentence', async () => {
    for (const seed of SEEDS) {
      const { events, finish, text } = await ask(provider, 'The rain had stopped.', { seed, maxTokens: 30 });
      expect(events.filter(({ type }) => type === 'text').length).toBeLessThanOrEqual(30);
      if (finish === 'stop') expect(text).toMatch(/[.!?…]”?$/u);
    }
  });

  it('streams several choices, each the same as a single choice with its seed', async () => {
    const { events } = await ask(provider, 'She waited, and', { seed: 5 }, 3);
    const alone = await Promise.all([5, 6, 7].map((seed) => ask(provider, 'She waited, and', { seed })));
    expect([0, 1, 2].map((choice) => textOfChoice(events, choice))).toEqual(alone.map(({ text }) => text));
  });

  it('stops before a stop sequence', async () => {
    for (const seed of SEEDS) {
      const { text, finish } = await ask(provider, 'He looked at the river', { seed, stop: [' and'] });
      expect(text).not.toContain(' and');
      expect(['stop', 'length']).toContain(finish);
    }
  });

  it('sends the completions wire format exactly', async () => {
    const { body, text, events } = await ask(provider, 'The lamp', { seed: 2 });
    const client = new OpenAI({
      apiKey: 'none',
      baseURL: 'http://localhost.invalid/v1',
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    });
    const stream = await client.completions.create({ model: 'any', prompt: 'any', stream: true });
    let read = '';
    let usage: OpenAI.CompletionUsage | undefined;
    for await (const part of stream) {
      read += part.choices[0]?.text ?? '';
      usage = part.usage ?? usage;
    }
    expect(read).toBe(text);
    expect(usage?.completion_tokens).toBe(events.filter(({ type }) => type === 'text').length);
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('emits the bytes of a text before the text', async () => {
    const { events } = await ask(provider, 'The lamp');
    let bytes = '';
    for (const event of events) {
      if (event.type === 'bytes') bytes = Buffer.from(event.bytes).toString();
      if (event.type === 'text') expect(bytes).toContain(JSON.stringify(event.text));
    }
  });

  it('sends the log probability of each token and its most likely alternatives', async () => {
    const { body } = await ask(provider, 'The lamp');
    const first = JSON.parse(body.slice('data: '.length, body.indexOf('\n\n')));
    const [{ logprobs, text }] = first.choices;
    expect(logprobs.tokens).toEqual([text]);
    expect(logprobs.token_logprobs[0]).toBeLessThanOrEqual(0);
    const rivals: readonly number[] = Object.values(logprobs.top_logprobs[0]);
    expect(rivals).toEqual([...rivals].sort((a, b) => b - a));
  });

  it('stops during a token delay', async () => {
    const slow = offlineProvider(60_000);
    const controller = new AbortController();
    const request = {
      ...PLAIN,
      input: inputOf('The lamp'),
      model: 'variable-order',
      parameters: { maxTokens: 40 },
      choices: 1,
    };
    const read = async () => {
      for await (const { type } of slow.complete(request, controller.signal)) {
        if (type === 'text') setImmediate(() => controller.abort(new Error('stopped')));
      }
    };
    await expect(read()).rejects.toThrow();
    expect(controller.signal.aborted).toBe(true);
  });

  it('reads its sample once, before the first request if prepared', async () => {
    let readings = 0;
    const ahead = createOfflineProvider({
      readSample: () => {
        readings += 1;
        return readSample();
      },
      now: () => 0,
      newId: () => 'request',
      tokenDelay: 0,
    });
    ahead.prepare();
    expect(readings).toBe(1);
    await ask(ahead, 'The lamp');
    expect(readings).toBe(1);
  });

  it('knows only its own model', async () => {
    const request = { ...PLAIN, input: inputOf('x'), model: 'gpt', parameters: { maxTokens: 4 }, choices: 1 };
    const read = async () => {
      for await (const _ of provider.complete(request, new AbortController().signal)) break;
    };
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });
});

describe('the seam', () => {
  it('starts a new word after a whole one, with a space and no punctuation', async () => {
    for (const text of await textsAfter('She opened the door and saw the cat')) {
      expect(text).toMatch(/^ [“\p{L}]/u);
    }
  });

  it('finishes a partial word at the end of the prompt', async () => {
    for (const text of await textsAfter('They lit the lantern and looked at the old wom')) {
      expect(text).toMatch(/^[ae]n\b/);
    }
  });

  it('finishes a name found in the document', async () => {
    const story =
      'It was raining. Then Rosalind came in, and everyone looked at Rosalind. “Sit down,” said Rosal';
    for (const text of await textsAfter(story)) expect(text).toMatch(/^ind\b/);
  });

  it.each(['', 'Nobody came.\n\n', 'Nobody came.\n'])(
    'starts a paragraph without a space (%j)',
    async (prompt) => {
      for (const text of await textsAfter(prompt)) expect(text).toMatch(/^[“\p{Lu}]/u);
    },
  );

  it('starts dialogue directly after an opening quotation mark', async () => {
    for (const text of await textsAfter('The door opened.\n\n“')) expect(text).toMatch(/^\p{Lu}/u);
  });

  it('starts a sentence with a capital after a full stop', async () => {
    for (const text of await textsAfter('The door opened.'))
      expect(text).toMatch(/^(?: [“\p{Lu}]|\n\n[“\p{Lu}])/u);
  });

  it('continues after an emoji', async () => {
    for (const text of await textsAfter('And there was the castle 🏰'))
      expect(text.isWellFormed()).toBe(true);
  });

  it('continues Chinese without spaces', async () => {
    for (const text of await textsAfter('他走进房间，')) {
      expect(text).toMatch(/^\p{Script=Han}/u);
      expect(text).not.toMatch(/[A-Za-z ]/);
    }
  });
});

describe('the writer’s style', () => {
  const story = `"Come in, Maren," said Aldous. He wiped his hands -- he'd been at the boats all day -- and sat.
"I can't stay," Maren said. "They're waiting for me at the mill."
Aldous looked at Maren, and Maren looked at the fire.
"Then don't stay," said Aldous.
`;

  it('keeps the document’s quotation marks, apostrophes and paragraphs', async () => {
    const texts = await textsAfter(story);
    expect(texts.join('')).not.toMatch(/[“”’]|\n\n/);
    expect(texts.join('')).toMatch(/"/);
  });

  it('uses the document’s names and none from the sample', async () => {
    const texts = (await textsAfter(story)).join('');
    expect(texts).toMatch(/Maren|Aldous/);
    expect(texts).not.toMatch(/Ines|Tobias|Hanna|Marta|Thomas/);
  });

  it('writes in the document’s language once there is enough of it', async () => {
    const german =
      `Der Regen fiel auf das Dach, und der alte Mann saß am Fenster und sah auf die Straße. Die Straße war leer.
      Ein Hund lief durch den Regen und blieb vor der Tür stehen. Der Mann stand auf und öffnete die Tür. Der Hund sah ihn
      an, und der Mann sah den Hund an. Dann gingen sie beide in das Haus, und der Mann machte Feuer.`.replace(
        /\s+/g,
        ' ',
      );
    const known = new Set(german.toLowerCase().match(/\p{L}+/gu));
    for (const text of await textsAfter(german)) {
      for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) expect(known).toContain(word);
    }
  });

  it('never nests quotations and closes only open ones', async () => {
    for (const text of await textsAfter('It was late.\n\n')) {
      let open = false;
      for (const mark of text.match(/[“”]|\n\n/g) ?? []) {
        if (mark === '“') expect(open).toBe(false);
        if (mark === '”') expect(open).toBe(true);
        if (mark === '\n\n') expect(open).toBe(false);
        open = mark === '“';
      }
    }
  });

  it('does not repeat the writer’s own page', async () => {
    const page =
      `The heron stood at the weir, grey and patient, while Maren counted the boats that would not come back.
      She counted nine. She had counted nine yesterday, and the day before, in the same cold light.`.replace(
        /\s+/g,
        ' ',
      );
    for (const text of await textsAfter(`${page} The heron stood at the`)) {
      expect(text).not.toContain('weir, grey and patient, while Maren counted the boats');
    }
  });

  it('does not repeat a Chinese page', async () => {
    const page =
      '那天晚上下了很大的雪。老人坐在窗前，看着街上的灯一盏一盏地亮起来。他想起了年轻的时候。\n\n“你还在等他吗？”女儿问。\n\n老人没有回答。他把茶杯放在桌上，慢慢地站起来，走到门口。';
    for (const text of await textsAfter(`${page}外面的风很冷。\n\n`)) {
      expect(text).not.toContain('老人没有回答。他把茶杯放在桌上，慢慢地站起来');
    }
  });

  it('writes dialogue after dialogue, and little of it after narration', async () => {
    const narration =
      'The rain had come in from the sea and it stayed for days, and nobody went out to the boats. '.repeat(
        12,
      );
    const dialogue =
      '“You’re late,” said Marta.\n\n“The bridge was up,” he said.\n\n“It always is.”\n\n'.repeat(8);
    const countQuotes = async (document: string) =>
      (await textsAfter(document)).join('').match(/“/g)?.length ?? 0;
    expect(await countQuotes(narration)).toBeLessThan((await countQuotes(dialogue)) / 2);
  });

  it('rarely repeats a phrase of three words in one continuation', async () => {
    const texts = await textsAfter('It was late, and nobody had come to the house. ');
    const repeated = texts.filter((text) => {
      const words = text.toLowerCase().match(/[\p{L}’]+/gu) ?? [];
      const phrases = words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);
      return new Set(phrases).size < phrases.length;
    });
    expect(repeated.length).toBeLessThan(texts.length / 5);
  });

  it('has a sample text of some ten thousand words in the repository', () => {
    expect(readSample().split(/\s+/).length).toBeGreaterThan(6_000);
  });
});
