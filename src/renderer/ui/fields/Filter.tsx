import type { KeyboardEvent } from 'react';
import styles from './Filter.module.css';

export interface FilterProps {
  /** Its name, and what it says while it is empty. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  /** Enter, or an arrow down: on to what was found. */
  onLeave?(): void;
}

/** A field that leaves of a list what has the words in it. Escape empties it first. */
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
