/**
 * Steps that can be undone in a conversation besides typing, which each text box undoes by itself (`dialogue.md`,
 * *Undo*): sends, arrivals, saved and cancelled edits, switches, moves and prunings, as values.
 */
import { SavedSteps, type StepGroup, type UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { MAX_UNDO_STEPS } from '../../../core/text/limits.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { PathNode, PrunedPosition } from '../../surface.ts';
import type { BoxStates } from './show-edits.ts';
import type { BoxText, TextBox } from './text-box.ts';

/** The replacement of one part of the path by another. */
interface PathChange {
  /** The message before it; null at the beginning. */
  readonly after: PositionId | null;
  readonly removed: readonly PathNode[];
  readonly added: readonly PathNode[];
  /** Number of messages that follow it. */
  readonly follows: number;
}

/** The path changed. */
export interface PathStep {
  readonly kind: 'path';
  readonly change: PathChange;
  /** Positions that it pruned or restored. */
  readonly pruned: readonly PrunedPosition[];
  /** The texts that it made messages of. */
  readonly taken: readonly BoxText[];
  readonly isSwitch: boolean;
}

/** An edit was cancelled. */
export interface CancelledStep {
  readonly kind: 'cancelled';
  readonly box: BoxText;
}

export type HistoryStep = PathStep | CancelledStep;

/** A step with how much there was to undo in each box when it was taken. */
interface Taken<S = HistoryStep> {
  readonly step: S;
  readonly depths: Depths;
}

/** Number of typing steps that each box can undo; null is the composer. */
export type Depths = ReadonlyMap<NodeId | null, number>;

/** Typing in a text box, as it is saved. */
interface SavedTyping {
  readonly typedIn: NodeId | null;
  readonly steps: readonly string[];
}

/** A step that was undone. */
export interface UndoneStep extends Taken {
  /** The composer's text before, if the step refilled it, and the text it was refilled with. */
  readonly composer: { readonly before: BoxText; readonly refilled: SpannedText } | null;
}

/** An undone step, in order: a step, or typing in a box. */
type Undone = UndoneStep | { readonly step: null; readonly typedIn: NodeId | null };

export class ConversationHistory {
  /** The latest last. */
  #done: readonly Taken[] = [];
  #saved = new SavedSteps<Taken | StepGroup>();
  /** Something changed since the steps were saved. */
  #isUnsaved = false;
  #undone: Undone[] = [];
  /** The path before the changes of this task: all changes of one reply from main are one step. */
  #open: readonly PathNode[] | null = null;
  /** True while nothing was typed since the last step. */
  #isFresh = false;

  /**
   * Continues where an earlier session ended. Replies that came since, unseen, are no steps: each goes and comes with
   * the step before it.
   * @param messages of the path as it is now
   */
  restore({ first, steps }: UndoSteps, messages: readonly PathNode[]): void {
    const saved = steps.map(savedOf).flatMap((one) => ('step' in one ? [one] : []));
    this.#saved = new SavedSteps<Taken | StepGroup>(saved, first);
    this.#done = withUnseen(saved, messages);
  }

  get isUnsaved(): boolean {
    return this.#isUnsaved;
  }

  /**
   * The steps that changed since this was called last, with what follows them.
   * @param boxes in the order in which their typing is saved, after all steps: nothing follows what is typed in the last
   */
  takeUnsaved(boxes: readonly TextBox[]): UndoSteps {
    const typing = boxes.flatMap((box) => box.stepGroups().map((group) => ({ box, group })));
    const done = this.#done.slice(-Math.max(1, MAX_UNDO_STEPS - typing.length));
    const { first, same } = this.#saved.replace([...done, ...typing.map(({ group }) => group)]);
    this.#isUnsaved = false;
    const steps = done.slice(same).map(textOfTaken);
    const typed = typing.slice(Math.max(0, same - done.length)).map(textOfTyping);
    return { first, from: first + same, steps: [...steps, ...typed] };
  }

  /** Marks all steps as unsaved: the last taken ones did not reach main. */
  forgetSaved(): void {
    this.#saved.forget();
    this.#isUnsaved = true;
  }

  /** The writer typed: what was undone is gone. */
  onTyped(): void {
    this.#undone = [];
    this.#isFresh = false;
    this.#isUnsaved = true;
  }

  /** Boxes may have lost their own history. */
  onTextsReplaced(): void {
    this.#done = this.#done.map(({ step }) => ({ step, depths: new Map() }));
    this.#undone = [];
    this.#isUnsaved = true;
  }

  addCancelled(box: BoxText, depths: Depths): void {
    this.#push({ step: { kind: 'cancelled', box }, depths });
  }

  /** The path changed. Changes of one task are one step, and so are switches with nothing between them. */
  addChange(
    before: readonly PathNode[],
    after: readonly PathNode[],
    { pruned = [], taken = [], isSwitch = false }: Partial<Pick<PathStep, 'pruned' | 'taken' | 'isSwitch'>>,
    depths: Depths,
  ): void {
    const last = this.#done.at(-1)?.step;
    const isJoined = this.#open !== null && last?.kind === 'path';
    const isRun = isSwitch && this.#isFresh && last?.kind === 'path' && last.isSwitch;
    const from = isJoined ? (this.#open ?? before) : isRun ? pathBefore(before, last.change) : before;
    const change = changeBetween(from ?? before, after);
    const joined = isJoined || (isRun && from !== null) ? last : null;
    const step: PathStep = {
      kind: 'path',
      change,
      pruned: [...(joined?.pruned ?? []), ...pruned],
      taken: [...(joined?.taken ?? []), ...taken],
      isSwitch,
    };
    if (joined !== null) this.#done = this.#done.slice(0, -1);
    const isEmpty =
      change.removed.length + change.added.length + step.pruned.length + step.taken.length === 0;
    if (this.#open === null) {
      this.#open = before;
      queueMicrotask(() => {
        this.#open = null;
      });
    }
    if (!isEmpty) this.#push({ step, depths });
  }

  /** Returns true if a box has typing to undo before the last step. */
  isTypedSince(nodeId: NodeId | null, depth: number): boolean {
    return depth > (this.#done.at(-1)?.depths.get(nodeId) ?? 0);
  }

  /** The last step that can be undone now, which leaves the history; null for none. */
  takeDone(mayUndo: (step: HistoryStep) => boolean): Taken | null {
    const index = this.#done.findLastIndex(({ step }) => mayUndo(step));
    const taken = this.#done[index] ?? null;
    this.#done = this.#done.filter((one) => one !== taken);
    return taken;
  }

  addUndone(undone: Undone): void {
    this.#undone.push(undone);
    this.#isFresh = false;
    this.#isUnsaved = true;
  }

  /** The next step to redo; null for none. */
  get nextUndone(): Undone | null {
    return this.#undone.at(-1) ?? null;
  }

  /** `nextUndone` was done again, or cannot be any more. */
  takeUndone(): void {
    this.#undone.pop();
  }

  /** A step was done again. */
  addRedone({ step, depths }: UndoneStep): void {
    this.#done = [...this.#done, { step, depths }];
    this.#isUnsaved = true;
  }

  #push(taken: Taken): void {
    this.#done = [...this.#done, taken].slice(-MAX_UNDO_STEPS);
    this.#isUnsaved = true;
    this.#undone = [];
    this.#isFresh = true;
  }
}

/** The steps that lead to the path with the replies at its end that none of them added. */
function withUnseen(steps: readonly Taken[], messages: readonly PathNode[]): readonly Taken[] {
  const last = steps.findLast((taken): taken is Taken<PathStep> => taken.step.kind === 'path');
  if (last === undefined) return steps;
  const { after, added, follows } = last.step.change;
  const end = messages.findIndex(({ positionId }) => positionId === (added.at(-1)?.positionId ?? after)) + 1;
  const count = messages.length - follows - end;
  if (count <= 0) return steps;
  let isTaken = false;
  const changed = steps.toReversed().map((taken) => {
    const { step } = taken;
    if (isTaken || step.kind !== 'path') return taken;
    const { change } = step;
    isTaken = change.follows === 0;
    const grown = isTaken
      ? { ...change, added: [...change.added, ...messages.slice(-count)] }
      : { ...change, follows: change.follows + count };
    return { ...taken, step: { ...step, change: grown } };
  });
  return changed.reverse();
}

function textOfTaken({ step, depths }: Taken): string {
  return JSON.stringify({ step, depths: [...depths] });
}

function textOfTyping({ box, group }: { readonly box: TextBox; readonly group: StepGroup }): string {
  return JSON.stringify({ typedIn: box.nodeId, steps: group.steps } satisfies SavedTyping);
}

function savedOf(text: string): Taken | SavedTyping {
  const saved = JSON.parse(text) as SavedTyping | { step: HistoryStep; depths: [NodeId | null, number][] };
  return 'step' in saved ? { step: saved.step, depths: new Map(saved.depths) } : saved;
}

/** The undo histories of the text boxes as an earlier session left them. */
export function savedStates({ steps }: UndoSteps): BoxStates {
  const states = new Map<NodeId | null, readonly string[]>();
  for (const saved of steps.map(savedOf))
    if ('typedIn' in saved) states.set(saved.typedIn, [...(states.get(saved.typedIn) ?? []), ...saved.steps]);
  return states;
}

/** The path with the change undone; null if it is not that which the change left. */
export function pathBefore(messages: readonly PathNode[], change: PathChange): readonly PathNode[] | null {
  return exchange(messages, change, change.added, change.removed);
}

/** The path with the change done again; null if it is not that before it. */
export function pathAfter(messages: readonly PathNode[], change: PathChange): readonly PathNode[] | null {
  return exchange(messages, change, change.removed, change.added);
}

function exchange(
  messages: readonly PathNode[],
  { after, follows }: PathChange,
  there: readonly PathNode[],
  instead: readonly PathNode[],
): readonly PathNode[] | null {
  const to = messages.length - follows;
  const from = to - there.length;
  if (from < 0 || (messages[from - 1]?.positionId ?? null) !== after) return null;
  if (there.some(({ nodeId }, index) => messages[from + index]?.nodeId !== nodeId)) return null;
  return [...messages.slice(0, from), ...instead, ...messages.slice(to)];
}

function changeBetween(before: readonly PathNode[], after: readonly PathNode[]): PathChange {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from]?.nodeId === after[from]?.nodeId) from += 1;
  let follows = 0;
  while (follows < shortest - from && before.at(-1 - follows)?.nodeId === after.at(-1 - follows)?.nodeId)
    follows += 1;
  return {
    after: before[from - 1]?.positionId ?? null,
    removed: before.slice(from, before.length - follows),
    added: after.slice(from, after.length - follows),
    follows,
  };
}
