import { describe, expect, it } from 'vitest';
import { findAddressee, findBegunName, namesLike } from '../../../src/core/addressing/addressee.ts';

const AGENTS = ['Ada', 'Ada Lovelace', 'Bo', 'C++ (old)', 'Zoë', '李'].map((name) => ({ name }));

describe('whom a message addresses', () => {
  it.each([
    ['@Bo, who is there?', 'Bo'],
    ['@bo', 'Bo'],
    ['  \n@BO who?', 'Bo'],
    ['@Ada who?', 'Ada'],
    ['@ada  lovelace: who?', 'Ada Lovelace'],
    ['@Ada Love', 'Ada'],
    ['@C++ (old), well?', 'C++ (old)'],
    // The same letter, written with a combining mark.
    ['@Zoe\u0308?', 'Zoë'],
    ['@李，你好', '李'],
    ['@Bob', null],
    ['@Bo2', null],
    ['@Boë', null],
    ['@', null],
    ['@ Bo', null],
    ['Bo', null],
    ['Hello @Bo', null],
    ['bo@example.com', null],
    ['', null],
  ])('%j: %s', (text, name) => {
    expect(findAddressee(text, AGENTS)?.name ?? null).toBe(name);
  });

  it('is the first of two with one name, and no one without a name', () => {
    const twins = [
      { name: 'Bo', id: 1 },
      { name: ' bo ', id: 2 },
    ];
    expect(findAddressee('@Bo?', twins)?.id).toBe(1);
    expect(findAddressee('@ ?', [{ name: ' ' }])).toBeNull();
  });
});

describe('a name that is being written', () => {
  it('reaches from the @ at the start to the caret', () => {
    expect(findBegunName('@ad', 3)).toEqual({ from: 0, to: 3, begun: 'ad' });
    expect(findBegunName(' @ad and more', 2)).toEqual({ from: 1, to: 2, begun: '' });
    expect(findBegunName('@Ada Lo', 7)).toEqual({ from: 0, to: 7, begun: 'Ada Lo' });
    for (const [text, caret] of [
      ['@ad', 0],
      ['Hi @ad', 6],
      ['@ad\nwho', 7],
      ['', 0],
    ] as const)
      expect(findBegunName(text, caret)).toBeNull();
    expect(findBegunName(`@${'a'.repeat(300)}`, 301)).toBeNull();
  });

  it('is offered the names that begin like it, then those of which another word does', () => {
    const names = (begun: string) => namesLike(begun, AGENTS).map(({ name }) => name);
    expect(names('')).toHaveLength(AGENTS.length);
    expect(names('a')).toEqual(['Ada', 'Ada Lovelace']);
    expect(names('ADA ')).toEqual(['Ada Lovelace']);
    expect(names('lo')).toEqual(['Ada Lovelace']);
    expect(names('zoe\u0308')).toEqual(['Zoë']);
    expect(names('x')).toEqual([]);
  });
});
