import { expect, it } from 'vitest';
import type { AgentId, NodeId, PositionId } from '../../../../src/core/ids.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import {
  type ConversationSides,
  mergeConversation,
} from '../../../../src/renderer/session/draft/draft-resend.ts';

const WRITER = 'writer' as AgentId;
const MODEL = 'model' as AgentId;

const textBy = (agent: AgentId, text: string) => ({ text, spans: wholeSpans(agent, text.length) });
const message = (id: string, agent: AgentId, text: string) => ({
  nodeId: id as NodeId,
  positionId: id as PositionId,
  ...textBy(agent, text),
});

const SIDES: ConversationSides = {
  before: [],
  nodes: [],
  mainEdits: [],
  mainWaiting: [],
  buffer: textBy(WRITER, 'Yes. Go on.'),
  edits: [],
  closed: new Set(),
  doubtful: new Set(),
};

it('keeps the composer beside a reply with which it happens to begin', () => {
  const nodes = [message('reply', MODEL, 'Yes.')];
  expect(mergeConversation({ ...SIDES, nodes }).buffer).toEqual(SIDES.buffer);
  expect(mergeConversation({ ...SIDES, nodes, doubtful: new Set([null]) }).buffer).toEqual(SIDES.buffer);
});

it('takes what was sent off the composer, and keeps what was typed since', () => {
  const nodes = [message('sent', WRITER, 'Yes.')];
  expect(mergeConversation({ ...SIDES, nodes, doubtful: new Set([null]) }).buffer).toEqual(
    textBy(WRITER, ' Go on.'),
  );
});
