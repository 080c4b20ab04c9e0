import { expect, test } from 'vitest';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { proposeDirective } from '../../../helpers/propose-directive.ts';

/** Which version an accepted suggestion is in, and what a refusal says of the text now. */

async function suggested() {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained all night.')]);
  const { treeId, grove } = desk;
  const agentId = grove.snapshot().writerId;
  const take = () => grove.proposals.take({ treeId, agentId, scope: 'all', range: null, limit: 1_000 });
  const propose = (version: string | null) =>
    proposeDirective(grove.proposals, {
      treeId,
      agentId,
      askedBy: agentId,
      directive: {
        action: 'replace',
        version,
        content: 'snowed',
        range: { from: 3, to: 9 },
        fingerprint: null,
        rationale: null,
      },
      answer: 'snowed',
      instruction: null,
      responseId: null,
      requestedAt: 0,
      acceptsOnArrival: false,
    });
  return { desk, take, propose };
}

test('the version of an accepted suggestion is the one whose commit included it, whatever is edited later', async () => {
  const { desk, take, propose } = await suggested();
  const { treeId, grove } = desk;
  const outcome = propose(take().version);
  if (outcome.kind !== 'proposed') throw new Error(outcome.kind);
  const { proposalId } = outcome;
  const agent = grove.snapshot().writerId;
  const splice = { from: 3, to: 9, insert: 'snowed', spans: wholeSpans(agent, 6) };
  const accepted = await desk.intent([{ nodeId: await desk.nodeAt(0), splice }]);
  await desk.call('proposal.update', {
    ...accepted,
    suggestions: [{ proposalId, ordinal: 0, decision: 'accepted', range: { from: 3, to: 9 } }],
  });
  await desk.commit();
  const made = await desk.nodeAt(0);
  const nodeOf = async () => (await desk.call('proposal.list', { treeId }))[0]?.suggestions[0]?.nodeId;
  expect(await nodeOf()).toBe(made);
  await desk.commit([desk.typed('Then ', { nodeId: made })]);
  expect(await desk.nodeAt(0)).not.toBe(made);
  expect(await nodeOf()).toBe(made);
});

test('a version that was never given is refused, also where some of the text is excluded', async () => {
  const { desk, propose } = await suggested();
  const positionId = await desk.positionAt(0);
  await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
  expect(propose('0123456789abcdef')).toMatchObject({
    kind: 'refused',
    refusal: { reason: 'unknown_version' },
    current: null,
  });
});
