/** Plans the suggestions of an edit (`edits.md`): pure, so that it may run in a thread of its own. */
import { type AskedSnapshot, directiveOf } from './ask-answer.ts';
import type { DirectiveProblem, PassageDirective, PatchDirective, ProposingDirective } from './directive.ts';
import { planPassage } from './patch/plan-passage.ts';
import { type PatchPlan, planFittingHunks, planPatch } from './patch/plan-patch.ts';
import { planDirective } from './plan-directive.ts';
import type { PatchRefusal, PlannedSuggestion, RefusalReason } from './proposal.ts';
import { suggestionsOf } from './suggestions-of.ts';

/** The suggestions of an answer, in the order of the text, and why it is refused; null if it is not. */
export interface PlannedChanges {
  readonly suggestions: readonly PlannedSuggestion[];
  readonly unsure: boolean;
  readonly refusal: PatchRefusal | null;
}

/** The changes of a directive in its snapshot, or the reason that it does not fit. */
export type PlannedAnswer = PlannedChanges | { readonly problem: DirectiveProblem };

/** The suggestions of a directive; none if it is refused. */
function planGiven({ snapshot: { text, selection }, directive }: GivenEdit): PlannedAnswer {
  // A command runs only when its block is closed, and an answer that was cut off is not planned.
  if (isAsked(directive)) return changesOf(text, planOf(text, directive));
  const plan = planDirective(directive, { text, caret: selection?.to ?? null, selection });
  if (plan.problem !== null) return { problem: plan.problem };
  if (plan.edits.length === 0) return changesOf(text, { refusal: refusalOfWhole('empty') });
  return { ...changesOf(text, plan), unsure: plan.unsure };
}

/** A model's answer to a request for an edit. */
export interface AskedEdit {
  readonly snapshot: AskedSnapshot;
  readonly answer: string;
  /** It was asked for blocks, rather than for the whole passage. */
  readonly byPatches: boolean;
  /** It was cut off for its length. */
  readonly isTruncated: boolean;
}

export interface AskedPlan extends PlannedChanges {
  readonly directive: PatchDirective | PassageDirective;
}

/** An edit as a command gives it. */
export interface GivenEdit {
  readonly snapshot: Pick<AskedSnapshot, 'text' | 'selection'>;
  readonly directive: ProposingDirective;
}

export type EditToPlan = AskedEdit | GivenEdit;
export type PlanOf<E extends EditToPlan> = E extends AskedEdit ? AskedPlan : PlannedAnswer;

/** The suggestions of an edit, requested or given. */
export function planChanges<E extends EditToPlan>(edit: E): PlanOf<E> {
  const plan = 'directive' in edit ? planGiven(edit) : planAsked(edit);
  return plan as PlanOf<E>;
}

/** The suggestions of a requested answer; of a refused one, those of its pieces that were read whole and fit. */
export function planAsked({ snapshot, answer, byPatches, isTruncated }: AskedEdit): AskedPlan {
  const { text } = snapshot;
  const directive = directiveOf(answer, snapshot, byPatches);
  const plan = isTruncated ? { refusal: refusalOfWhole('truncated') } : planOf(text, directive);
  if ('edits' in plan || directive.action !== 'patch') return { ...changesOf(text, plan), directive };
  const suggestions = suggestionsOf(text, planFittingHunks(text, directive.diff, !isTruncated));
  return { ...changesOf(text, plan), suggestions, directive };
}

function isAsked(directive: ProposingDirective): directive is PatchDirective | PassageDirective {
  return directive.action === 'patch' || 'isPassage' in directive;
}

function planOf(text: string, directive: PatchDirective | PassageDirective): PatchPlan {
  return directive.action === 'patch' ? planPatch(text, directive.diff, true) : planPassage(text, directive);
}

function changesOf(text: string, plan: PatchPlan): PlannedChanges {
  const isRefused = 'refusal' in plan;
  return {
    suggestions: isRefused ? [] : suggestionsOf(text, plan.edits),
    unsure: false,
    refusal: isRefused ? plan.refusal : null,
  };
}

/** A refusal that no single hunk is the reason of. */
export function refusalOfWhole(reason: RefusalReason): PatchRefusal {
  return { reason, hunk: null, hunks: 0, header: null, expected: null, actual: null };
}
