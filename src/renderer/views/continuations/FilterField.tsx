import type { KeyboardEvent, RefObject } from 'react';
import {
  FILTER_ALTERNATIVES,
  FILTER_CONTINUATIONS,
  FILTER_PLACEHOLDER,
  SHOW_ALL_ALTERNATIVES,
  SHOW_ALL_CONTINUATIONS,
  SHOW_ALL_HINT,
} from '../../../ui-text/tree/continuation-list.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import { useDesk } from '../../session/hooks.ts';
import type { FilterState } from '../../session/tree/continuation-filter.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './FilterField.module.css';

export interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly state: FilterState;
  /** Number of matches among `count`. */
  readonly matching: number;
  readonly count: number;
  readonly listId: string;
  readonly activeId: string | undefined;
  /** Handles a key that moves through the list. @returns whether it was one */
  onMove(key: string): boolean;
  /** Returns the focus to the list. */
  onLeave(): void;
}

/** The filter of the list. It opens with the first letter typed and closes with Escape. */
export function FilterField({
  field,
  state,
  matching,
  count,
  listId,
  activeId,
  onMove,
  onLeave,
}: FilterFieldProps) {
  const { tree, mode } = useDesk();
  const { filter } = tree;
  const isTalk = mode === 'dialogue';
  const clear = () => {
    filter.clear();
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') clear();
    else if (event.key === 'Enter') onLeave();
    else if (event.key === 'Backspace' && state.text === '') clear();
    else if (!(event.key === 'ArrowDown' || event.key === 'ArrowUp') || !onMove(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.filter} data-filter="">
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={isTalk ? FILTER_ALTERNATIVES : FILTER_CONTINUATIONS}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={FILTER_PLACEHOLDER}
        spellCheck={false}
        autoComplete="off"
        value={state.text ?? ''}
        onChange={(event) => filter.setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.count} role="status">
        {state.matches === null ? '' : numberOf(matching, count)}
      </span>
      <Button
        variant="icon"
        label={isTalk ? SHOW_ALL_ALTERNATIVES : SHOW_ALL_CONTINUATIONS}
        hint={SHOW_ALL_HINT}
        onClick={clear}
      >
        <CloseIcon />
      </Button>
    </search>
  );
}
