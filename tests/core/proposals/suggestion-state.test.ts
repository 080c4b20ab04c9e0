import { describe, expect, it } from 'vitest';
import { suggestionState } from '../../../src/core/proposals/suggestion-state.ts';

const text = (after: string) => ({ before: 'He left', after, removed: ' at last', inserted: '' });

describe('a suggestion whose sentence was changed', () => {
  it('is done if its text is there in its place', () => {
    expect(suggestionState(text('.'), { from: 7, to: 7 }, 'He left.')).toBe('done');
  });

  it('is a conflict where the rest of its sentence only begins with it', () => {
    expect(suggestionState(text(''), { from: 7, to: 16 }, 'He left at  last')).toBe('conflict');
  });
});
