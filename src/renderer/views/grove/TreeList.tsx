import type { ReactNode } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { useAppSession } from '../../session/hooks.ts';
import { TreeRow } from './TreeRow.tsx';
import styles from './Trees.module.css';

interface ListHeadProps {
  /** Id of the heading. */
  readonly id: string;
  readonly title: string;
  /** Its buttons. */
  readonly children: ReactNode;
}

/** The heading of a list of trees, with a button that makes another. */
export function ListHead({ id, title, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <h3 className={styles.heading} id={id}>
        {title}
      </h3>
      {children}
    </div>
  );
}

export interface TreeListProps {
  /** Id of the heading that names it. */
  readonly labelledBy: string;
  /** The trees that the filter leaves. */
  readonly trees: readonly LoomTree[];
  /** Distinctions of trees from others of their titles, by id. */
  readonly notes: ReadonlyMap<LoomTree['id'], string>;
  readonly shownId: LoomTree['id'];
  readonly readOnly: boolean;
}

/** Trees that are not archived, a row each. */
export function TreeList({ labelledBy, trees, notes, shownId, readOnly }: TreeListProps) {
  const session = useAppSession();
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {trees.map((tree) => (
        <TreeRow
          key={tree.id}
          tree={tree}
          note={notes.get(tree.id)}
          isShown={tree.id === shownId}
          readOnly={readOnly}
          canRemove={session.trees.canRemove(tree)}
        />
      ))}
    </ul>
  );
}
