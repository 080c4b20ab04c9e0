import type { AgentId, ProposalId } from '../../../../src/core/ids.ts';
import type { SuggestionUpdate } from '../../../../src/ipc/wire/proposal.ts';
import type { HandlersDesk } from '../../../helpers/desk.ts';
import { proposeDirective } from '../../../helpers/propose-directive.ts';
import type { WritingDesk } from '../writing-desk.ts';

/** An agent that takes instructions. */
export async function addAgent({ desk, buffer }: WritingDesk, name: string): Promise<AgentId> {
  const { id } = await desk.call('agent.create', {
    name,
    modelRef: 'openai:some-model',
    configuration: { completionStyle: 'chat' },
    color: null,
  });
  buffer.onGrove(desk.grove.snapshot());
  return id;
}

export interface Proposing {
  readonly agentId: AgentId;
  /** The text there, which occurs once, and the agent's suggestion for it. */
  readonly changes: readonly (readonly [old: string, suggested: string])[];
  readonly acceptsOnArrival?: boolean;
  /** In a turn, unless the writer asked for it. */
  readonly instruction?: string;
}

/** An agent reads everything that main has, and answers with a patch. @returns its proposal */
export function propose(
  desk: HandlersDesk,
  { agentId, changes, acceptsOnArrival = false, instruction }: Proposing,
): ProposalId {
  const { treeId, grove } = desk;
  const { proposals } = grove;
  const { version } = proposals.take({ treeId, agentId, scope: 'all', range: null, limit: 1_000_000 });
  const diff = changes
    .map(([old, suggested]) => `<<<<<<< SEARCH\n${old}\n=======\n${suggested}\n>>>>>>> REPLACE`)
    .join('\n');
  const outcome = proposeDirective(proposals, {
    treeId,
    agentId,
    askedBy: instruction === undefined ? null : grove.snapshot().writerId,
    directive: { action: 'patch', version, diff, rationale: 'Plainer.' },
    answer: diff,
    instruction: instruction ?? null,
    responseId: null,
    requestedAt: 0,
    acceptsOnArrival,
  });
  return outcome.proposalId;
}

/** Main's decision on each suggestion, oldest proposal first. */
export async function decisions(desk: HandlersDesk): Promise<readonly SuggestionUpdate['decision'][]> {
  const all = await desk.call('proposal.list', { treeId: desk.treeId });
  return all.toReversed().flatMap(({ suggestions }) => suggestions.map(({ decision }) => decision));
}

/** Each suggestion in the text as `state: what stands at its place`. */
export function marks({ manuscript }: WritingDesk): readonly string[] {
  const text = manuscript.textForChecks();
  return manuscript.suggestions().map(({ state, from, to }) => `${state}: ${text.slice(from, to)}`);
}
