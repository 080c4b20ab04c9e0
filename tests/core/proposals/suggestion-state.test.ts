import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestionState } from '../../../src/core/proposals/suggestion-state.ts';

const suggestion = { before: 'The ', removed: 'old king', inserted: 'young queen', after: ' slept.' };
const PAGE = 'Once. The old king slept. The old king slept.';

/** The state at the place between the brackets. */
function stateIn(marked: string, of: typeof suggestion = suggestion): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  return suggestionState(of, { from, to }, marked.replace('[', '').replace(']', ''));
}

describe('a suggestion', () => {
  test('is open while its footprint is unchanged', () => {
    expect(stateIn('Once. The [old king] slept. The young queen slept.')).toBe('open');
    expect(stateIn('The [old king] slept.')).toBe('open');
  });

  test('is a conflict when its footprint was changed, although another copy was not', () => {
    expect(stateIn('Once. The [old kings] slept. The old king slept.')).toBe('conflict');
    expect(stateIn('Once. A [old king] slept. The old king slept.')).toBe('conflict');
    expect(stateIn('Once. The [old king] slept! The old king slept.')).toBe('conflict');
    expect(stateIn('Once. The [] slept. The old king slept.')).toBe('conflict');
    expect(stateIn('The old king slept.[]')).toBe('conflict');
    expect(stateIn('[]')).toBe('conflict');
  });

  test('is done when what it inserts is there instead', () => {
    expect(stateIn('Once. The [young queen] slept.')).toBe('done');
    expect(stateIn('Once. The []young queen slept.')).toBe('done');
    expect(stateIn('Once. The young queen[] slept.')).toBe('done');
    expect(stateIn('Once. The [young queen] slept. The old king slept.')).toBe('done');
    expect(stateIn('Once. The [old king] sat. The young queen slept.')).toBe('conflict');
  });

  test('that deletes is done where both sides meet', () => {
    const deletion = { ...suggestion, inserted: '' };
    expect(stateIn('The [] slept.', deletion)).toBe('done');
    expect(stateIn('The x[] slept.', deletion)).toBe('conflict');
  });

  test('looks at no other place', () => {
    const at = fc.nat(PAGE.length);
    fc.assert(
      fc.property(at, at, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const isThere = (from === 10 && to === 18) || (from === 30 && to === 38);
        expect(suggestionState(suggestion, { from, to }, PAGE)).toBe(isThere ? 'open' : 'conflict');
      }),
    );
  });
});
