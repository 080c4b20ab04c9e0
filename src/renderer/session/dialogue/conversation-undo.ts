/** Undo and redo of a conversation: typing in the box that has the keyboard, and everything else in one history. */
import { SavedSteps, type StepGroup, type UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { MAX_UNDO_STEPS } from '../../../core/text/limits.ts';
import { equalSpans, type SpannedText } from '../../../core/text/span.ts';
import type { PathNode, PrunedPosition } from '../../surface.ts';
import { joinTexts } from './conversation-state.ts';
import type { BoxStates, BoxText, TextBox } from './text-box.ts';

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

/**
 * Steps that can be undone in a conversation besides typing, which each text box undoes by itself (`dialogue.md`,
 * *Undo*): sends, arrivals, saved and cancelled edits, switches, moves and prunings, as values.
 */
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

/** Further properties of a change of the path. */
export type PathChangeKind = Partial<Pick<PathStep, 'pruned' | 'taken' | 'isSwitch'>>;

/** The conversation that is taken back and forth. */
export interface UndoHost {
  readonly composer: TextBox;
  messages(): readonly PathNode[];
  /** Number of typing steps that each box can undo. */
  depths(): Depths;
  /** The box that has the keyboard, or would get it from the message that has it, and then the others. */
  boxes(): readonly TextBox[];
  /** Returns true if an edit of a message may be opened: none is open or being saved. */
  mayOpen(nodeId: NodeId): boolean;
  /** Returns true if texts are on their way to main, so that the path is about to change. */
  isSending(): boolean;
  /** Opens an edit with its text, as a draft. */
  reopen(box: BoxText, isReported: boolean): void;
  /** Closes an edit without adding a step. */
  close(nodeId: NodeId): void;
  showMessages(messages: readonly PathNode[]): void;
  /** The path and the draft are those of the steps; main is to have them. */
  reportRestored(isRedo: boolean, pruned: readonly PrunedPosition[]): void;
  /** Undo took back messages. */
  onTakenBack(messages: readonly PathNode[]): void;
}

export class ConversationUndo {
  readonly #host: UndoHost;
  readonly #history = new ConversationHistory();
  /** The text is changed by undo or redo, not by the writer. */
  #isReverting = false;
  #isHeld = false;
  #waiting: (() => void)[] = [];

  constructor(host: UndoHost) {
    this.#host = host;
  }

  /** Continues the steps of an earlier session. */
  restore(undo: UndoSteps): void {
    this.#history.restore(undo, this.#host.messages());
  }

  get isUnsaved(): boolean {
    return this.#history.isUnsaved && !this.#host.isSending();
  }

  takeUnsaved(): UndoSteps {
    return this.#history.takeUnsaved(this.#host.boxes().toReversed());
  }

  forgetSaved(): void {
    this.#history.forgetSaved();
  }

  onTyped(): void {
    if (this.#isReverting) return;
    this.forgetWaiting();
    this.#history.onTyped();
  }

  onCancelled(box: TextBox): void {
    const others = [...this.#host.depths()].filter(([nodeId]) => nodeId !== box.nodeId);
    this.#history.addCancelled(box.save(), new Map(others));
  }

  /** Drops the waiting steps: their texts were not taken by main, or have changed. */
  forgetWaiting(): void {
    this.#waiting = [];
  }

  /** The path changed as the writer asked, or because a reply arrived. */
  onPathChanged(before: readonly PathNode[], how: PathChangeKind): void {
    this.#history.addChange(before, this.#host.messages(), how, this.#host.depths());
  }

  /**
   * The path was read again. Where main did not undo a message that was sent, the composer was refilled with it in vain.
   */
  onPathShown(): void {
    const undone = this.#history.nextUndone;
    const { composer } = this.#host;
    if (undone !== null && undone.step !== null && undone.step.kind === 'path' && undone.composer !== null) {
      const isStillThere = pathBefore(this.#host.messages(), undone.step.change) !== null;
      const { before, refilled } = undone.composer;
      if (isStillThere && isSameText(composer.content, refilled)) composer.restore(before);
    }
    this.#history.onTextsReplaced();
  }

  /** Undo has to revert a move in progress first, so it waits until the move is over. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) return;
    for (const step of this.#waiting.splice(0)) step();
  }

  /**
   * Typing since the last step, first in the box that has the keyboard; otherwise that step.
   * @returns whether there was anything, or may be once a move is over
   */
  undo(): boolean {
    if (this.#defers(() => void this.undo())) return true;
    const boxes = this.#host.boxes();
    const typed = boxes.find(({ nodeId, editor }) =>
      this.#history.isTypedSince(nodeId, editor?.undoDepth() ?? 0),
    );
    if (typed !== undefined) return this.#undoTyping(typed);
    // If a step can no longer be undone, typing before it can.
    return this.#undoNow() || (boxes[0] !== undefined && this.#undoTyping(boxes[0]));
  }

  /** The last step that was no typing. @returns as `undo` */
  undoStep(): boolean {
    return this.#defers(() => void this.undoStep()) || this.#undoNow();
  }

  /** @returns as `undo` */
  redo(): boolean {
    if (this.#defers(() => void this.redo())) return true;
    for (let next = this.#history.nextUndone; next !== null; next = this.#history.nextUndone) {
      if (next.step !== null) return this.#redoNow(next);
      const { typedIn } = next;
      this.#history.takeUndone();
      const box = this.#host.boxes().find(({ nodeId }) => nodeId === typedIn);
      if (box !== undefined && this.#redoTyping(box)) return true;
    }
    const [box] = this.#host.boxes();
    return box !== undefined && this.#redoTyping(box);
  }

  #undoTyping(box: TextBox): boolean {
    if ((box.editor?.undoDepth() ?? 0) === 0) return false;
    this.#revert(() => box.editor?.undo());
    this.#history.addUndone({ step: null, typedIn: box.nodeId });
    return true;
  }

  #redoTyping(box: TextBox): boolean {
    const depth = box.editor?.undoDepth() ?? 0;
    this.#revert(() => box.editor?.redo());
    return (box.editor?.undoDepth() ?? 0) !== depth;
  }

  #defers(step: () => void): boolean {
    const mustWait = this.#isHeld || this.#host.isSending();
    if (mustWait) this.#waiting.push(step);
    return mustWait;
  }

  #revert(work: () => void): void {
    this.#isReverting = true;
    try {
      work();
    } finally {
      this.#isReverting = false;
    }
  }

  #undoNow(): boolean {
    const host = this.#host;
    const taken = this.#history.takeDone((step) => this.#mayUndo(step));
    if (taken === null) return false;
    const { step } = taken;
    if (step.kind === 'cancelled') {
      host.reopen(step.box, true);
      this.#history.addUndone({ ...taken, composer: null });
      return true;
    }
    const messages = pathBefore(host.messages(), step.change);
    if (messages === null) return false;
    host.showMessages(messages);
    const composer = this.#refill(step.taken.filter(({ message }) => message === null));
    for (const box of step.taken) if (box.message !== null) host.reopen(box, false);
    this.#history.addUndone({ ...taken, composer });
    host.reportRestored(false, inverse(step.pruned));
    host.onTakenBack(step.change.removed.length === 0 ? step.change.added : []);
    return true;
  }

  /** Returns sent texts to the composer, before the text typed since. */
  #refill(sent: readonly BoxText[]) {
    const { composer } = this.#host;
    const [only] = sent;
    if (only === undefined) return null;
    const before = composer.save();
    if (sent.length === 1 && before.content.text === '') composer.restore(only);
    else composer.setContent(joinTexts([...sent.map(({ content }) => content), before.content]));
    return { before, refilled: composer.save().content };
  }

  /** Does the step again if everything is as it was before it. */
  #redoNow(undone: UndoneStep): boolean {
    const host = this.#host;
    const { step, composer } = undone;
    if (step.kind === 'cancelled') {
      const nodeId = step.box.message?.nodeId;
      if (nodeId !== undefined) host.close(nodeId);
      this.#history.takeUndone();
      this.#history.addRedone(undone);
      return true;
    }
    const messages = pathAfter(host.messages(), step.change);
    const isRefilled = composer === null || isSameText(host.composer.content, composer.refilled);
    if (messages === null || !isRefilled || !this.#holdsTaken(step)) return false;
    host.showMessages(messages);
    if (composer !== null) host.composer.restore(composer.before);
    for (const { message } of step.taken) if (message !== null) host.close(message.nodeId);
    this.#history.takeUndone();
    this.#history.addRedone(undone);
    host.reportRestored(true, step.pruned);
    return true;
  }

  /** Returns true if the edits that a step is to save have the texts it saved. */
  #holdsTaken({ taken }: PathStep): boolean {
    const boxes = this.#host.boxes();
    return taken.every(({ message, content }) => {
      const box = boxes.find(({ nodeId }) => nodeId === message?.nodeId);
      return message === null || (box !== undefined && isSameText(box.content, content));
    });
  }

  #mayUndo(step: HistoryStep): boolean {
    const host = this.#host;
    const mayOpen = ({ message }: BoxText) => message === null || host.mayOpen(message.nodeId);
    if (step.kind === 'path')
      return pathBefore(host.messages(), step.change) !== null && step.taken.every(mayOpen);
    // An edit comes back where its message is.
    const isShown = host.messages().some(({ nodeId }) => nodeId === step.box.message?.nodeId);
    return isShown && mayOpen(step.box);
  }
}

/** The steps that revert prunings, the last one first. */
function inverse(pruned: readonly PrunedPosition[]): readonly PrunedPosition[] {
  return pruned.map((one) => ({ ...one, pruned: !one.pruned })).toReversed();
}

function isSameText(one: SpannedText, other: SpannedText): boolean {
  return one.text === other.text && equalSpans(one.spans, other.spans);
}
