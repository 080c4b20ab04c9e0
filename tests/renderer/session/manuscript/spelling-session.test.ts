import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { TreeId } from '../../../../src/core/ids.ts';
import { defaultPreferences, type Preferences } from '../../../../src/ipc/preferences.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { SpellingSession } from '../../../../src/renderer/session/manuscript/spelling-session.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';

const TREE = '01KDXT00000000000000000001' as TreeId;

/** A main that marks every non-English word as wrong, until its dictionary is gone. */
function openSpelling(preferred: Partial<Preferences> = {}) {
  const preferences = createStore<Preferences>({ ...defaultPreferences, ...preferred });
  const notices = new Notices();
  const main = { asked: 0, isBroken: false };
  const call = async (name: string, input: { readonly words?: readonly string[] }) => {
    main.asked += 1;
    if (main.isBroken) throw new AspenError('INTERNAL', '');
    return name === 'spelling.check' ? { wrong: input.words?.filter((word) => word !== 'lake') } : ['the'];
  };
  const session = new SpellingSession({
    client: { call } as unknown as Client,
    notices,
    preferences,
    setPreferences: (patch) => preferences.set({ ...preferences.get(), ...patch }),
  });
  return { session, preferences, notices, main };
}

test('main returns misspelled words and suggestions', async () => {
  const { session } = openSpelling();
  expect(await session.checkWords(TREE, ['teh', 'lake'])).toEqual(['teh']);
  expect(await session.suggest(TREE, 'teh')).toEqual(['the']);
});

test('a word is added without its possessive ending, accepted, announced and removed again', () => {
  const { session, preferences, notices } = openSpelling({ ownWords: ['grok'] });
  session.add('Siobhan’s');
  expect(preferences.get().ownWords).toEqual(['grok', 'Siobhan']);
  expect(session.accepted.get()).toEqual(['grok', 'Siobhan']);
  expect(notices.log.get().at(-1)?.text).toBe('Added to the dictionary: Siobhan');
  expect(['Siobhan', 'SIOBHAN’S', 'siobhan', 'Grok'].map((word) => session.isOwn(word))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  session.remove('SIOBHAN');
  expect(preferences.get().ownWords).toEqual(['grok']);
});

test('an ignored word is accepted here and not saved', () => {
  const { session, preferences } = openSpelling({ ownWords: ['grok'] });
  session.ignore('Zorgle');
  expect(session.accepted.get()).toEqual(['grok', 'Zorgle']);
  expect(session.isOwn('Zorgle')).toBe(false);
  expect(preferences.get().ownWords).toEqual(['grok']);
});

test('words added in another window are accepted here', () => {
  const { session, preferences } = openSpelling();
  preferences.set({ ...preferences.get(), ownWords: ['Zorgle'] });
  expect(session.accepted.get()).toEqual(['Zorgle']);
});

test('an unreadable dictionary is reported once, and retried when checking is turned on again', async () => {
  const { session, preferences, notices, main } = openSpelling();
  main.isBroken = true;
  expect(await session.checkWords(TREE, ['teh'])).toBeNull();
  expect(await session.checkWords(TREE, ['teh'])).toBeNull();
  expect(await session.suggest(TREE, 'teh')).toEqual([]);
  expect(notices.banners.get()).toHaveLength(1);
  expect(main.asked).toBe(2);
  main.isBroken = false;
  preferences.set({ ...preferences.get(), spellCheck: false });
  preferences.set({ ...preferences.get(), spellCheck: true });
  expect(await session.checkWords(TREE, ['teh'])).toEqual(['teh']);
});
