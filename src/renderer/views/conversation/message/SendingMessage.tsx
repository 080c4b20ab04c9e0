import type { SpannedText } from '../../../../core/text/span.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import { messageName } from '../../../../ui-text/dialogue/messages.ts';
import { UNKNOWN_AGENT } from '../../../../ui-text/page/authors.ts';
import { MessageText } from '../MessageText.tsx';
import styles from './Message.module.css';

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
  const name = writer?.name ?? UNKNOWN_AGENT;
  return (
    <article
      className={styles.message}
      aria-label={messageName({ name, number: index + 1, count, alternative: null })}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-last={index === count - 1 || undefined}
      aria-busy="true"
      data-author={writer?.id}
    >
      <div className={styles.name} aria-hidden="true">
        {name}
      </div>
      <MessageText text={text.text} spans={text.spans} agents={agents} at={null} />
      <div className={styles.foot}>
        <div className={styles.actions} />
      </div>
    </article>
  );
}
