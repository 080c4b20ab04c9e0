/** State derived from a conversation's messages and text boxes: its place, its draft and what the screen shows. */
import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { concatSpans, NO_TEXT, type SpannedText } from '../../../core/text/span.ts';
import type { WaitingEdit } from '../../../ipc/wire/path.ts';
import type { MessageState } from '../../message-surface.ts';
import type { CaretInSegment, CurrentPlace, PathAndDraft, PathNode, SegmentRef } from '../../surface.ts';
import type { EditedMessage, TextBox } from './text-box.ts';

/** A conversation as the screen shows it. */
export interface ConversationView {
  /** The messages of the path, in its order; of one whose edit is being committed, the edited text. */
  readonly messages: readonly PathNode[];
  /** The open edits, by the node that is edited. */
  readonly edits: ReadonlyMap<NodeId, TextBox>;
  /** Messages off the path that have an edit that is not saved. */
  readonly waiting: readonly EditedMessage[];
  /** A message on its way into the tree; null for none. */
  readonly sending: SpannedText | null;
  /** The position of the current message; null for the head. */
  readonly currentId: PositionId | null;
  /** Index of the current message, 0-based; -1 in an empty conversation. */
  readonly currentIndex: number;
}

/** The writer's place in a conversation. */
export interface ConversationPlace extends CurrentPlace {
  /** 1-based number of the current message; 0 in an empty conversation. */
  readonly nodeNumber: number;
}

/** A message that the writer went to. */
export interface Revealed {
  /** 0-based. */
  readonly index: number;
  /** It gets the keyboard; otherwise only if a message had it. */
  readonly takesFocus: boolean;
}

/** Text that is being committed. */
export interface Sealed extends SegmentRef {
  /** The seal. */
  readonly of: number;
  /** Null for the composer. */
  readonly message: EditedMessage | null;
  readonly content: SpannedText;
  /** Selection and undo history. */
  readonly state: MessageState | null;
}

/** A conversation at one moment. */
export interface ConversationState {
  readonly rootPositionId: PositionId;
  readonly messages: readonly PathNode[];
  readonly composer: TextBox;
  /** The open edits, also of messages that have left the path. */
  readonly edits: ReadonlyMap<NodeId, TextBox>;
  readonly sealed: readonly Sealed[];
  /** Sent texts whose commit has not begun. */
  readonly outgoing: readonly SpannedText[];
  /** Null for the head. */
  readonly currentId: PositionId | null;
  /** Index of its message, 0-based; -1 for the head. */
  readonly currentIndex: number;
}

/**
 * 0-based; -1 for null and for a position that is not on the path.
 * @param expected looked at first, so that a long path need not be searched each time
 */
export function indexOfPosition(
  messages: readonly PathNode[],
  positionId: PositionId | null,
  expected = -1,
): number {
  if (positionId === null) return -1;
  if (messages[expected]?.positionId === positionId) return expected;
  return messages.findLastIndex((message) => message.positionId === positionId);
}

export function placeOf({
  rootPositionId,
  messages,
  composer,
  edits,
  currentIndex,
}: ConversationState): ConversationPlace {
  const index = currentIndex < 0 ? messages.length - 1 : currentIndex;
  const current = messages[index];
  const before = messages[index - 1]?.positionId ?? rootPositionId;
  const edit = current === undefined ? undefined : edits.get(current.nodeId);
  return {
    currentPositionId: current?.positionId ?? rootPositionId,
    headPositionId: messages.at(-1)?.positionId ?? rootPositionId,
    pathLength: messages.length,
    parentPositionId: current === undefined ? null : before,
    // Continuing the current message never commits the composer: only Send does.
    atEnd: false,
    forkId: null,
    edited: edit?.isDraft === true,
    bufferLength: composer.content.text.length,
    pendingCount: [...edits.values()].filter(({ isDraft }) => isDraft).length,
    sectionIndex: -1,
    nodeNumber: index + 1,
  };
}

/** A conversation divides no message, so the caret counts as at the end of the current one, or of the composer. */
export function caretOf({ messages, composer, currentIndex }: ConversationState): CaretInSegment {
  const message = messages[currentIndex];
  const { length } = message?.text ?? composer.content.text;
  return { nodeId: message?.nodeId ?? null, offset: length, length };
}

/**
 * The draft of what the path shows, as main has it or will have it: what is being committed counts as what it was. Edits
 * of other messages wait in main's.
 */
export function draftOf({
  rootPositionId,
  messages,
  composer,
  edits,
  sealed,
  outgoing,
}: ConversationState): Draft {
  const sent = sealed.filter(({ nodeId }) => nodeId === null).map(({ content }) => content);
  const saved = new Map(sealed.map(({ nodeId, content }) => [nodeId, content]));
  const hasEdits = edits.size > 0 || saved.size > 0;
  return {
    head: messages.at(-1)?.positionId ?? rootPositionId,
    buffer: joinTexts([...sent, ...outgoing, composer.content]),
    edits: (hasEdits ? messages : []).flatMap(({ nodeId }): readonly PendingEdit[] => {
      const open = edits.get(nodeId)?.pendingEdit() ?? null;
      const content = saved.get(nodeId);
      if (open !== null) return [open];
      return content === undefined ? [] : [{ nodeId, ...content }];
    }),
  };
}

/** Messages in the places of those that they replace; others at the end. */
export function withMessages(
  messages: readonly PathNode[],
  replacing: readonly PathNode[],
): readonly PathNode[] {
  let shown = messages;
  for (const message of replacing) {
    const index = indexOfPosition(shown, message.positionId);
    const old = shown[index];
    const kept = old?.continues === true ? { ...message, continues: old.continues } : message;
    shown = index < 0 ? [...shown, message] : shown.with(index, kept);
  }
  return shown;
}

export function nodesOf(messages: readonly PathNode[]): PathAndDraft['nodes'] {
  return messages.map(({ nodeId, positionId }) => ({ nodeId, positionId }));
}

/** With the edits of messages that are not on the path: restoring a path must not lose them. */
export function pathAndDraftOf(state: ConversationState): PathAndDraft {
  const draft = draftOf(state);
  const waiting = waitingOf(state).map(({ nodeId, text, spans }) => ({ nodeId, text, spans }));
  return { nodes: nodesOf(state.messages), draft: { ...draft, edits: [...draft.edits, ...waiting] } };
}

/** The edits of messages that are not on the path. */
export function waitingOf({ messages, edits }: ConversationState): readonly WaitingEdit[] {
  const shown = new Set(messages.map(({ nodeId }) => nodeId));
  return [...edits].flatMap(([nodeId, { isDraft, message, content }]) =>
    isDraft && message !== null && !shown.has(nodeId)
      ? [{ ...message, text: content.text, spans: content.spans }]
      : [],
  );
}

export function viewOf({
  messages,
  edits,
  sealed,
  outgoing,
  currentId,
  currentIndex,
}: ConversationState): ConversationView {
  const saved = new Map(sealed.map(({ nodeId, content }) => [nodeId, content]));
  const sending = joinTexts([saved.get(null) ?? NO_TEXT, ...outgoing]);
  const shown = new Set(edits.size === 0 ? [] : messages.map(({ nodeId }) => nodeId));
  return {
    messages:
      saved.size === 0 ? messages : messages.map((message) => ({ ...message, ...saved.get(message.nodeId) })),
    edits: new Map([...edits].filter(([nodeId]) => shown.has(nodeId))),
    waiting: [...edits].flatMap(([nodeId, { isDraft, message }]) =>
      isDraft && message !== null && !shown.has(nodeId) ? [message] : [],
    ),
    sending: sending.text === '' ? null : sending,
    currentId,
    currentIndex: currentIndex < 0 ? messages.length - 1 : currentIndex,
  };
}

/** Texts one after another, with their authors. */
export function joinTexts(texts: readonly SpannedText[]): SpannedText {
  const filled = texts.filter(({ text }) => text !== '');
  const [first] = filled;
  if (first !== undefined && filled.length === 1) return first;
  return {
    text: filled.map(({ text }) => text).join(''),
    spans: concatSpans(...filled.map(({ spans }) => spans)),
  };
}
