import { memo, type Ref } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import styles from './ContinuationOption.module.css';
import { remarkOn, STATE_NAMES, wordsFor } from './slot-words.ts';

export interface ContinuationOptionProps {
  readonly id: string;
  readonly item: Continuation;
  /** How many there are that are not pruned. */
  readonly count: number;
  /** 0-based among those that are listed, and how many these are. */
  readonly index: number;
  readonly listed: number;
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
  /** It is the first of two to compare. */
  readonly marked: boolean;
  /** Lines of buttons that stand over its lower end. */
  readonly lines: number;
  readonly ref: Ref<HTMLDivElement>;
  onChoose(item: Continuation): void;
}

/** Of a text that streams the end is shown, since the beginning stands still. Characters. */
const STREAMED_END = 320;

/** One continuation: its place, its author, its first lines, what state it is in, and what is to be known of it. */
export const ContinuationOption = memo(function ContinuationOption(props: ContinuationOptionProps) {
  const { id, item, count, index, listed, agent, sameAs, detailed, selected, active, lines, onChoose } =
    props;
  const { state, error, text, fresh, pruned } = item;
  const remark = remarkOn(item);
  const hasText = item.length > 0 || item.slot === null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the listbox names it
    <div
      ref={props.ref}
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={item.slot !== null || pruned || undefined}
      aria-posinset={index + 1}
      aria-setsize={listed}
      className={styles.option}
      data-index={index}
      data-active={active || undefined}
      data-previewed={props.previewed || undefined}
      data-marked={props.marked || undefined}
      data-state={state}
      data-pruned={pruned || undefined}
      data-fresh={fresh || undefined}
      data-lines={lines === 0 ? undefined : lines}
      data-colour={agent?.type === 'model' ? (agent.color ?? 'blue') : undefined}
      onClick={() => onChoose(item)}
    >
      <div className={styles.head}>
        <span className={styles.place}>{pruned ? 'Pruned' : `${item.number} of ${count}`}</span>
        <span className={styles.author}>{agent?.name ?? 'Unknown'}</span>
        <span className={styles.state}>{noteOn(props)}</span>
      </div>
      <div className={styles.body}>
        <div
          className={state === 'streaming' ? styles.stream : styles.text}
          data-words={!hasText || undefined}
        >
          <p dir="auto">{!hasText ? wordsFor(item) : state === 'streaming' ? endOf(text) : startOf(item)}</p>
        </div>
        {remark !== null && hasText && <p className={styles.remark}>{remark}</p>}
        {sameAs !== undefined && <p className={styles.remark}>Same as {sameAs}</p>}
        {detailed && error !== null && <p className={styles.detail}>{error.detail}</p>}
      </div>
    </div>
  );
});

function noteOn({ item, previewed, marked }: ContinuationOptionProps): string {
  if (previewed) return 'preview';
  return marked ? 'to compare' : STATE_NAMES[item.state];
}

function startOf(item: Continuation): string {
  const text = item.text.trim();
  if (text === '') return item.length === 0 ? 'Empty' : 'White space';
  return item.length > item.text.length ? `${text}…` : text;
}

function endOf(text: string): string {
  return text.length <= STREAMED_END ? text.trimStart() : `…${text.slice(-STREAMED_END)}`;
}
