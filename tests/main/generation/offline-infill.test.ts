import { expect, test } from 'vitest';
import { ask, offlineProvider } from '../../helpers/offline.ts';

const provider = offlineProvider();
const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);
const PROMPTS = [
  'Mara opened the door.',
  'Mara opened the door and',
  '“I will',
  'He said: "Go',
  '漢字',
  '((',
  '',
];

/** The offline agent's text between two texts. */
async function fill(prompt: string, suffix: string, seed: number, maxTokens = 40): Promise<string> {
  return (await ask(provider, prompt, { seed, maxTokens }, 1, suffix)).text;
}

test('before a new sentence or paragraph it ends with a whole sentence, if it has written one', async () => {
  for (const suffix of [' Then it rained.', '\n\nthe next day']) {
    for (const seed of SEEDS) {
      const text = await fill('Mara opened the door.', suffix, seed, 60);
      expect(text).toMatch(/[.!?…][”"]?$/u);
      // Of the same continuation, at most the last sentence is missing.
      expect((await fill('Mara opened the door.', '', seed, 60)).startsWith(text)).toBe(true);
    }
  }
});

test('before the rest of a sentence it ends without a mark, so that the sentence goes on', async () => {
  for (const suffix of [' and left.', ', she said.', '.']) {
    for (const seed of SEEDS)
      expect(await fill('Mara opened the door and', suffix, seed)).toMatch(/[\p{L}\p{N}]$/u);
  }
});

test('it closes a quotation that it began', async () => {
  for (const seed of SEEDS) {
    const text = await fill('“Who is there?” she asked.\n\n', '\n\nNobody answered.', seed, 80);
    expect(text.split('“').length).toBe(text.split('”').length);
  }
});

test('whatever it is between, it writes something', async () => {
  for (const prompt of PROMPTS) {
    for (const suffix of [' Then it rained.', 'and left.', '…', '漢字']) {
      for (const maxTokens of [1, 3, 20])
        expect((await fill(prompt, suffix, 3, maxTokens)).trim()).not.toBe('');
    }
  }
});
