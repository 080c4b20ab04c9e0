import { type MouseEvent, type ReactNode, useEffect } from 'react';
import type { Agent } from '../../../../core/tree/agent.ts';
import { POSITION_FLAGS } from '../../../../core/tree/tree-node.ts';
import { UNSAVED_EDIT } from '../../../../ui-text/conversation.ts';
import { partOfMessage } from '../../../../ui-text/dialogue/messages.ts';
import type { StreamingReply } from '../../../session/dialogue/replies.ts';
import { useDialogueDesk } from '../../../session/hooks.ts';
import type { NodeHeader } from '../../../session/path/path-segments.ts';
import { isMixed } from '../author-marks.ts';
import { Alternatives, MessageAlternatives } from './Alternatives.tsx';
import styles from './Message.module.css';
import type { MessagePart } from './Message.tsx';
import { MessageActions } from './MessageActions.tsx';

export interface PartFootProps {
  readonly part: MessagePart;
  /** 0-based among the parts of its message, and how many these are. */
  readonly index: number;
  readonly count: number;
  readonly speaker: Agent | undefined;
  readonly hasActions: boolean;
  readonly readOnly: boolean;
}

/** Under a message, for each of its parts: the alternatives, further properties, and the actions. */
export function PartFoot({ part, index, count, speaker, hasActions, readOnly }: PartFootProps) {
  const { message, header, isCurrent, hasWaitingEdit } = part;
  const { positionId } = message;
  const { loadCounts, conversation } = useDialogueDesk();
  useEffect(() => loadCounts(positionId), [loadCounts, positionId]);
  const isLast = index === count - 1;
  return (
    <Foot
      index={index}
      count={count}
      isCurrent={isCurrent}
      onPress={() => conversation.onMessageFocus(message)}
    >
      <MessageAlternatives
        positionId={positionId}
        index={header?.siblingIndex ?? 0}
        count={header?.siblingCount ?? 0}
        readOnly={readOnly}
      />
      <Marks message={message} header={header} hasWaitingEdit={hasWaitingEdit} isLastPart={isLast} />
      <div className={styles.actions} data-unfinished={(isLast && header?.isUnfinished) || undefined}>
        {hasActions && (
          <MessageActions
            message={message}
            header={header}
            speaker={speaker}
            isLastPart={isLast}
            readOnly={readOnly}
          />
        )}
      </div>
    </Foot>
  );
}

/** Under a message that streams, for the part that does: the others that stream beside it. */
export function StreamingFoot({ reply, index }: { readonly reply: StreamingReply; readonly index: number }) {
  const { replies } = useDialogueDesk();
  return (
    <Foot index={index} count={index + 1} isCurrent={false}>
      {reply.count > 1 && (
        <Alternatives
          index={reply.number}
          count={reply.count}
          disabled={false}
          onStep={(step) => replies.step(step)}
        />
      )}
      <div className={styles.actions} />
    </Foot>
  );
}

interface FootProps {
  readonly index: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** The row was clicked, and none of its buttons. */
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** Only a message in several parts numbers them. */
function Foot({ index, count, isCurrent, onPress, children }: FootProps) {
  if (count === 1)
    return (
      <div className={styles.foot} data-part={index}>
        {children}
      </div>
    );
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button') === null) onPress?.();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go from part to part wherever the keyboard is (Alt+Left)
    <div
      role="group"
      aria-label={partOfMessage(index + 1, count)}
      className={`${styles.foot} ${styles.part}`}
      data-part={index}
      data-current={isCurrent || undefined}
      onClick={onClick}
    >
      <span className={styles.partNumber} aria-hidden="true">
        {partOfMessage(index + 1, count)}
      </span>
      {children}
    </div>
  );
}

interface MarksProps extends Pick<MessagePart, 'message' | 'header' | 'hasWaitingEdit'> {
  readonly isLastPart: boolean;
}

/** Further properties of a message: its version, its bookmark, its notes, whether models are sent it. */
function Marks({ message, header, hasWaitingEdit, isLastPart }: MarksProps) {
  const marks = [
    (header?.versionCount ?? 0) > 1 ? `v${header?.versionIndex}` : null,
    isMixed(message.spans) ? 'edited' : null,
    isLastPart && header?.isCut === true ? 'cut' : null,
    hasWaitingEdit ? UNSAVED_EDIT : null,
    hasFlag(header, POSITION_FLAGS.bookmarked) ? 'bookmarked' : null,
    hasFlag(header, POSITION_FLAGS.noted) ? 'notes' : null,
    hasFlag(header, POSITION_FLAGS.excluded) ? 'excluded' : null,
  ].filter((mark) => mark !== null);
  if (marks.length === 0) return null;
  return <span className={styles.marks}>{marks.join(' · ')}</span>;
}

export function hasFlag(header: NodeHeader | undefined, flag: number): boolean {
  return ((header?.flags ?? 0) & flag) !== 0;
}
