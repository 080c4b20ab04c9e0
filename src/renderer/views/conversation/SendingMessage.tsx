import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import styles from './Message.module.css';
import { MessageText } from './MessageText.tsx';

export interface SendingMessageProps {
  readonly text: SpannedText;
  /** 0-based, and how many messages there are. */
  readonly index: number;
  readonly count: number;
  readonly writer: Agent | undefined;
  readonly agents: readonly Agent[];
}

/** A message on its way into the tree, laid out as it will be. */
export function SendingMessage({ text, index, count, writer, agents }: SendingMessageProps) {
  const name = writer?.name ?? 'Unknown';
  return (
    <article
      className={styles.message}
      aria-label={`${name}, ${index + 1} of ${count}`}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-last={index === count - 1 || undefined}
      aria-busy="true"
      data-author={writer?.id}
    >
      <div className={styles.name} aria-hidden="true">
        {name}
      </div>
      <MessageText text={text.text} spans={text.spans} agents={agents} />
      <div className={styles.foot}>
        <div className={styles.actions} />
      </div>
    </article>
  );
}
