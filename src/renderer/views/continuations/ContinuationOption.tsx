import { memo } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import type { Continuation } from '../../session/continuations-session.ts';
import styles from './ContinuationOption.module.css';
import { remarkOn, STATE_NAMES, wordsFor } from './slot-words.ts';

export interface ContinuationOptionProps {
  readonly id: string;
  readonly item: Continuation;
  /** 1-based place in the list. */
  readonly number: number;
  readonly count: number;
  readonly agent: Agent | undefined;
  /** The place of the first one that says the same; undefined for one that says something of its own. */
  readonly sameAs: number | undefined;
  /** What exactly the provider said is shown. */
  readonly detailed: boolean;
  /** It is the path's. */
  readonly selected: boolean;
  /** The keyboard is on it. */
  readonly active: boolean;
  /** The text shows it without its being chosen. */
  readonly previewed: boolean;
  onChoose(item: Continuation): void;
}

/** Of a text that streams the end is shown, since the beginning stands still. Characters. */
const STREAMED_END = 320;

/** One continuation: its place, its author, its first lines, what state it is in, and what is to be known of it. */
export const ContinuationOption = memo(function ContinuationOption(props: ContinuationOptionProps) {
  const { id, item, number, count, agent, sameAs, detailed, selected, active, previewed, onChoose } = props;
  const { state, error, text, fresh } = item;
  const remark = remarkOn(item);
  const hasText = item.length > 0 || item.slot === null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the listbox names it
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={item.slot !== null || undefined}
      className={styles.option}
      data-active={active || undefined}
      data-previewed={previewed || undefined}
      data-state={state}
      data-fresh={fresh || undefined}
      data-retry={item.retry ?? undefined}
      data-colour={agent?.type === 'model' ? (agent.color ?? 'blue') : undefined}
      onClick={() => onChoose(item)}
    >
      <div className={styles.head}>
        <span className={styles.place}>
          {number} of {count}
        </span>
        <span className={styles.author}>{agent?.name ?? 'Unknown'}</span>
        {item.versionCount > 1 && <span className={styles.note}>{item.versionCount} versions</span>}
        <span className={styles.state}>{previewed ? 'preview' : STATE_NAMES[state]}</span>
      </div>
      <div className={styles.body}>
        <div
          className={state === 'streaming' ? styles.stream : styles.text}
          data-words={!hasText || undefined}
        >
          <p>{!hasText ? wordsFor(item) : state === 'streaming' ? endOf(text) : startOf(item)}</p>
        </div>
        {remark !== null && hasText && <p className={styles.remark}>{remark}</p>}
        {sameAs !== undefined && <p className={styles.remark}>Same as {sameAs}</p>}
        {detailed && error !== null && <p className={styles.detail}>{error.detail}</p>}
      </div>
    </div>
  );
});

function startOf(item: Continuation): string {
  const text = item.text.trim();
  if (text === '') return item.length === 0 ? 'Empty' : 'White space';
  return item.length > item.text.length ? `${text}…` : text;
}

function endOf(text: string): string {
  return text.length <= STREAMED_END ? text.trimStart() : `…${text.slice(-STREAMED_END)}`;
}
