import { useId } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { DOCUMENTS, NEW_DOCUMENT } from '../../../ui-text/grove/pane.ts';
import { useAppSession } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { TreeRow } from './TreeRow.tsx';
import styles from './Trees.module.css';

export interface DocumentsProps {
  /** Those that the filter leaves. */
  readonly documents: readonly LoomTree[];
  /** What tells a tree from others of its title, by its id. */
  readonly notes: ReadonlyMap<LoomTree['id'], string>;
  readonly shownId: LoomTree['id'];
  readonly readOnly: boolean;
}

/** The documents of the grove, which open as trees do (`documents.md`). */
export function Documents({ documents, notes, shownId, readOnly }: DocumentsProps) {
  const commands = useCommands();
  const { trees } = useAppSession();
  const id = useId();
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.heading} id={id}>
          {DOCUMENTS}
        </h3>
        {!readOnly && (
          <Button
            variant="icon"
            label={NEW_DOCUMENT}
            hint={commands.hint('grove.newDocument')}
            onClick={() => commands.run('grove.newDocument')}
          >
            <PlusIcon />
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-labelledby={id}>
        {documents.map((tree) => (
          <TreeRow
            key={tree.id}
            tree={tree}
            note={notes.get(tree.id)}
            isShown={tree.id === shownId}
            readOnly={readOnly}
            canRemove={trees.canRemove(tree)}
          />
        ))}
      </ul>
    </>
  );
}
