import {
  Fragment,
  memo,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { NodeId, PositionId } from '../../../../core/ids.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../../core/tree/tree-node.ts';
import { THOUGHT } from '../../../../ui-text/agents/turns.ts';
import { EMPTY_MESSAGE, REASONING, REPLY_STATES } from '../../../../ui-text/conversation.ts';
import {
  CANCEL_EDIT,
  EDIT_MESSAGE,
  FIX_IN_PLACE,
  messageName,
  SAVE_AS_BRANCH,
} from '../../../../ui-text/dialogue/messages.ts';
import { UNKNOWN_AGENT } from '../../../../ui-text/page/authors.ts';
import { CANCEL } from '../../../../ui-text/window/buttons.ts';
import { joinTexts } from '../../../session/dialogue/conversation-state.ts';
import { seamsOf } from '../../../session/dialogue/message-rows.ts';
import type { StreamingReply } from '../../../session/dialogue/replies.ts';
import type { TextBox } from '../../../session/dialogue/text-box.ts';
import { useAppSession, useDialogueDesk, useSelected, useStore } from '../../../session/hooks.ts';
import { isRunningTurn } from '../../../session/window/turns-session.ts';
import type { PathNode } from '../../../surface.ts';
import { Button } from '../../../ui/Button.tsx';
import { useCommands } from '../../commands.ts';
import { MessageProposals } from '../../proposals/MessageProposals.tsx';
import { MessageTurns } from '../../turns/MessageTurns.tsx';
import { colourOf } from '../author-runs.ts';
import { BoxEditor } from '../BoxEditor.tsx';
import { MessageText } from '../MessageText.tsx';
import styles from './Message.module.css';
import { hasFlag, type MessagePart, PartFoot, StreamingFoot } from './MessageFoot.tsx';
import { useStreamed } from './use-streamed.ts';

/** An agent's thoughts before a message, folded above it; nothing for most messages. */
function MessageThoughts({ positionId }: { readonly positionId: PositionId }) {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const thoughts = useStore(turns.thoughts.of(treeId))?.get(positionId);
  return thoughts === undefined ? null : <Folded title={THOUGHT} text={thoughts.join('\n\n')} />;
}

interface EditBoxProps {
  readonly box: TextBox;
  readonly nodeId: NodeId;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly nonce: string;
  readonly readOnly: boolean;
}

/** The open edit of a message. */
function EditBox({ box, nodeId, agents, writerId, nonce, readOnly }: EditBoxProps) {
  const { commands, conversation } = useDialogueDesk();
  const { hint } = useCommands();
  return (
    <div className={styles.edit}>
      <BoxEditor
        box={box}
        label={EDIT_MESSAGE}
        agents={agents}
        writerId={writerId}
        nonce={nonce}
        className={styles.editor}
        takesFocus={conversation.isActive(box)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return false;
          commands.cancelEdit(nodeId);
          return true;
        }}
      />
      {!readOnly && (
        <div className={styles.editActions}>
          <Button hint={hint('node.branchEdit')} onClick={() => void commands.saveEdit(nodeId, 'branch')}>
            {SAVE_AS_BRANCH}
          </Button>
          <Button hint={hint('message.fixInPlace')} onClick={() => void commands.saveEdit(nodeId, 'inPlace')}>
            {FIX_IN_PLACE}
          </Button>
          <Button variant="quiet" label={CANCEL_EDIT} onClick={() => commands.cancelEdit(nodeId)}>
            {CANCEL}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PartsTextProps {
  /** In the order of the path; none if all of it streams. */
  readonly parts: readonly PathNode[];
  /** The text that streams after them; empty for none. */
  readonly streamed: string;
  readonly agents: readonly Agent[];
}

/** The text of parts of a message that follow one another, joined as models are sent it, with a mark where each begins. */
function PartsText({ parts, streamed: arrived, agents }: PartsTextProps) {
  const streamed = useStreamed(arrived);
  const same = useSameList(parts);
  const { text, spans, seams } = useMemo(
    () => ({ ...joinTexts(same), seams: seamsOf(same.map((part) => part.text)) }),
    [same],
  );
  // The same list when what streamed has become a part.
  const all = useSameList(same.length === 0 ? seams : [...seams, ...seamsOf([text, streamed])]);
  const author = spans.at(-1)?.agent;
  return (
    <MessageText
      text={text + streamed}
      // Streaming text is by the last author; where one author wrote all of it, the spans do not matter.
      spans={
        streamed === '' || author === undefined
          ? spans
          : [...spans, { agent: author, length: streamed.length }]
      }
      seams={all}
      agents={agents}
      at={parts[0]?.positionId ?? null}
    />
  );
}

/** The list of the last time if it is the same: what is laid out for it stays while a part streams after it. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const known = useRef(list);
  const isSame =
    known.current.length === list.length && list.every((item, index) => item === known.current[index]);
  if (!isSame) known.current = list;
  return known.current;
}

/** A model's reasoning before a message, folded above it; nothing for most messages. */
function MessageReasoning({ nodeId }: { readonly nodeId: NodeId }) {
  const { reasoning } = useDialogueDesk();
  useEffect(() => void reasoning.load(nodeId), [reasoning, nodeId]);
  const text = useSelected(reasoning.texts, (texts) => texts.get(nodeId) ?? null);
  const isOpen = useSelected(reasoning.open, (open) => open.has(nodeId));
  if (text === null) return null;
  return (
    <Folded
      title={REASONING}
      text={text}
      open={isOpen}
      onToggle={(isOpenNow) => reasoning.setOpen(nodeId, isOpenNow)}
    />
  );
}

/** The placeholder for a reply that has no text yet. */
function waitingWords({ slot }: StreamingReply): string {
  if (slot.error !== null) return REPLY_STATES.pausing;
  return slot.state === 'thinking' ? REPLY_STATES.thinking : REPLY_STATES.waiting;
}

/**
 * Returns true while a turn of the conversation writes, and until its effects are listed under its last message. They would
 * come between the pointer and the button that it is about to press, so that message has no actions until then.
 */
function useTurnEnds(): boolean {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const isEnding = useSelected(turns.ending, (ending) => ending.has(treeId));
  const isWriting = useSelected(turns.turns, (all) =>
    all.some((turn) => turn.treeId === treeId && isRunningTurn(turn) && turn.card === null),
  );
  return isWriting || isEnding;
}

interface MessageProps {
  /** In the order of the path; none while all of it streams. */
  readonly parts: readonly MessagePart[];
  /** The reply that streams as its next part, or its only one; null for none. */
  readonly streaming: StreamingReply | null;
  /** 0-based, and how many messages there are. */
  readonly index: number;
  readonly count: number;
  readonly speaker: Agent | undefined;
  /** The message before is by another speaker, so that the name is shown. */
  readonly isNamed: boolean;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  readonly nonce: string;
  /** The position whose message gets the keyboard once its article is on the screen. */
  readonly awaitedFocus: RefObject<string | null>;
}

/**
 * A message: who speaks, the text or its open edit and, for each part, its alternatives and its actions. A reply that
 * streams is one already, so that what is shown of it stays when it is complete.
 */
export const Message = memo(function Message(props: MessageProps) {
  const { parts, streaming, index, count, speaker, isNamed, readOnly, agents } = props;
  const { conversation } = useDialogueDesk();
  const [first] = parts;
  const last = parts.at(-1);
  const isCurrent = parts.some((part) => part.isCurrent);
  const partCount = parts.length + (streaming === null ? 0 : 1);
  const texts = textsOf(parts, streaming);
  // The actions are half of a message's cost, so only one that the writer comes to gets them, and keeps them.
  const [isReached, setReached] = useState(false);
  const isMoving = useTurnEnds() && index === count - 1;
  const positionId = first?.message.positionId;

  /** The keyboard is at a part, or at the message: then it stays at the part where it was, or comes to the last one. */
  const onFocus = ({ target }: SyntheticEvent<Element, Event>) => {
    setReached(true);
    const within = target instanceof Element ? target.closest('[data-part]') : null;
    const part = parts[Number(within?.getAttribute('data-part') ?? -1)];
    const reached = part ?? (isCurrent ? undefined : last);
    if (reached !== undefined) conversation.onMessageFocus(reached.message);
  };

  return (
    <article
      ref={(element) => {
        if (element === null || positionId === undefined || props.awaitedFocus.current !== positionId) return;
        props.awaitedFocus.current = null;
        element.focus({ preventScroll: true });
      }}
      className={styles.message}
      aria-label={labelOf(props)}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-last={index === count - 1 || undefined}
      aria-current={isCurrent || undefined}
      aria-busy={streaming !== null || undefined}
      tabIndex={first === undefined ? undefined : isCurrent ? 0 : -1}
      data-position={positionId}
      data-node={first?.message.nodeId}
      data-author={speaker?.id}
      data-colour={colourOf(speaker)}
      data-excluded={(first !== undefined && parts.every(isExcluded)) || undefined}
      onPointerEnter={() => setReached(true)}
      onFocus={onFocus}
    >
      {isNamed && (
        <div className={styles.name} aria-hidden="true">
          {speaker?.name ?? UNKNOWN_AGENT}
        </div>
      )}
      {parts.map(({ message }) => (
        <Fragment key={message.positionId}>
          {speaker?.type === 'model' && <MessageReasoning nodeId={message.nodeId} />}
          <MessageThoughts positionId={message.positionId} />
        </Fragment>
      ))}
      {streaming === null && parts.every(isBlank) && <p className={styles.waiting}>{EMPTY_MESSAGE}</p>}
      {texts.map(({ key, from, shown, streamed, edit }) =>
        edit === null ? (
          <PartsText key={key} parts={shown} streamed={streamed} agents={agents} />
        ) : (
          <div key={edit.nodeId} data-part={from}>
            <EditBox
              box={edit.box}
              nodeId={edit.nodeId}
              agents={agents}
              writerId={props.writerId}
              nonce={props.nonce}
              readOnly={readOnly}
            />
          </div>
        ),
      )}
      {streaming?.slot.text === '' && <p className={styles.waiting}>{waitingWords(streaming)}</p>}
      {parts.map(({ message }) => (
        <Fragment key={message.positionId}>
          <MessageProposals positionId={message.positionId} />
          <MessageTurns positionId={message.positionId} readOnly={readOnly} />
        </Fragment>
      ))}
      {parts.map((part, nth) =>
        part.edit === null ? (
          <PartFoot
            key={part.message.positionId}
            part={part}
            index={nth}
            count={partCount}
            speaker={speaker}
            hasActions={(isReached || isCurrent) && !isMoving}
            readOnly={readOnly}
          />
        ) : null,
      )}
      {streaming !== null && <StreamingFoot reply={streaming} index={parts.length} />}
    </article>
  );
}, isSameMessage);

const isBlank = ({ edit, message }: MessagePart) => edit === null && message.text.trim() === '';

const isExcluded = ({ header }: MessagePart) => hasFlag(header, POSITION_FLAGS.excluded);

/** The alternatives of a continued reply are those of its last part. */
function labelOf({ parts, streaming, speaker, index, count }: MessageProps): string {
  const { siblingIndex = 0, siblingCount = 0 } = parts.at(-1)?.header ?? {};
  const beside = parts.length === 0 ? streaming : { number: siblingIndex, count: siblingCount };
  const alternative = beside !== null && beside.count > 1 ? beside : null;
  return messageName({ name: speaker?.name ?? UNKNOWN_AGENT, number: index + 1, count, alternative });
}

/** Parts that are shown together, from an index on: those between open edits, or one that is edited. */
interface ShownParts {
  /** The position of the first of them, which may still stream. */
  readonly key: PositionId;
  readonly from: number;
  readonly shown: readonly PathNode[];
  /** The text that streams after them. */
  readonly streamed: string;
  readonly edit: { readonly nodeId: NodeId; readonly box: TextBox } | null;
}

function textsOf(parts: readonly MessagePart[], streaming: StreamingReply | null): readonly ShownParts[] {
  const texts: (ShownParts & { shown: PathNode[]; streamed: string })[] = [];
  for (const [from, { message, edit: box }] of parts.entries()) {
    const { positionId: key, nodeId } = message;
    const before = texts.at(-1);
    if (box === null && before?.edit === null) before.shown.push(message);
    else
      texts.push({ key, from, shown: [message], streamed: '', edit: box === null ? null : { nodeId, box } });
  }
  if (streaming === null || streaming.slot.text === '') return texts;
  const { positionId: key, text: streamed } = streaming.slot;
  const last = texts.at(-1);
  if (last?.edit === null) last.streamed = streamed;
  else texts.push({ key, from: parts.length, shown: [], streamed, edit: null });
  return texts;
}

/** The list makes the parts of every row again whenever it is rendered. */
function isSameMessage({ parts, ...before }: MessageProps, { parts: now, ...after }: MessageProps): boolean {
  return (
    isSame(before, after) &&
    parts.length === now.length &&
    parts.every((part, index) => isSame(part, now[index]))
  );
}

function isSame<T extends object>(one: T, other: T | undefined): boolean {
  return (
    other !== undefined && (Object.keys(one) as (keyof T)[]).every((key) => Object.is(one[key], other[key]))
  );
}

interface FoldedProps {
  /** Always shown; opens and closes the text. */
  readonly title: string;
  readonly text: string;
  readonly open?: boolean;
  onToggle?(isOpen: boolean): void;
}

/** Additions to a message that are no part of it, folded above it. */
function Folded({ title, text, open, onToggle }: FoldedProps) {
  return (
    <details
      className={styles.folded}
      open={open}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>{title}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}
