import { memo, type RefObject, useEffect, useState } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { UNSAVED_EDIT } from '../../../ui-text/conversation.ts';
import type { TextBox } from '../../session/dialogue/text-box.ts';
import { useDialogueDesk } from '../../session/hooks.ts';
import type { NodeHeader } from '../../session/path/path-segments.ts';
import type { PathNode } from '../../surface.ts';
import { MessageProposals } from '../proposals/MessageProposals.tsx';
import { MessageThoughts } from '../turns/MessageThoughts.tsx';
import { MessageAlternatives } from './Alternatives.tsx';
import { colourOf, isMixed } from './author-marks.ts';
import { EditBox } from './EditBox.tsx';
import styles from './Message.module.css';
import { MessageActions } from './MessageActions.tsx';
import { MessageText } from './MessageText.tsx';

export interface MessageProps {
  readonly message: PathNode;
  /** Undefined for a message whose header main has not sent yet. */
  readonly header: NodeHeader | undefined;
  /** 0-based, and how many messages there are. */
  readonly index: number;
  readonly count: number;
  readonly speaker: Agent | undefined;
  /** The message before is by another speaker, so that the name is shown. */
  readonly isNamed: boolean;
  readonly isCurrent: boolean;
  /** Another alternative or version of it has an edit that is not saved. */
  readonly hasWaitingEdit: boolean;
  /** Null while the message is not edited. */
  readonly edit: TextBox | null;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  readonly nonce: string;
  /** The position that gets the keyboard once its article is on the screen. */
  readonly awaitedFocus: RefObject<string | null>;
}

/** A message: who speaks, the text or its open edit, its alternatives and its actions. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, header, index, count, speaker, isNamed, isCurrent, edit, agents, readOnly } = props;
  const { positionId, nodeId } = message;
  const { conversation, loadCounts } = useDialogueDesk();
  const name = speaker?.name ?? 'Unknown';
  const siblings = header?.siblingCount ?? 0;
  const label = `${name}, ${index + 1} of ${count}${siblings > 1 ? `, ${header?.siblingIndex} of ${siblings}` : ''}`;
  useEffect(() => loadCounts(positionId), [loadCounts, positionId]);
  // The actions are half of what a message costs to show, so only one that the writer comes to gets them, and keeps them.
  const [isReached, setReached] = useState(false);
  return (
    <article
      ref={(element) => {
        if (element === null || props.awaitedFocus.current !== positionId) return;
        props.awaitedFocus.current = null;
        element.focus({ preventScroll: true });
      }}
      className={styles.message}
      aria-label={label}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-last={index === count - 1 || undefined}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      data-position={positionId}
      data-node={nodeId}
      data-author={speaker?.id}
      data-colour={colourOf(speaker)}
      data-excluded={hasFlag(header, POSITION_FLAGS.excluded) || undefined}
      onPointerEnter={() => setReached(true)}
      onFocus={() => {
        setReached(true);
        conversation.onMessageFocus(message);
      }}
    >
      {isNamed && (
        <div className={styles.name} aria-hidden="true">
          {name}
        </div>
      )}
      <MessageThoughts positionId={positionId} />
      {edit === null ? (
        <MessageText text={message.text} spans={message.spans} agents={agents} />
      ) : (
        <EditBox
          box={edit}
          nodeId={nodeId}
          agents={agents}
          writerId={props.writerId}
          nonce={props.nonce}
          readOnly={readOnly}
        />
      )}
      <MessageProposals positionId={positionId} />
      {edit === null && (
        <div className={styles.foot}>
          <MessageAlternatives
            positionId={positionId}
            index={header?.siblingIndex ?? 0}
            count={siblings}
            readOnly={readOnly}
          />
          <Marks message={message} header={header} hasWaitingEdit={props.hasWaitingEdit} />
          <div className={styles.actions}>
            {(isReached || isCurrent) && (
              <MessageActions message={message} header={header} speaker={speaker} readOnly={readOnly} />
            )}
          </div>
        </div>
      )}
    </article>
  );
});

/** What else there is to know of a message: its version, its bookmark, its notes, whether models are sent it. */
function Marks({
  message,
  header,
  hasWaitingEdit,
}: Pick<MessageProps, 'message' | 'header' | 'hasWaitingEdit'>) {
  const marks = [
    (header?.versionCount ?? 0) > 1 ? `v${header?.versionIndex}` : null,
    isMixed(message.spans) ? 'edited' : null,
    header?.isCut === true ? 'cut' : null,
    hasWaitingEdit ? UNSAVED_EDIT : null,
    hasFlag(header, POSITION_FLAGS.bookmarked) ? 'bookmarked' : null,
    hasFlag(header, POSITION_FLAGS.noted) ? 'notes' : null,
    hasFlag(header, POSITION_FLAGS.excluded) ? 'excluded' : null,
  ].filter((mark) => mark !== null);
  if (marks.length === 0) return null;
  return <span className={styles.marks}>{marks.join(' · ')}</span>;
}

function hasFlag(header: NodeHeader | undefined, flag: number): boolean {
  return ((header?.flags ?? 0) & flag) !== 0;
}
