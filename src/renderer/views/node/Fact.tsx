import type { ReactNode } from 'react';
import styles from './NodePane.module.css';

/** A name and what is true of the node under it, in a list of such. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
