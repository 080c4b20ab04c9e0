import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { FIRST_MESSAGE, NO_MESSAGES } from '../../../ui-text/conversation.ts';
import { useDialogueDesk, useStore } from '../../session/hooks.ts';
import { AnchoredList, type AnchoredListHandle } from '../../ui/anchored-list/AnchoredList.tsx';
import { copyWithAuthors } from './copy-with-authors.ts';
import { FailedReplies } from './FailedReplies.tsx';
import { Message } from './Message.tsx';
import styles from './MessageFeed.module.css';
import { SendingMessage } from './SendingMessage.tsx';
import { StreamingMessage } from './StreamingMessage.tsx';
import { useMessageFind } from './use-message-find.ts';

export interface MessageFeedProps {
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  readonly nonce: string;
}

/** Estimated height of a message without its text, in CSS pixels, and of a line and its length in characters. */
const FRAME = 72;
const LINE = 32;
const LINE_LENGTH = 70;

/** The messages of the path, then the one that is being sent and the reply that streams. */
export function MessageFeed({ agents, writerId, readOnly, nonce }: MessageFeedProps) {
  const { commands, conversation, replies, tree } = useDialogueDesk();
  const { messages, edits, waiting, sending, currentId } = useStore(conversation.view);
  const { headers } = useStore(tree.path.mirror);
  const reply = useStore(replies.shown);
  const list = useRef<AnchoredListHandle>(null);
  const feed = useRef<HTMLDivElement>(null);
  const awaitedFocus = useRef<string | null>(null);
  const byId = useMemo(() => new Map(agents.map((agent) => [agent.id, agent])), [agents]);

  useMessageFind(feed);

  const count = messages.length;
  const streams = reply !== null && sending === null;
  const rows = count + (sending === null ? 0 : 1) + (streams ? 1 : 0);
  // A feed without articles must say that they are to come.
  const isBusy = streams || rows === 0;
  const setSize = rows;
  // The head where nothing is current, so that the keyboard can come here.
  const currentIndex =
    currentId === null ? count - 1 : messages.findLastIndex(({ positionId }) => positionId === currentId);
  const pinned = useMemo(
    () =>
      messages.flatMap(({ nodeId, positionId }, index) =>
        edits.has(nodeId) || positionId === currentId ? [index] : [],
      ),
    [messages, edits, currentId],
  );

  useEffect(
    () =>
      conversation.revealed.subscribe(({ index, takesFocus }) => {
        const { positionId } = conversation.view.get().messages[index] ?? {};
        const hadFocus = feed.current?.contains(document.activeElement) === true;
        list.current?.scrollToIndex(index, 'nearest');
        if (positionId === undefined || (!takesFocus && !hadFocus)) return;
        const article = feed.current?.querySelector<HTMLElement>(`[data-position="${positionId}"]`);
        if (article == null) awaitedFocus.current = positionId;
        else article.focus({ preventScroll: true });
      }),
    [conversation],
  );

  // The list is laid out again for another function: not while a reply streams.
  const lastKey = sending === null ? (reply?.slot.positionId ?? '') : 'sending';
  const keyOf = useCallback(
    (index: number): string => messages[index]?.positionId ?? lastKey,
    [messages, lastKey],
  );
  // Whoever sends a message wants to see it, and the replies to it.
  const isSending = sending !== null;
  useEffect(() => {
    if (isSending) list.current?.scrollToEnd();
  }, [isSending]);

  const speakerOf = (index: number) => {
    const header = headers[index];
    return header === undefined ? undefined : byId.get(header.speakerId);
  };
  const go = (index: number) => conversation.goTo(Math.max(0, Math.min(count - 1, index)));

  /** Keys of the list act while an article has the focus, not a button or an editor inside it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnArticle = event.target instanceof Element && event.target.matches('article');
    if (!isOnArticle || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const message = messages[currentIndex];
    if (key === 'ArrowDown') go(currentIndex + 1);
    else if (key === 'ArrowUp') go(currentIndex - 1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(count - 1);
    else if (key === 'Enter') conversation.focusComposer();
    else if (key === 'e' && !readOnly && message !== undefined) commands.edit(message.positionId);
    else return;
    event.preventDefault();
  };

  const renderRow = (index: number) => {
    const message = messages[index];
    if (message !== undefined) {
      const speaker = speakerOf(index);
      return (
        <Message
          message={message}
          header={headers[index]?.positionId === message.positionId ? headers[index] : undefined}
          index={index}
          count={setSize}
          speaker={speaker}
          isNamed={index === 0 || speakerOf(index - 1) !== speaker}
          isCurrent={index === currentIndex}
          hasWaitingEdit={waiting.some(
            ({ parentId }) => parentId === (messages[index - 1]?.positionId ?? tree.path.rootPositionId),
          )}
          edit={edits.get(message.nodeId) ?? null}
          agents={agents}
          writerId={writerId}
          readOnly={readOnly}
          nonce={nonce}
          awaitedFocus={awaitedFocus}
        />
      );
    }
    if (sending !== null)
      return (
        <SendingMessage
          text={sending}
          index={index}
          count={setSize}
          writer={byId.get(writerId)}
          agents={agents}
        />
      );
    if (reply === null) return null;
    return (
      <StreamingMessage
        reply={reply}
        index={index}
        count={setSize}
        speaker={byId.get(reply.slot.agentId)}
        isNamed={speakerOf(count - 1)?.id !== reply.slot.agentId}
        agents={agents}
      />
    );
  };

  return (
    <div className={styles.feed}>
      <AnchoredList
        ref={list}
        scrollRef={feed}
        className={styles.scroller}
        role="feed"
        aria-label="Conversation"
        aria-busy={isBusy}
        data-head={tree.path.headId}
        data-path-length={tree.path.length}
        count={rows}
        keyOf={keyOf}
        estimate={(index) => FRAME + LINE * Math.ceil((messages[index]?.text.length ?? 0) / LINE_LENGTH)}
        pinned={pinned}
        onKeyDown={onKeyDown}
        onCopy={(event) => copyWithAuthors(event, messages)}
        renderRow={renderRow}
      />
      <FailedReplies agents={agents} />
      {rows === 0 && (
        <p className={styles.placeholder} aria-hidden="true">
          {readOnly ? NO_MESSAGES : FIRST_MESSAGE}
        </p>
      )}
    </div>
  );
}
