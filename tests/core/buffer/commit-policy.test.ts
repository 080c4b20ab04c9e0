import { describe, expect, test } from 'vitest';
import { commitPolicy, divideDraft } from '../../../src/core/buffer/commit-policy.ts';
import type { Draft } from '../../../src/core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId } from '../../../src/core/ids.ts';
import { wholeSpans } from '../../../src/core/text/span.ts';

const spanned = (text: string) => ({ text, spans: wholeSpans('writer' as AgentId, text.length) });
const one = { nodeId: 'one' as NodeId, ...spanned('Rain.') };
const two = { nodeId: 'two' as NodeId, ...spanned('Snow.') };
const draft: Draft = { head: 'two' as PositionId, buffer: spanned('Hail.'), edits: [one, two] };

/** The texts of a part of the draft: its edits, then its buffer. */
const textsOf = ({ edits, buffer }: Omit<Draft, 'head'>) =>
  [...edits, buffer].map(({ text }) => text).filter((text) => text !== '');

describe('what an intent commits', () => {
  test.each([
    ['buffer', 'save', ['Rain.', 'Snow.', 'Hail.'], []],
    ['buffer', 'move', ['Rain.', 'Snow.', 'Hail.'], []],
    ['buffer', 'edit', ['Rain.', 'Snow.', 'Hail.'], []],
    ['buffer', 'none', [], ['Rain.', 'Snow.', 'Hail.']],
    ['dialogue', 'save', ['Hail.'], ['Rain.', 'Snow.']],
    ['dialogue', 'move', [], ['Rain.', 'Snow.', 'Hail.']],
    ['dialogue', 'edit', ['Snow.'], ['Rain.', 'Hail.']],
    ['dialogue', 'none', [], ['Rain.', 'Snow.', 'Hail.']],
  ] as const)('in %s mode on %s is %j, and %j stays a draft', (mode, trigger, committed, kept) => {
    const divided = divideDraft(draft, commitPolicy(mode, trigger), two.nodeId);
    expect([textsOf(divided.committed), textsOf(divided.kept)]).toEqual([committed, kept]);
    expect(divided.committed.head).toBe(draft.head);
  });

  test('white space in the composer is not sent, and stays', () => {
    const blank = { ...draft, buffer: spanned(' \n') };
    const divided = divideDraft(blank, commitPolicy('dialogue', 'save'), null);
    expect([divided.committed.buffer.text, divided.kept]).toEqual(['', blank]);
  });
});
