import type { Agent } from '../../../../core/tree/agent.ts';
import { messageName } from '../../../../ui-text/dialogue/messages.ts';
import { UNKNOWN_AGENT } from '../../../../ui-text/page/authors.ts';
import type { StreamingReply } from '../../../session/dialogue/replies.ts';
import { useDialogueDesk } from '../../../session/hooks.ts';
import { colourOf } from '../author-marks.ts';
import { MessageText } from '../MessageText.tsx';
import { Alternatives } from './Alternatives.tsx';
import styles from './Message.module.css';
import { waitingWords } from './waiting-words.ts';

export interface StreamingMessageProps {
  readonly reply: StreamingReply;
  /** 0-based, and how many messages there are. */
  readonly index: number;
  readonly count: number;
  readonly speaker: Agent | undefined;
  readonly isNamed: boolean;
  readonly agents: readonly Agent[];
}

/** The reply that streams after the head, with the others that stream beside it. */
export function StreamingMessage(props: StreamingMessageProps) {
  const { reply, index, count, speaker, isNamed, agents } = props;
  const { replies } = useDialogueDesk();
  const { slot } = reply;
  const name = speaker?.name ?? UNKNOWN_AGENT;
  const alternative = reply.count > 1 ? reply : null;
  return (
    <article
      className={styles.message}
      aria-label={messageName({ name, number: index + 1, count, alternative })}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-last={index === count - 1 || undefined}
      aria-busy="true"
      data-author={speaker?.id}
      data-colour={colourOf(speaker)}
    >
      {isNamed && (
        <div className={styles.name} aria-hidden="true">
          {name}
        </div>
      )}
      {slot.text === '' ? (
        <p className={styles.waiting}>{waitingWords(reply)}</p>
      ) : (
        <MessageText text={slot.text} spans={NO_SPANS} agents={agents} at={null} />
      )}
      <div className={styles.foot}>
        {reply.count > 1 && (
          <Alternatives
            index={reply.number}
            count={reply.count}
            disabled={false}
            onStep={(step) => replies.step(step)}
          />
        )}
        <div className={styles.actions} />
      </div>
    </article>
  );
}

/** One author wrote all of it. */
const NO_SPANS = [] as const;
