import { STATES, TEXT_ITSELF } from '../../../ui-text/continuations.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import { formatPlace, formatRemark, placeholderFor } from '../continuations/slot-texts.ts';
import type { DescribedAuthors } from '../use-describe-authors.ts';
import styles from './SideBySide.module.css';

export interface AlternativeProps {
  readonly id: string;
  readonly item: Continuation;
  /** Its whole text, as far as it is known. */
  readonly text: string;
  /** Number of continuations in the tree and not pruned. */
  readonly count: number;
  /** 0-based index among the listed continuations, and how many are listed. */
  readonly index: number;
  readonly listed: number;
  readonly by: DescribedAuthors;
  /** It is on the path. */
  readonly selected: boolean;
  /** It is the list's active option. */
  readonly active: boolean;
  /** It is the first of two to compare. */
  readonly marked: boolean;
  onActivate(): void;
  onChoose(): void;
}

/** One alternative of the page that shows them all: a click makes it the active one, a double click chooses it. */
export function Alternative(props: AlternativeProps) {
  const { id, item, text, count, index, listed, by, selected, active, marked } = props;
  const hasText = item.length > 0 || item.slot === null;
  const remark = formatRemark(item, selected);
  const isCut = item.state !== 'streaming' && text.length < item.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding listbox has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox names it in aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={item.slot !== null || item.pruned || undefined}
      aria-posinset={index + 1}
      aria-setsize={listed}
      className={styles.option}
      data-active={active || undefined}
      data-marked={marked || undefined}
      data-pruned={item.pruned || undefined}
      data-state={item.state}
      data-colour={by.colour}
      onClick={props.onActivate}
      onDoubleClick={props.onChoose}
    >
      <div className={styles.head}>
        <span className={styles.place}>{formatPlace(item, count)}</span>{' '}
        <span className={styles.author}>{by.label}</span>{' '}
        <span className={styles.state}>{item.isRest ? TEXT_ITSELF : STATES[item.state]}</span>
      </div>
      <p className={styles.text} dir="auto" data-words={!hasText || undefined}>
        {hasText ? `${text.trimStart()}${isCut ? '…' : ''}` : placeholderFor(item)}
      </p>
      {remark !== null && hasText && <p className={styles.remark}>{remark}</p>}
    </div>
  );
}
