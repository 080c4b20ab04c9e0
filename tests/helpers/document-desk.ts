import type { AgentPermissions } from '../../src/core/tree/agent.ts';
import { COLLABORATOR, says, TurnDesk } from './turn-desk.ts';

/** The text of the document. */
export const MARIE =
  '# Marie\n\nA skater.\n\n## Motivation\n\nShe fears the lake.\n\n## Youth\n\nBy the sea.';
export const MAY_WRITE: AgentPermissions = { ...COLLABORATOR, doc_write: 'allow' };

/** A conversation about a story, and a document of two nodes. */
export async function openDocument(
  lines: readonly string[],
  permissions: AgentPermissions = MAY_WRITE,
  rest: Partial<Parameters<typeof TurnDesk.open>[0]> = {},
) {
  const turns = await TurnDesk.open({
    answers: () => [...lines.map((line) => says(line)), says('I am done.')],
    permissions,
    ...rest,
  });
  const { desk } = turns;
  const { id: marie } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  const cut = MARIE.indexOf('She fears');
  await desk.commit([desk.typed(MARIE.slice(0, cut))]);
  await desk.commit([desk.typed(MARIE.slice(cut))]);
  const shown = async () => (await desk.call('path.read', { treeId: marie })).segments.text;
  const results = async () => (await turns.actions()).map(({ result }) => result ?? '');
  return { turns, desk, marie, shown, results };
}
