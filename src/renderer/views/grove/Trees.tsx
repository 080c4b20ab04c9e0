import { useEffect, useId, useRef } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { filterTrees } from '../../session/window/trees-session.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { TreeRow } from './TreeRow.tsx';
import styles from './Trees.module.css';

/** From so many trees on, the list has a filter without being asked. */
const MANY = 8;

export interface TreesProps {
  readonly trees: readonly LoomTree[];
  readonly archived: readonly LoomTree[];
  readonly shownId: LoomTree['id'];
  readonly readOnly: boolean;
}

/** The trees of the grove, the one that is shown marked, and the archive below them. */
export function Trees({ trees, archived, shownId, readOnly }: TreesProps) {
  const commands = useCommands();
  const session = useAppSession();
  const { filter, isArchiveOpen } = useStore(session.trees.state);
  const id = useId();
  const words = filter ?? '';
  const listed = filterTrees(trees, words);
  const put = filterTrees(archived, words);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 className={styles.heading} id={id}>
          Trees
        </h3>
        {!readOnly && (
          <Button
            look="icon"
            label="New tree"
            hint={commands.hint('grove.newTree')}
            onClick={() => commands.run('grove.newTree')}
          >
            <PlusIcon />
          </Button>
        )}
      </div>
      {(filter !== null || trees.length + archived.length >= MANY) && (
        <Filter value={words} isAsked={filter === ''} onChange={(text) => session.trees.setFilter(text)} />
      )}
      <ul className={styles.list} aria-label="Trees">
        {listed.map((tree) => (
          <TreeRow
            key={tree.id}
            tree={tree}
            isShown={tree.id === shownId}
            readOnly={readOnly}
            canGo={trees.length > 1}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className={styles.none}>No tree is called that.</p>}
      {put.length > 0 && (
        <Accordion
          open={isArchiveOpen ? 'archive' : null}
          onOpen={(open) => session.trees.toggleArchive(open !== null)}
          items={[
            {
              id: 'archive',
              title: 'Archive',
              note: put.length.toLocaleString('en'),
              content: (
                <ul aria-label="Archived trees">
                  {put.map((tree) => (
                    <ArchivedRow key={tree.id} tree={tree} readOnly={readOnly} />
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

function ArchivedRow({ tree, readOnly }: { readonly tree: LoomTree; readonly readOnly: boolean }) {
  const { trees } = useAppSession();
  return (
    <li className={styles.archived}>
      <span className={styles.title} dir="auto" title={tree.description ?? tree.title}>
        {tree.title}
      </span>
      {!readOnly && (
        <span className={styles.actions}>
          <Button look="quiet" label={`Restore ${tree.title}`} onClick={() => void trees.restore(tree)}>
            Restore
          </Button>
          <Button
            look="quiet"
            label={`Delete ${tree.title} for good`}
            onClick={() => void trees.askToDelete(tree)}
          >
            Delete…
          </Button>
        </span>
      )}
    </li>
  );
}

interface FilterProps {
  readonly value: string;
  /** It came because it was asked for: the keyboard goes there. */
  readonly isAsked: boolean;
  onChange(text: string | null): void;
}

function Filter({ value, isAsked, onChange }: FilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  return (
    <input
      ref={field}
      className={styles.filter}
      aria-label="Filter the trees"
      placeholder="Filter"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(null);
      }}
    />
  );
}
