import { expect, test } from 'vitest';
import type { Draft } from '../../../../src/core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { dropSent } from '../../../../src/main/grove/writing/intent-writer.ts';

const spanned = (text: string) => ({ text, spans: wholeSpans('writer' as AgentId, text.length) });
const draft: Draft = {
  head: 'above' as PositionId,
  buffer: spanned('Well, then. And now?'),
  edits: [
    { nodeId: 'a' as NodeId, ...spanned('Rain.') },
    { nodeId: 'b' as NodeId, ...spanned('Snow.') },
  ],
};
const head = 'head' as PositionId;
const written = (text: string, editedFrom: string | null = null, at: PositionId = head) => ({
  positionId: at,
  editedFrom: editedFrom as NodeId | null,
  text,
});
const textsOf = ({ buffer, edits }: Draft) => [buffer.text, ...edits.map(({ text }) => text)];

/** After a write whose outcome is unknown. */
test.each([
  ['what was sent, also if typing went on', [written('Well, then.')], [' And now?', 'Rain.', 'Snow.']],
  ['the edit that was saved', [written('Snow.', 'b')], ['Well, then. And now?', 'Rain.']],
  ['no edit of another message', [written('Snow.', 'a')], ['Well, then. And now?', 'Rain.', 'Snow.']],
  ['nothing for a split', [written('Ra', 'a')], ['Well, then. And now?', 'Rain.', 'Snow.']],
  [
    'nothing for what an edit says',
    [written('Well, then.', 'c')],
    ['Well, then. And now?', 'Rain.', 'Snow.'],
  ],
  [
    'nothing for a message further up',
    [written('Well', null, draft.head)],
    ['Well, then. And now?', 'Rain.', 'Snow.'],
  ],
  ['nothing for a move, whatever it shows', [], ['Well, then. And now?', 'Rain.', 'Snow.']],
] as const)('a conversation’s draft loses %s', (_, nodes, expected) => {
  const left = dropSent(draft, nodes, head);
  expect(textsOf(left)).toEqual(expected);
  expect(left.head).toBe(head);
});
