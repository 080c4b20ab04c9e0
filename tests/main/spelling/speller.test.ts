import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SpellingLanguage } from '../../../src/core/tree/loom-tree.ts';
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

const check = (words: readonly string[], language: SpellingLanguage = 'en-US') =>
  speller.findMisspelled(words, language);
const suggest = (word: string, own: readonly string[], language: SpellingLanguage = 'en-US') =>
  speller.suggest(word, own, language);
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
    expect(await check(wordsOf(text))).toEqual([]);
  });
});

test('misspelled words are found, in order', async () => {
  const words = wordsOf('teh orchard recieve definately walked paris monday qwrtz alot');
  expect(await check(words)).toEqual(wordsOf('teh recieve definately paris monday qwrtz alot'));
});

test.each([
  ['en-GB', 'colour grey realise whilst jewellery theatre', 'color jewelry'],
  ['nl', 'Zij liep door de sneeuwstorm zo’n één kind’s foto’s', 'kitchen sneuwstorm'],
] as const)('%s has a dictionary of its own', async (language, right, wrong) => {
  expect(await check(wordsOf(`${right} ${wrong}`), language)).toEqual(wordsOf(wrong));
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
    expect((await suggest(wrong, []))[0]).toBe(right);
  });

  test.each([
    ['kichen', 'kitchen'],
    ['wich', 'which'],
    ['orchads', 'orchards'],
    ['alot', 'a lot'],
    ['infront', 'in front'],
  ])('for %s include %s', async (wrong, right) => {
    expect(await suggest(wrong, [])).toContain(right);
  });

  test('match the capitals of the misspelled word', async () => {
    expect((await suggest('Teh', []))[0]).toBe('The');
    expect((await suggest('TEH', []))[0]).toBe('THE');
    expect((await suggest('Kichen', [])).every((word) => /^[A-Z]/.test(word))).toBe(true);
  });

  test('include the writer’s own words, with their capitals', async () => {
    const own = ['Siobhan', 'Zorgle'];
    expect((await suggest('Siobahn', own))[0]).toBe('Siobhan');
    expect((await suggest('siobhn', own))[0]).toBe('Siobhan');
    expect(await suggest('kichen', own)).not.toContain('Siobhan');
  });

  test('are at most six, without duplicates', async () => {
    for (const word of wordsOf('teh alot wich adn siezed Dont hte thier')) {
      const suggestions = await suggest(word, []);
      expect(suggestions.length).toBeLessThanOrEqual(6);
      expect(new Set(suggestions).size).toBe(suggestions.length);
    }
  });

  test('are empty for a correct word, for gibberish and for text that is not a word', async () => {
    expect(await suggest('orchard', [])).toEqual([]);
    expect(await suggest('qwrtzpfxqq', [])).toEqual([]);
    expect(await suggest('a'.repeat(100), [])).toEqual([]);
    expect(await suggest('', [])).toEqual([]);
  });
});

test('concurrent requests each get their own answer', async () => {
  const [wrong, suggestions, none] = await Promise.all([check(['teh']), suggest('teh', []), check([])]);
  expect([wrong, suggestions[0], none]).toEqual([['teh'], 'the', []]);
});

test('an unreadable dictionary rejects all pending requests, and is tried again', async () => {
  const broken = openSpeller(temporaryFolder());
  onTestFinished(() => broken.close());
  const answers = await Promise.allSettled([
    broken.findMisspelled(['a'], 'nl'),
    broken.suggest('b', [], 'nl'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(broken.findMisspelled(['a'], 'nl')).rejects.toThrow('could not be read');
});

describe('over the contract', () => {
  test('words are checked and suggested', async () => {
    const desk = new HandlersDesk();
    const { treeId } = desk;
    const language = 'en-US';
    const words = ['teh', 'orchard'];
    expect(await desk.call('spelling.check', { treeId, language, words })).toEqual({ wrong: ['teh'] });
    expect((await desk.call('spelling.suggest', { language, word: 'teh' }))[0]).toBe('the');
    await desk.call('settings.update', { ownWords: ['Siobhan'] });
    expect((await desk.call('spelling.suggest', { language, word: 'Siobahn' }))[0]).toBe('Siobhan');
  });

  test('names that the text uses are no mistakes, whether they are in nodes or only typed', async () => {
    const desk = new HandlersDesk();
    const { treeId } = desk;
    const wrong = async () => {
      const words = ['Qwzilla', 'Brlann’s', 'Teh', 'qwzilla'];
      return (await desk.call('spelling.check', { treeId, language: 'en-US', words })).wrong;
    };
    const all = ['Qwzilla', 'Brlann’s', 'Teh', 'qwzilla'];
    const save = async (text: string, offset: number) =>
      desk.call('draft.save', { ...(await desk.intent([desk.typed(text, { offset })])), digest: null });
    expect(await wrong()).toEqual(all);
    const first = 'Then Qwzilla came. Teh door. Teh door. Teh door, and Brlann’s coat. ';
    await save(first, 0);
    expect(await wrong()).toEqual(all);
    await save('She saw Qwzilla, too. ', first.length);
    expect(await wrong()).toEqual(['Brlann’s', 'Teh', 'qwzilla']);
    await desk.commit();
    await desk.commit([desk.typed('Nobody knew Brlann. ')]);
    expect(await wrong()).toEqual(['Teh', 'qwzilla']);
  });

  test('too many words, and words that are too long, are refused', async () => {
    const desk = new HandlersDesk();
    const refused = { code: 'INVALID_ARGUMENT' };
    const at = { treeId: desk.treeId, language: 'nl' };
    await expect(
      desk.callRaw('spelling.check', { ...at, words: Array.from({ length: 2_001 }, () => 'a') }),
    ).rejects.toMatchObject(refused);
    await expect(desk.callRaw('spelling.check', { ...at, words: ['a'.repeat(101)] })).rejects.toMatchObject(
      refused,
    );
    await expect(desk.callRaw('spelling.check', { ...at, language: 'xx', words: [] })).rejects.toMatchObject(
      refused,
    );
    await expect(desk.callRaw('spelling.suggest', { language: 'nl', word: 7 })).rejects.toMatchObject(
      refused,
    );
    await expect(desk.callRaw('edit.clipboard', { action: 'reload' })).rejects.toMatchObject(refused);
  });

  test('the clipboard acts where the keyboard focus is, in the page that asked', async () => {
    const desk = new HandlersDesk();
    await desk.call('edit.clipboard', { action: 'paste' });
    expect(desk.events).toContainEqual({ name: 'clipboard', value: 'paste' });
  });
});
