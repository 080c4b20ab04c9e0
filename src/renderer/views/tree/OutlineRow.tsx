import { BookmarkSign, ClosedSign, OpenSign } from '../../ui/tree-signs.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Outline.module.css';
import { type PositionWords, spokenBeside } from './position-words.ts';

export interface OutlineRowProps {
  readonly id: string;
  /** Where it stands in the list, and how tall it is, in CSS pixels. */
  readonly top: number;
  readonly height: number;
  readonly words: PositionWords;
  readonly level: number;
  readonly place: number;
  readonly setSize: number;
  /** Steps that it is set in. */
  readonly indent: number;
  /** How many lines are below, one step down. */
  readonly below: number;
  /** Whether those are listed; null where there are none. */
  readonly open: boolean | null;
  readonly isSelected: boolean;
  readonly isOnPath: boolean;
  readonly isCurrent: boolean;
  /** It is pruned, or something above it is. */
  readonly isGhost: boolean;
  /** The filter looks for it; else it only leads to what it looks for. */
  readonly isFound: boolean;
  onSelect(): void;
  onGo(): void;
  onToggle(): void;
}

/** One line of the outline: who wrote it, how it begins, and what is to be known of it. */
export function OutlineRow(props: OutlineRowProps) {
  const { id, top, height, words, level, place, setSize, indent, below, open } = props;
  const { isSelected, isOnPath, isCurrent, isGhost, isFound, onSelect, onGo, onToggle } = props;
  const beside = spokenBeside(words, isOnPath, isCurrent);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the tree names it
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={setSize}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      aria-current={isCurrent ? 'true' : undefined}
      className={styles.row}
      data-path={isOnPath || undefined}
      data-current={isCurrent || undefined}
      data-ghost={isGhost || undefined}
      data-leads={!isFound || undefined}
      data-colour={words.colour ?? undefined}
      style={{
        transform: `translateY(${top}px)`,
        height,
        paddingLeft: `calc(${indent} * var(--step) + 0.5rem)`,
      }}
      onClick={onSelect}
      onDoubleClick={onGo}
    >
      {indent > 0 && <span className={styles.guides} style={{ width: `calc(${indent} * var(--step))` }} />}
      <span
        className={styles.toggle}
        data-quiet={(open === true && below === 1) || undefined}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (open !== null) onToggle();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {open === null ? null : open ? <OpenSign /> : <ClosedSign />}
      </span>
      <span
        className={styles.mark}
        data-model={words.colour !== null || undefined}
        title={words.author === '' ? undefined : words.author}
        aria-hidden="true"
      />
      <span className={styles.words} data-text={words.isText || undefined}>
        {words.words}
        {beside !== '' && <span className={styles.comma}>,</span>}
      </span>
      {/* Said below in whole words. */}
      <span className={styles.beside} aria-hidden="true">
        {words.chain !== '' && <span className={styles.note}>{words.chain}</span>}
        {words.bookmark !== null && (
          <span className={styles.bookmark}>
            <BookmarkSign />
            {words.bookmark !== '' && <span className={styles.label}>{words.bookmark}</span>}
          </span>
        )}
        {words.isPruned && <span className={styles.note}>pruned</span>}
        {open === false && below > 1 && <span className={styles.note}>{below.toLocaleString()}</span>}
        {words.isUnseen && <span className={styles.unseen} title="Not seen yet" />}
        {isCurrent && <span className={styles.here}>here</span>}
      </span>
      <VisuallyHidden>{beside}</VisuallyHidden>
    </div>
  );
}
