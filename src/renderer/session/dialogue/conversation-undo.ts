/** Undo and redo of a conversation: typing in the box that has the keyboard, and everything else in one history. */
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { NodeId } from '../../../core/ids.ts';
import { equalSpans, type SpannedText } from '../../../core/text/span.ts';
import type { PathNode, PrunedPosition } from '../../surface.ts';
import {
  ConversationHistory,
  type Depths,
  type HistoryStep,
  type PathStep,
  pathAfter,
  pathBefore,
  type UndoneStep,
} from './conversation-history.ts';
import { joinTexts } from './conversation-state.ts';
import type { BoxText, TextBox } from './text-box.ts';

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
