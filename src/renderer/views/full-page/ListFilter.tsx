import type { ReactNode } from 'react';
import { Filter } from '../../ui/fields/Filter.tsx';
import styles from './ListFilter.module.css';

export interface ListFilterProps {
  /** Its accessible name and its placeholder. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  /** A message about the matches; may be empty. */
  readonly found: string;
  /** Further actions on the whole list. */
  readonly children?: ReactNode;
}

/** The filter of a long list; it stays visible while the list scrolls. */
export function ListFilter({ label, value, onChange, found, children }: ListFilterProps) {
  return (
    <>
      <div className={styles.tools}>
        <Filter label={label} value={value} onChange={onChange} />
        {children}
      </div>
      <p className={styles.found} role="status">
        {found}
      </p>
    </>
  );
}
