import type { Sha256 } from '../../../core/ids.ts';
import type { DirectiveProblem } from '../../../core/proposals/directive.ts';
import { planPassage } from '../../../core/proposals/patch/plan-passage.ts';
import { planFittingHunks, planPatch } from '../../../core/proposals/patch/plan-patch.ts';
import { planDirective } from '../../../core/proposals/plan-directive.ts';
import type { PlannedEdits } from '../../../core/proposals/planned-edit.ts';
import type { PatchRefusal, RefusalReason } from '../../../core/proposals/refusal.ts';
import type { ProposingDirective, TakenSnapshot } from './snapshots-and-answers.ts';

/** What a directive changes in its snapshot, or why it does not fit. */
export type PlannedAnswer =
  | { readonly edits: PlannedEdits; readonly unsure: boolean }
  | { readonly refusal: PatchRefusal }
  | { readonly problem: DirectiveProblem };

export function planAnswer(
  { text, selection }: TakenSnapshot,
  directive: ProposingDirective,
  sha256: (text: string) => Sha256,
): PlannedAnswer {
  if (directive.action === 'patch') {
    // A command runs only when its block is closed, and an answer that was cut off is not planned.
    const plan = planPatch(text, directive.diff, true);
    return 'refusal' in plan ? plan : { edits: plan.edits, unsure: false };
  }
  if ('isPassage' in directive) {
    const plan = planPassage(text, directive);
    return 'refusal' in plan ? plan : { edits: plan.edits, unsure: false };
  }
  const plan = planDirective(directive, { text, caret: selection?.to ?? null, selection }, sha256);
  if (plan.problem !== null) return { problem: plan.problem };
  return plan.edits.length === 0
    ? { refusal: refusalOfWhole('empty') }
    : { edits: plan.edits, unsure: plan.unsure };
}

/** What can be taken of an answer that is refused: the pieces of a patch that fit. @param isWhole whether the answer has ended */
export function planFitting(
  { text }: TakenSnapshot,
  directive: ProposingDirective,
  isWhole: boolean,
): PlannedEdits {
  return directive.action === 'patch' ? planFittingHunks(text, directive.diff, isWhole) : [];
}

/** A refusal that no single hunk is the reason of. */
export function refusalOfWhole(reason: RefusalReason): PatchRefusal {
  return { reason, hunk: null, hunks: 0, header: null, expected: null, actual: null };
}
