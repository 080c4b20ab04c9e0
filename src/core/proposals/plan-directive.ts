import { sha256 } from '#sha256';
/** Finds the changes of a directive without a diff (`edits.md`, *Directive*). */
import { normaliseText } from '../text/normalise.ts';
import type { TextRange } from '../text/span.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import type { DirectiveProblem, DirectiveProblemCode, TextDirective } from './directive.ts';
import type { PlannedEdits } from './suggestions-of.ts';

/** The text that an agent saw. Offsets in `text`, in UTF-16 code units. */
export interface SeenText {
  readonly text: string;
  /** Null if it is not in the text. */
  readonly caret: number | null;
  /** Null if nothing was selected, or not all of it is in the text. */
  readonly selection: TextRange | null;
}

/** The target of a directive. */
export interface DirectiveTarget {
  readonly range: TextRange;
  /** The text of the range is not the one whose fingerprint the agent sent. */
  readonly unsure: boolean;
}

export type FoundTarget =
  | { readonly target: DirectiveTarget; readonly problem: null }
  | { readonly target: null; readonly problem: DirectiveProblem };

export type DirectivePlan =
  | {
      /** Empty if the text is so already. */
      readonly edits: PlannedEdits;
      readonly unsure: boolean;
      readonly problem: null;
    }
  | { readonly edits: null; readonly problem: DirectiveProblem };

/** The changes of `insert` or `replace`. */
export function planDirective(
  directive: TextDirective & { readonly action: 'insert' | 'replace' },
  seen: SeenText,
): DirectivePlan {
  const { target, problem } = findTarget(directive, seen);
  if (target === null) return { edits: null, problem };
  const { range, unsure } = target;
  const insert = normaliseText(directive.content);
  const edits = seen.text.slice(range.from, range.to) === insert ? [] : [{ hunk: 1, ...range, insert }];
  return { edits, unsure, problem: null };
}

/** The range of a directive, which by default is the caret or the selection. It is never clamped. */
export function findTarget(directive: TextDirective, { text, caret, selection }: SeenText): FoundTarget {
  const { action, fingerprint } = directive;
  const fail = (code: DirectiveProblemCode): FoundTarget => {
    const expected = action === 'insert' ? 'place' : 'range';
    const more = code === 'outside' ? { limit: text.length } : {};
    const field = 'target_range';
    return { target: null, problem: { field, sentAs: field, code, expected, action, ...more } };
  };
  const range = directive.range ?? (action === 'insert' ? placeOf(caret) : nonEmpty(selection));
  if (range === null) return fail('missing');
  if (range.to > text.length) return fail('outside');
  if (isInsidePair(text, range.from) || isInsidePair(text, range.to)) return fail('splits_character');
  const unsure = fingerprint !== null && !sha256(text.slice(range.from, range.to)).startsWith(fingerprint);
  return { target: { range, unsure }, problem: null };
}

function placeOf(caret: number | null): TextRange | null {
  return caret === null ? null : { from: caret, to: caret };
}

function nonEmpty(selection: TextRange | null): TextRange | null {
  return selection === null || selection.from === selection.to ? null : selection;
}
