import type { ReactNode } from 'react';
import { Filter } from '../../ui/fields/Filter.tsx';
import styles from './ListFilter.module.css';

export interface ListFilterProps {
  /** Its name, and what it says while it is empty. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  /** What is said of what it leaves; empty where nothing is. */
  readonly found: string;
  /** What else can be done with the whole list. */
  readonly children?: ReactNode;
}

/** The filter of a long list, in sight while the list goes by beneath it. */
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
