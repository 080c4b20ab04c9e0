import { describe, expect, it } from 'vitest';
import { rank } from '../../../src/renderer/ui/rank.ts';

const items = [
  'Generate',
  'More siblings of this node',
  'Next sibling',
  'Passage tab',
  'Split here',
  'Split and start a branch here',
  'Spell checking',
].map((title) => ({ id: title.toLowerCase().replaceAll(' ', '.'), title }));

const found = (query: string, recent: readonly string[] = []) =>
  rank(items, query, recent).map(({ item }) => item.title);

describe('the palette list', () => {
  it('has every item in its original order when the query is empty', () => {
    expect(found(' ')).toEqual(items.map(({ title }) => title));
  });

  it('has recently run items first, newest before older', () => {
    expect(found('', ['split.here', 'gone', 'next.sibling']).slice(0, 3)).toEqual([
      'Split here',
      'Next sibling',
      'Generate',
    ]);
  });

  it('has items that contain the letters in any case, with word starts first', () => {
    expect(found('GEN')).toEqual(['Generate']);
    expect(found('passage')[0]).toBe('Passage tab');
    expect(found('nsib')[0]).toBe('Next sibling');
    expect(found('here split')).toContain('Split here');
  });

  it('has what another name finds before titles that only begin with it', () => {
    const worded = [
      { id: 'prune', title: 'Prune', words: 'delete remove' },
      ...items,
      { id: 'd', title: 'Delete a tree' },
    ];
    const titles = (query: string) => rank(worded, query, ['prune']).map(({ item }) => item.title);
    expect(titles('delete')).toEqual(['Prune', 'Delete a tree']);
    expect(titles('rem del')).toEqual(['Prune']);
    expect(titles('move')).not.toContain('Prune');
  });

  it('ranks the more recent of two equal matches first', () => {
    expect(found('spl')[0]).not.toBe('Split and start a branch here');
    expect(found('spl', ['split.and.start.a.branch.here'])[0]).toBe('Split and start a branch here');
  });

  it('keeps equal matches in their original order', () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ id: `${i}`, title: `Sibling ${i + 1}` }));
    expect(rank(many, 'sib', []).map(({ item }) => item.id)).toEqual(many.map(({ id }) => id));
  });

  it('is empty when nothing matches, even if something was run recently', () => {
    expect(found('xyzzy', ['generate'])).toEqual([]);
  });

  it('marks the matched letters', () => {
    expect(rank(items, 'pas', [])[0]?.parts).toEqual([
      { text: 'Pas', matched: true },
      { text: 'sage tab', matched: false },
    ]);
  });
});
