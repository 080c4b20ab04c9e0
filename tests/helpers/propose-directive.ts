import { planChanges } from '../../src/core/proposals/plan-answer.ts';
import type {
  AnswerToSnapshot,
  ProposalOutcome,
  SnapshotsAndAnswers,
} from '../../src/main/grove/proposals/snapshots-and-answers.ts';

/** Proposes what a directive changes in the agent's snapshot, planned at once. */
export function proposeDirective(
  proposals: SnapshotsAndAnswers,
  answer: Omit<AnswerToSnapshot, 'planned'>,
): ProposalOutcome {
  const { treeId, agentId, directive } = answer;
  const snapshot = proposals.find(treeId, agentId, directive.version);
  const nothing = { suggestions: [], unsure: false, refusal: null };
  const planned = snapshot === null ? nothing : planChanges({ snapshot, directive });
  if ('problem' in planned) throw new Error(`the directive is not valid: ${planned.problem.code}`);
  return proposals.propose({ ...answer, planned });
}
