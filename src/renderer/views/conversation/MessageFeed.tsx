import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AgentId, PositionId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import {
  EMPTY_REPLY,
  FIRST_MESSAGE,
  LET_AGENT_READ,
  NO_MESSAGES,
  WHAT_AGENTS_DO,
} from '../../../ui-text/conversation.ts';
import {
  CONVERSATION,
  FAILED_REPLIES,
  NEW_BELOW,
  SHOW_REPLY,
  TRY_AGAIN,
} from '../../../ui-text/dialogue/messages.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { ALLOW_MORE, DISMISS } from '../../../ui-text/window/buttons.ts';
import { rememberCopied } from '../../editor/index.ts';
import { type ConversationView, joinTexts } from '../../session/dialogue/conversation-state.ts';
import { createMessageRows, endOfText } from '../../session/dialogue/message-rows.ts';
import { useAppSession, useDialogueDesk, useSelected, useStore } from '../../session/hooks.ts';
import { unstoredSlots } from '../../session/tree/continuation.ts';
import { AnchoredList, type AnchoredListHandle } from '../../ui/anchored-list/AnchoredList.tsx';
import { Button } from '../../ui/Button.tsx';
import { DownIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { formatRemark } from '../continuations/slot-texts.ts';
import styles from './MessageFeed.module.css';
import { Message } from './message/Message.tsx';
import type { MessagePart } from './message/MessageFoot.tsx';
import { SendingMessage } from './message/SendingMessage.tsx';
import { ShownText } from './shown-text.ts';
import { useMessageFind } from './use-message-find.ts';

export interface MessageFeedProps {
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** Shown beside the manuscript that it is about. */
  readonly beside: boolean;
  readonly nonce: string;
}

/** Estimated height of a message without its text, in CSS pixels, and of a line and its length in characters. */
const FRAME = 72;
const LINE = 32;
const LINE_LENGTH = 70;

const NO_PARTS: readonly MessagePart[] = [];

/** The messages of the path, then the one that is being sent and the reply that streams. */
export function MessageFeed({ agents, writerId, readOnly, beside, nonce }: MessageFeedProps) {
  const { commands, conversation, replies, tree } = useDialogueDesk();
  const view = useStore(conversation.view);
  const { edits, waiting, sending, currentId, currentIndex } = view;
  const { headers } = useStore(tree.path.mirror);
  const reply = useStore(replies.shown);
  const replyId = reply?.slot.positionId;
  const list = useRef<AnchoredListHandle>(null);
  const feed = useRef<HTMLDivElement>(null);
  const awaitedFocus = useRef<string | null>(null);
  const byId = useMemo(() => new Map(agents.map((agent) => [agent.id, agent])), [agents]);

  useMessageFind(feed);

  // A streamed reply is a message as soon as the path has it, whichever of the two arrives first.
  const isListed = useMemo(
    () => replyId !== undefined && view.messages.some(({ positionId }) => positionId === replyId),
    [view.messages, replyId],
  );
  const last = view.messages.at(-1);
  // A message that the writer edits stays where it is.
  const isHidden = reply?.isInPlace === true && last !== undefined && edits.has(last.nodeId);
  const streaming = sending === null && !isListed && !isHidden ? reply : null;
  const isInPlace = streaming?.isInPlace === true;
  const messages = useMemo(
    () => (isInPlace ? view.messages.slice(0, -1) : view.messages),
    [view.messages, isInPlace],
  );
  const listed = useMemo(() => createMessageRows(messages), [messages]);
  const { count } = listed;
  // A continuation of the head streams in its row.
  const inRow = streaming?.continues === true && count > 0 ? streaming : null;
  const own = inRow === null ? streaming : null;
  const rows = count + (sending === null ? 0 : 1) + (own === null ? 0 : 1);
  // A feed without articles must announce that they are to come.
  const isBusy = streaming !== null || rows === 0;
  const setSize = rows;
  const currentRow = listed.rowOf(currentIndex);
  // All messages are looked through only while there are edits.
  const edited = useMemo(
    () =>
      edits.size === 0
        ? []
        : messages.flatMap(({ nodeId }, index) => (edits.has(nodeId) ? [listed.rowOf(index)] : [])),
    [messages, listed, edits],
  );
  const pinned = currentId === null ? edited : [...edited, currentRow];

  useEffect(
    () =>
      conversation.revealed.subscribe(({ index, takesFocus }) => {
        const { messages: parts } = conversation.view.get();
        const shownRows = createMessageRows(parts);
        const row = shownRows.rowOf(index);
        const { positionId } = parts[shownRows.rangeOf(row).from] ?? {};
        const hadFocus = feed.current?.contains(document.activeElement) === true;
        list.current?.scrollToIndex(row, 'nearest');
        if (positionId === undefined || (!takesFocus && !hadFocus)) return;
        const article = feed.current?.querySelector<HTMLElement>(`[data-position="${positionId}"]`);
        if (article == null) awaitedFocus.current = positionId;
        else article.focus({ preventScroll: true });
      }),
    [conversation],
  );

  // The list is laid out again for another function: not while a reply streams.
  const isSending = sending !== null;
  const ownId = isSending ? null : (own?.slot.positionId ?? null);
  const { rootPositionId } = tree.path;
  const keyOf = useCallback(
    (row: number): string => {
      const index = listed.firstOf(row);
      const id = messages[index]?.positionId ?? ownId;
      // A message that is sent and the one that it becomes are one row.
      return id !== null && !conversation.wasSent(id)
        ? id
        : `after ${messages[index - 1]?.positionId ?? rootPositionId}`;
    },
    [messages, listed, ownId, conversation, rootPositionId],
  );
  // The sender of a message wants to see it, and the replies to it.
  useLayoutEffect(() => {
    if (isSending) list.current?.scrollToEnd();
  }, [isSending]);

  // The last message when the reader left the end; null while they are there.
  const lastId = messages.at(-1)?.positionId ?? rootPositionId;
  const [leftId, setLeftId] = useState<PositionId | null>(null);
  const isNewBelow =
    leftId !== null &&
    (streaming !== null ||
      (leftId !== lastId &&
        (leftId === rootPositionId || messages.some(({ positionId }) => positionId === leftId))));

  /** Undefined until main has sent the header, except of a reply that has just arrived. */
  const speakerOf = (row: number) => {
    const from = listed.firstOf(row);
    const positionId = messages[from]?.positionId;
    if (positionId === undefined) return undefined;
    const header = headers[from];
    const speakerId = header?.positionId === positionId ? header.speakerId : replies.findAgent(positionId);
    return speakerId === undefined ? undefined : byId.get(speakerId);
  };
  // To the last part of a message, where a reply can be continued.
  const go = (row: number) => conversation.goTo(listed.rangeOf(Math.max(0, Math.min(count - 1, row))).to - 1);

  /** Keys of the list act while an article has the focus, not a button or an editor inside it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnArticle = event.target instanceof Element && event.target.matches('article');
    if (!isOnArticle || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const message = messages[currentIndex];
    if (key === 'ArrowDown') go(currentRow + 1);
    else if (key === 'ArrowUp') go(currentRow - 1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(count - 1);
    else if (key === 'Enter') conversation.focusComposer();
    else if (key === 'e' && !readOnly && message !== undefined) commands.edit(message.positionId);
    else return;
    event.preventDefault();
  };

  const partsOf = (row: number): readonly MessagePart[] => {
    const { from, to } = listed.rangeOf(row);
    return messages.slice(from, to).map((message, nth) => {
      const index = from + nth;
      const header = headers[index];
      const before = messages[index - 1]?.positionId ?? tree.path.rootPositionId;
      return {
        message,
        header: header?.positionId === message.positionId ? header : undefined,
        edit: edits.get(message.nodeId) ?? null,
        hasWaitingEdit: waiting.some(({ parentId }) => parentId === before),
        isCurrent: index === currentIndex,
      };
    });
  };

  const renderRow = (index: number) => {
    if (index === count && sending !== null)
      return (
        <SendingMessage
          text={sending}
          index={index}
          count={setSize}
          writer={byId.get(writerId)}
          agents={agents}
        />
      );
    const reply = index < count ? null : own;
    if (index >= count && reply === null) return null;
    const speaker = reply === null ? speakerOf(index) : byId.get(reply.slot.agentId);
    return (
      <Message
        parts={reply === null ? partsOf(index) : NO_PARTS}
        streaming={reply ?? (index === count - 1 ? inRow : null)}
        index={index}
        count={setSize}
        speaker={speaker}
        isNamed={index === 0 || speakerOf(index - 1) !== speaker}
        agents={agents}
        writerId={writerId}
        readOnly={readOnly}
        nonce={nonce}
        awaitedFocus={awaitedFocus}
      />
    );
  };

  return (
    <div className={styles.feed} data-notice-place="">
      <AnchoredList
        ref={list}
        scrollRef={feed}
        className={styles.scroller}
        role="feed"
        aria-label={CONVERSATION}
        aria-busy={isBusy}
        data-head={tree.path.headId}
        data-path-length={tree.path.length}
        count={rows}
        keyOf={keyOf}
        estimate={(row) => {
          const { from, to } = listed.rangeOf(row);
          let length = 0;
          for (let index = from; index < to; index++) length += messages[index]?.text.length ?? 0;
          return FRAME + LINE * Math.ceil(length / LINE_LENGTH);
        }}
        pinned={pinned}
        onKeyDown={onKeyDown}
        onCopy={(event) => copyWithAuthors(event, { messages, edits })}
        onAtEndChange={(isAtEnd) => setLeftId(isAtEnd ? null : lastId)}
        renderRow={renderRow}
      />
      {isNewBelow && (
        <div className={styles.newBelow}>
          <Button keepsFocus onClick={() => list.current?.scrollToEnd()}>
            {NEW_BELOW}
            <DownIcon />
          </Button>
        </div>
      )}
      <FailedReplies agents={agents} />
      {rows === 0 &&
        (beside && !readOnly ? (
          <Invitation />
        ) : (
          <p className={styles.placeholder} aria-hidden="true">
            {readOnly ? NO_MESSAGES : FIRST_MESSAGE}
          </p>
        ))}
    </div>
  );
}

/** In a conversation about a manuscript, before its first message: what an agent can do there. */
function Invitation() {
  const { conversation } = useDialogueDesk();
  const commands = useCommands();
  // With something in the composer, the first message is the writer's.
  const isBlank = useSelected(conversation.view, () => conversation.composer.isBlank);
  // At full width, the story is not there to read.
  const isBeside = useAppSession().topics.findTopic() !== null;
  return (
    <div className={styles.invitation}>
      <p>{WHAT_AGENTS_DO}</p>
      {isBlank && isBeside && (
        <Button onClick={() => commands.run('conversation.letRead')}>{LET_AGENT_READ}</Button>
      )}
    </div>
  );
}

/**
 * Copies a part of one message as it is in the tree: pasted into a text of this window, it keeps its authors
 * (`domain.md`, *Authorship*). A selection that goes beyond a message is copied as the browser does.
 */
function copyWithAuthors(
  event: ClipboardEvent,
  { messages, edits }: Pick<ConversationView, 'messages' | 'edits'>,
): void {
  const selection = document.getSelection();
  const range = selection === null || selection.isCollapsed ? null : selection.getRangeAt(0);
  const start = range?.startContainer;
  const text =
    (start instanceof Element ? start : start?.parentElement)?.closest('[data-message-text]') ?? null;
  const part = range === null || text === null ? null : new ShownText(text).partOf(range);
  const first = messages.findIndex(
    ({ positionId }) => positionId === text?.getAttribute('data-message-text'),
  );
  if (part === null || first < 0) return;
  const whole = joinTexts(messages.slice(first, endOfText(messages, edits, first)));
  const copied = whole.text.slice(part.from, part.to);
  event.clipboardData.setData('text/plain', copied);
  event.preventDefault();
  rememberCopied(copied, sliceSpans(whole.spans, part.from, part.to));
}

/** Failed replies are stored nowhere. */
const NOTHING_STORED: ReadonlySet<PositionId> = new Set();

/** Replies to the head that produced nothing, or were withheld or cut short: why, and what can be done about it. */
function FailedReplies({ agents }: { readonly agents: readonly Agent[] }) {
  const { tree } = useDialogueDesk();
  const jobs = useStore(tree.generation.jobs);
  useStore(tree.path.mirror);
  const failed = jobs
    .filter(({ parentId }) => parentId === tree.path.headId)
    .flatMap((job) => unstoredSlots(job, NOTHING_STORED))
    .filter(({ retry }) => retry === 'again');
  const cut = useStore(tree.continuations.cutAtHead);
  if (failed.length + cut.length === 0) return null;
  const nameOf = (agentId: AgentId) => agents.find(({ id }) => id === agentId)?.name ?? UNKNOWN_AGENT;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.failed} role="group" aria-label={FAILED_REPLIES}>
      {cut.map((item) => (
        <div key={item.positionId} className={styles.failure}>
          <p>
            {nameOf(item.authorId)}: {formatRemark(item, true)}
          </p>
          <Button variant="quiet" onClick={() => void tree.navigation.goTo(item.positionId)}>
            {SHOW_REPLY}
          </Button>
          <Button variant="quiet" onClick={() => void tree.generationCommands.retryAtHead(item)}>
            {TRY_AGAIN}
          </Button>
        </div>
      ))}
      {failed.map((item) => (
        <div key={item.positionId} className={styles.failure}>
          <p>
            {nameOf(item.authorId)}: {item.error?.sentence ?? EMPTY_REPLY}
          </p>
          <Button variant="quiet" onClick={() => void tree.generationCommands.retry(item)}>
            {item.error?.code === 'ONLY_THOUGHT' ? ALLOW_MORE : TRY_AGAIN}
          </Button>
          <Button variant="quiet" onClick={() => tree.generationCommands.dismiss(item)}>
            {DISMISS}
          </Button>
        </div>
      ))}
    </div>
  );
}
