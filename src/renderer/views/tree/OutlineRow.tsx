import { UNSAVED_EDIT } from '../../../ui-text/conversation.ts';
import { ROW_ACTIONS } from '../../../ui-text/tree/outline.ts';
import { HERE, NOT_SEEN, POSITION_NOTES } from '../../../ui-text/tree/positions.ts';
import { MoreIcon } from '../../ui/icons.tsx';
import { BookmarkSign, ClosedSign, OpenSign } from '../../ui/tree-signs.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type PositionDescription, spokenNotes } from './describe-position.ts';
import styles from './Outline.module.css';

export interface OutlineRowProps {
  readonly id: string;
  /** Its top in the list, and its height, in CSS pixels. */
  readonly top: number;
  readonly height: number;
  readonly words: PositionDescription;
  readonly level: number;
  readonly posInSet: number;
  readonly setSize: number;
  /** Indentation, in steps. */
  readonly indent: number;
  /** Number of its children. */
  readonly below: number;
  /** The children are listed; null if there are none. */
  readonly open: boolean | null;
  readonly isSelected: boolean;
  readonly isOnPath: boolean;
  readonly isCurrent: boolean;
  /** It or an ancestor is pruned. */
  readonly isGhost: boolean;
  /** It matches the filter; if false, it only leads to a match. */
  readonly isFound: boolean;
  onSelect(): void;
  onGo(): void;
  onToggle(): void;
  /** Opens its menu there, in CSS pixels of the window. */
  onMenu(at: { readonly x: number; readonly y: number }): void;
}

/** One row of the outline: its author, its first words and its signs. */
export function OutlineRow(props: OutlineRowProps) {
  const { id, top, height, words, level, posInSet, setSize, indent, below, open } = props;
  const { isSelected, isOnPath, isCurrent, isGhost, isFound, onSelect, onGo, onToggle, onMenu } = props;
  const notes = spokenNotes(words, isOnPath, isCurrent);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding tree has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names it in aria-activedescendant
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={posInSet}
      aria-setsize={setSize}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      aria-current={isCurrent ? 'true' : undefined}
      className={styles.row}
      data-path={isOnPath || undefined}
      data-current={isCurrent || undefined}
      data-ghost={isGhost || undefined}
      data-leads={!isFound || undefined}
      data-section={words.isSection || undefined}
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
      {!words.isSection && (
        <span
          className={styles.mark}
          data-model={words.colour !== null || undefined}
          title={words.authorLabel === '' ? undefined : words.authorLabel}
          aria-hidden="true"
        />
      )}
      <span className={styles.words} data-text={words.isText || undefined}>
        {words.text}
        {notes !== '' && <span className={styles.comma}>,</span>}
      </span>
      {/* Repeated below in words, for screen readers. */}
      <span className={styles.beside} aria-hidden="true">
        {words.extent !== '' && <span className={styles.note}>{words.extent}</span>}
        {words.bookmark !== null && (
          <span className={styles.bookmark}>
            <BookmarkSign />
            {words.bookmark !== '' && <span className={styles.label}>{words.bookmark}</span>}
          </span>
        )}
        {words.isPruned && <span className={styles.note}>{POSITION_NOTES.pruned}</span>}
        {words.isEdited && <span className={styles.note}>{UNSAVED_EDIT}</span>}
        {open === false && below > 1 && !words.isSection && (
          <span className={styles.note}>{below.toLocaleString()}</span>
        )}
        {words.isUnseen && <span className={styles.unseen} title={NOT_SEEN} />}
        {isCurrent && <span className={styles.here}>{HERE}</span>}
      </span>
      {/* The menu key and Shift+F10 open it too, on the selected row. */}
      <span
        className={styles.more}
        title={ROW_ACTIONS}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          onMenu({ x: left, y: bottom });
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <MoreIcon />
      </span>
      <VisuallyHidden>{notes}</VisuallyHidden>
    </div>
  );
}
