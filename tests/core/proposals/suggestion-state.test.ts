import { describe, expect, it } from 'vitest';
import { findRestored, suggestionState } from '../../../src/core/proposals/suggestion-state.ts';

const text = (after: string) => ({ before: 'He left', after, removed: ' at last', inserted: '' });

describe('a suggestion whose sentence was changed', () => {
  it('is done if its text is there in its place', () => {
    expect(suggestionState(text('.'), { from: 7, to: 7 }, 'He left.')).toBe('done');
  });

  it('is a conflict where the rest of its sentence only begins with it', () => {
    expect(suggestionState(text(''), { from: 7, to: 16 }, 'He left at  last')).toBe('conflict');
  });
});

describe('words of a suggestion that were deleted', () => {
  const words = { before: 'He ', removed: 'left at last', after: '.', inserted: 'went' };

  it('are in its place again once they are written again beside the rest', () => {
    expect(findRestored(words, { from: 16, to: 20 }, 'Rain. He left at last.')).toEqual({ from: 9, to: 21 });
    expect(findRestored(words, { from: 9, to: 9 }, 'Rain. He left at last.')).toEqual({ from: 9, to: 21 });
  });

  it('are not those of another place, nor of one of two', () => {
    expect(findRestored(words, { from: 0, to: 4 }, 'Rain. He left at last.')).toBeNull();
    expect(findRestored(words, { from: 16, to: 20 }, 'She left at last!')).toBeNull();
    expect(findRestored(words, { from: 9, to: 13 }, 'She left at last!')).toEqual({ from: 4, to: 16 });
    const twice = { before: '', removed: 'ha ', after: '', inserted: '' };
    expect(findRestored(twice, { from: 3, to: 3 }, 'ha ha ')).toBeNull();
  });
});
