import type { KeyboardEvent } from 'react';
import styles from './Filter.module.css';

export interface FilterProps {
  /** Its accessible name and its placeholder. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  /** Enter or ArrowDown: go to the results. */
  onLeave?(): void;
}

/** A field that filters a list. Escape clears it first. */
export function Filter({ label, value, onChange, onLeave }: FilterProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && value !== '') onChange('');
    else if (onLeave !== undefined && (event.key === 'Enter' || event.key === 'ArrowDown')) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      type="search"
      className={styles.filter}
      aria-label={label}
      placeholder={label}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
