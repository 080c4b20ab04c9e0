import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Speller } from '../../../src/main/spelling/speller.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { openSpeller } from '../../helpers/speller.ts';

/** The shipped dictionary, on its own thread. */

let speller: Speller;
beforeAll(() => {
  speller = openSpeller();
  return () => speller.close();
});

const wordsOf = (text: string) => text.split(/\s+/);

describe('correct words', () => {
  test.each([
    ['plain prose', 'She walked unhurriedly through the orchard and counted the trees twice'],
    [
      'inflected forms',
      'misremembered overgrown rewrote unforgiving goodbyes leapt dreamt learnt whispered greyish',
    ],
    [
      'contractions, with either apostrophe',
      "don't won’t Don’t I'm I’ll couldn't’ve o’clock mustn’t ain't y’all",
    ],
    ['possessives', 'orchard’s children’s writers’ Paris’s James’ kitchen’s'],
    ['names with their capitals', 'Paris London Monday Elena NASA'],
    ['the first word of a sentence, and all capitals', 'Kitchen KITCHEN DON’T PARIS'],
    ['accents', 'naïve café façade résumé jalapeño protégé'],
    ['compounds', 'mother-in-law well-known firelight windowsill moonlit hearthstone'],
  ])('%s', async (_kind, text) => {
    expect(await speller.findMisspelled(wordsOf(text))).toEqual([]);
  });
});

test('misspelled words are found, in order', async () => {
  const words = wordsOf('teh orchard recieve definately walked paris monday qwrtz alot');
  expect(await speller.findMisspelled(words)).toEqual(
    wordsOf('teh recieve definately paris monday qwrtz alot'),
  );
});

describe('suggestions', () => {
  test.each([
    ['teh', 'the'],
    ['recieve', 'receive'],
    ['definately', 'definitely'],
    ['occured', 'occurred'],
    ['dont', "don't"],
    ['gaurd', 'guard'],
    ['tommorow', 'tomorrow'],
    ['monday', 'Monday'],
    ['snoww', 'snow'],
  ])('for %s start with %s', async (wrong, right) => {
    expect((await speller.suggest(wrong, []))[0]).toBe(right);
  });

  test.each([
    ['kichen', 'kitchen'],
    ['wich', 'which'],
    ['orchads', 'orchards'],
    ['alot', 'a lot'],
    ['infront', 'in front'],
  ])('for %s include %s', async (wrong, right) => {
    expect(await speller.suggest(wrong, [])).toContain(right);
  });

  test('match the capitals of the misspelled word', async () => {
    expect((await speller.suggest('Teh', []))[0]).toBe('The');
    expect((await speller.suggest('TEH', []))[0]).toBe('THE');
    expect((await speller.suggest('Kichen', [])).every((word) => /^[A-Z]/.test(word))).toBe(true);
  });

  test('include the writer’s own words, with their capitals', async () => {
    const own = ['Siobhan', 'Zorgle'];
    expect((await speller.suggest('Siobahn', own))[0]).toBe('Siobhan');
    expect((await speller.suggest('siobhn', own))[0]).toBe('Siobhan');
    expect(await speller.suggest('kichen', own)).not.toContain('Siobhan');
  });

  test('are at most six, without duplicates', async () => {
    for (const word of wordsOf('teh alot wich adn siezed Dont hte thier')) {
      const suggestions = await speller.suggest(word, []);
      expect(suggestions.length).toBeLessThanOrEqual(6);
      expect(new Set(suggestions).size).toBe(suggestions.length);
    }
  });

  test('are empty for a correct word, for gibberish and for text that is not a word', async () => {
    expect(await speller.suggest('orchard', [])).toEqual([]);
    expect(await speller.suggest('qwrtzpfxqq', [])).toEqual([]);
    expect(await speller.suggest('a'.repeat(100), [])).toEqual([]);
    expect(await speller.suggest('', [])).toEqual([]);
  });
});

test('concurrent requests each get their own answer', async () => {
  const [wrong, suggestions, none] = await Promise.all([
    speller.findMisspelled(['teh']),
    speller.suggest('teh', []),
    speller.findMisspelled([]),
  ]);
  expect([wrong, suggestions[0], none]).toEqual([['teh'], 'the', []]);
});

test('an unreadable dictionary rejects all pending requests, and is tried again', async () => {
  const broken = openSpeller(join(temporaryFolder(), 'missing.trie.gz'));
  onTestFinished(() => broken.close());
  const answers = await Promise.allSettled([broken.findMisspelled(['a']), broken.suggest('b', [])]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(broken.findMisspelled(['a'])).rejects.toThrow('could not be read');
});

describe('over the contract', () => {
  test('words are checked and suggested', async () => {
    const desk = new HandlersDesk();
    expect(await desk.call('spelling.check', { words: ['teh', 'orchard'] })).toEqual({ wrong: ['teh'] });
    expect((await desk.call('spelling.suggest', { word: 'teh' }))[0]).toBe('the');
    await desk.call('settings.update', { ownWords: ['Siobhan'] });
    expect((await desk.call('spelling.suggest', { word: 'Siobahn' }))[0]).toBe('Siobhan');
  });

  test('too many words, and words that are too long, are refused', async () => {
    const desk = new HandlersDesk();
    const refused = { code: 'INVALID_ARGUMENT' };
    await expect(
      desk.callRaw('spelling.check', { words: Array.from({ length: 2_001 }, () => 'a') }),
    ).rejects.toMatchObject(refused);
    await expect(desk.callRaw('spelling.check', { words: ['a'.repeat(101)] })).rejects.toMatchObject(refused);
    await expect(desk.callRaw('spelling.suggest', { word: 7 })).rejects.toMatchObject(refused);
    await expect(desk.callRaw('edit.clipboard', { action: 'reload' })).rejects.toMatchObject(refused);
  });

  test('the clipboard acts where the keyboard focus is, in the page that asked', async () => {
    const desk = new HandlersDesk();
    await desk.call('edit.clipboard', { action: 'paste' });
    expect(desk.events).toContainEqual({ name: 'clipboard', value: 'paste' });
  });
});
