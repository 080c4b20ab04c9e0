import { type CSSProperties, memo, type Ref } from 'react';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { STATES, TEXT_ITSELF } from '../../../ui-text/continuations.ts';
import {
  BEING_COMPARED,
  EMPTY_TEXT,
  PREVIEWED,
  sameAsText,
  WHITE_SPACE,
} from '../../../ui-text/tree/continuation-list.ts';
import { type Continuation, isInProgress } from '../../session/tree/continuation.ts';
import shared from '../../styles/shared.module.css';
import { TypesetText } from '../TypesetText.tsx';
import styles from './ContinuationOption.module.css';
import { MIN_LINES } from './card-lines.ts';
import { detailsOf, formatPlace, formatRemark, placeholderFor } from './slot-texts.ts';

export interface ContinuationOptionProps {
  readonly id: string;
  readonly item: Continuation;
  /** Number of continuations in the tree and not pruned. */
  readonly count: number;
  /** 0-based index among the listed continuations, and how many are listed. */
  readonly index: number;
  readonly listed: number;
  /** Its author. */
  readonly by: string;
  /** A palette token; undefined for people. */
  readonly colour: string | undefined;
  /** The number of the first continuation with the same text; undefined if the text is unique so far. */
  readonly sameAs: number | undefined;
  /** The provider's exact error is shown. */
  readonly detailed: boolean;
  /** It is on the path. */
  readonly selected: boolean;
  /** It is the list's active option. */
  readonly active: boolean;
  /** It is previewed in the text. */
  readonly previewed: boolean;
  /** It is marked as the first of two to compare. */
  readonly marked: boolean;
  /** Lines of buttons that overlay its lower edge. */
  readonly lines: number;
  /** Lines of its text that are shown; undefined for the fewest. */
  readonly textLines: number | undefined;
  readonly ref: Ref<HTMLDivElement>;
  onChoose(item: Continuation): void;
}

/** Length of a streaming text's end that is shown, in UTF-16 code units for each of its lines. */
const STREAMED_LINE_LENGTH = 160;
/** More than the lines that are shown can hold, in UTF-16 code units: a long text must not be laid out whole. */
const START_LENGTH = 4_000;

/** One continuation: its number, author, first lines, state and remarks. */
export const ContinuationOption = memo(function ContinuationOption(props: ContinuationOptionProps) {
  const { id, item, count, index, listed, sameAs, detailed, selected, active, lines, onChoose } = props;
  const textLines = props.textLines ?? MIN_LINES;
  const { state, text, fresh, pruned } = item;
  const remark = formatRemark(item, selected);
  const hasText = item.length > 0 || item.slot === null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding listbox has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox names it in aria-activedescendant
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
      data-colour={props.colour}
      style={{ '--lines': Math.max(textLines, 1) } as CSSProperties}
      onClick={() => onChoose(item)}
    >
      <div className={styles.head}>
        <span className={styles.place}>{formatPlace(item, count)}</span>
        <span className={`${shared.authorInLine} ${styles.author}`}>{props.by}</span>
        <span className={styles.state}>{stateLabel(props)}</span>
      </div>
      <div className={styles.body}>
        <div
          className={state === 'streaming' ? styles.stream : styles.text}
          data-words={!hasText || undefined}
          data-lines={hasText || isInProgress(item) ? '' : undefined}
        >
          <p dir="auto">
            {hasText ? (
              <TypesetText text={state === 'streaming' ? tailOf(text, textLines) : excerptOf(item)} />
            ) : (
              placeholderFor(item)
            )}
          </p>
        </div>
        {remark !== null && hasText && <p className={styles.remark}>{remark}</p>}
        {sameAs !== undefined && <p className={styles.remark}>{sameAsText(sameAs)}</p>}
        {detailed &&
          detailsOf(item).map((detail) => (
            <p key={detail} className={styles.detail}>
              {detail}
            </p>
          ))}
      </div>
    </div>
  );
});

function stateLabel({ item, previewed, marked }: ContinuationOptionProps): string {
  if (previewed) return PREVIEWED;
  if (marked) return BEING_COMPARED;
  return item.isRest ? TEXT_ITSELF : STATES[item.state];
}

function excerptOf(item: Continuation): string {
  const whole = item.text.trimStart();
  const start = whole.slice(0, snapToPairStart(whole, START_LENGTH));
  const text = start.trimEnd();
  if (text === '') return item.length === 0 ? EMPTY_TEXT : WHITE_SPACE;
  return item.length > item.text.length || whole.length > start.length ? `${text}…` : text;
}

function tailOf(text: string, lines: number): string {
  const length = STREAMED_LINE_LENGTH * lines;
  return text.length <= length ? text.trimStart() : `…${text.slice(-length)}`;
}
