import { describe, expect, it } from 'vitest';
import { rank } from '../../../src/renderer/ui/rank.ts';

const items = [
  'Generate',
  'More siblings of this node',
  'Next sibling',
  'Node tab',
  'Split here',
  'Split and start a branch here',
  'Spell checking',
].map((title) => ({ id: title.toLowerCase().replaceAll(' ', '.'), title }));

const found = (query: string, recent: readonly string[] = []) =>
  rank(items, query, recent).map(({ item }) => item.title);

describe('what the palette lists', () => {
  it('is everything as it stands where nothing is looked for', () => {
    expect(found(' ')).toEqual(items.map(({ title }) => title));
  });

  it('has what was run before first, newest before older', () => {
    expect(found('', ['split.here', 'gone', 'next.sibling']).slice(0, 3)).toEqual([
      'Split here',
      'Next sibling',
      'Generate',
    ]);
  });

  it('is what has the letters, in any case, at words’ beginnings before elsewhere', () => {
    expect(found('GEN')).toEqual(['Generate']);
    expect(found('node')[0]).toBe('Node tab');
    expect(found('nsib')[0]).toBe('Next sibling');
    expect(found('here split')).toContain('Split here');
  });

  it('has the more recent first of two that fit as well', () => {
    expect(found('spl')[0]).not.toBe('Split and start a branch here');
    expect(found('spl', ['split.and.start.a.branch.here'])[0]).toBe('Split and start a branch here');
  });

  it('has those that fit as well as they stand', () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ id: `${i}`, title: `Sibling ${i + 1}` }));
    expect(rank(many, 'sib', []).map(({ item }) => item.id)).toEqual(many.map(({ id }) => id));
  });

  it('is nothing where nothing fits, however much it was run', () => {
    expect(found('xyzzy', ['generate'])).toEqual([]);
  });

  it('says which letters fit', () => {
    expect(rank(items, 'nod', [])[0]?.parts).toEqual([
      { text: 'Nod', matched: true },
      { text: 'e tab', matched: false },
    ]);
  });
});
