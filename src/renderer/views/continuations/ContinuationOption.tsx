import type { Agent } from '../../../core/tree/agent.ts';
import type { Continuation } from '../../session/continuations-session.ts';
import styles from './ContinuationOption.module.css';

export interface ContinuationOptionProps {
  readonly id: string;
  readonly item: Continuation;
  /** 1-based place in the list. */
  readonly number: number;
  readonly count: number;
  readonly agent: Agent | undefined;
  /** It is the path's. */
  readonly selected: boolean;
  /** The keyboard is on it. */
  readonly active: boolean;
  /** The text shows it without its being chosen. */
  readonly previewed: boolean;
  onChoose(): void;
}

const STATES: Readonly<Record<Continuation['state'], string>> = {
  waiting: 'waiting',
  streaming: 'writing',
  saving: 'done, saving',
  done: '',
  stopped: 'stopped',
  failed: 'failed',
  empty: '',
};

/** Of a text that streams the end is shown, since the beginning stands still. Characters. */
const STREAMED_END = 320;

/** One continuation: its place, its author, its first lines, and what state it is in. */
export function ContinuationOption(props: ContinuationOptionProps) {
  const { id, item, number, count, agent, selected, active, previewed, onChoose } = props;
  const streaming = item.state === 'streaming' || item.state === 'waiting';
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
      data-state={item.state}
      onClick={onChoose}
    >
      <div className={styles.head}>
        <span className={styles.place}>
          {number} of {count}
        </span>
        <span
          className={styles.author}
          data-colour={agent?.type === 'model' ? (agent.color ?? 'blue') : undefined}
        >
          {agent?.name ?? 'Unknown'}
        </span>
        {item.versionCount > 1 && <span className={styles.note}>{item.versionCount} versions</span>}
        <span className={styles.state}>{previewed ? 'preview' : STATES[item.state]}</span>
      </div>
      <div className={streaming ? styles.stream : styles.text}>
        <p>{streaming ? endOf(item.text) : startOf(item)}</p>
      </div>
    </div>
  );
}

function startOf(item: Continuation): string {
  if (item.state === 'failed' && item.text === '') return 'Nothing arrived.';
  const text = item.text.trim();
  if (text === '') return item.length === 0 ? 'Empty' : 'White space';
  return item.length > item.text.length ? `${text}…` : text;
}

function endOf(text: string): string {
  return text.length <= STREAMED_END ? text.trimStart() : `…${text.slice(-STREAMED_END)}`;
}
