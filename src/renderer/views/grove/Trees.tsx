import { useEffect, useId, useRef } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { filterTrees } from '../../session/window/trees-session.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConversationIcon, PlusIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { TreeRow } from './TreeRow.tsx';
import styles from './Trees.module.css';

/** With at least this many trees the list always shows its filter. */
const FILTER_FROM = 8;

export interface TreesProps {
  readonly trees: readonly LoomTree[];
  readonly archived: readonly LoomTree[];
  readonly shownId: LoomTree['id'];
  readonly readOnly: boolean;
}

/** The trees of the grove, with the open one marked, and the archive below them. */
export function Trees({ trees, archived, shownId, readOnly }: TreesProps) {
  const commands = useCommands();
  const session = useAppSession();
  const { filter, isArchiveOpen } = useStore(session.trees.state);
  const id = useId();
  const words = filter ?? '';
  const own = trees.filter(({ topicTreeId }) => topicTreeId === null);
  const listed = filterTrees(withShownConversation(trees, shownId), words);
  // What was archived with its topic comes back with it.
  const listedArchived = filterTrees(
    archived.filter(({ topicTreeId }) => !archived.some((topic) => topic.id === topicTreeId)),
    words,
  );
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 className={styles.heading} id={id}>
          Trees
        </h3>
        {!readOnly && (
          <div className={styles.tools}>
            <Button
              variant="icon"
              label="New conversation"
              hint={commands.hint('grove.newConversation')}
              onClick={() => commands.run('grove.newConversation')}
            >
              <ConversationIcon />
            </Button>
            <Button
              variant="icon"
              label="New tree"
              hint={commands.hint('grove.newTree')}
              onClick={() => commands.run('grove.newTree')}
            >
              <PlusIcon />
            </Button>
          </div>
        )}
      </div>
      {(filter !== null || own.length + listedArchived.length >= FILTER_FROM) && (
        <Filter value={words} takesFocus={filter === ''} onChange={(text) => session.trees.setFilter(text)} />
      )}
      <ul className={styles.list} aria-label="Trees">
        {listed.map((tree) => (
          <TreeRow
            key={tree.id}
            tree={tree}
            isShown={tree.id === shownId}
            readOnly={readOnly}
            canRemove={own.length > 1 || tree.topicTreeId !== null}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className={styles.none}>No tree matches.</p>}
      {listedArchived.length > 0 && (
        <Accordion
          open={isArchiveOpen ? 'archive' : null}
          onOpen={(open) => session.trees.toggleArchive(open !== null)}
          items={[
            {
              id: 'archive',
              title: 'Archive',
              note: listedArchived.length.toLocaleString('en'),
              content: (
                <ul aria-label="Archived trees">
                  {listedArchived.map((tree) => (
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

/** The trees without the conversations about one, which are listed with it, but for one that the window shows. */
function withShownConversation(trees: readonly LoomTree[], shownId: LoomTree['id']): readonly LoomTree[] {
  const shown = trees.find(({ id }) => id === shownId);
  return trees
    .filter(({ topicTreeId }) => topicTreeId === null)
    .flatMap((tree) => (shown !== undefined && shown.topicTreeId === tree.id ? [tree, shown] : [tree]));
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
          <Button variant="quiet" label={`Restore ${tree.title}`} onClick={() => void trees.restore(tree)}>
            Restore
          </Button>
          <Button
            variant="quiet"
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
  /** The writer asked for the filter, so it takes the focus. */
  readonly takesFocus: boolean;
  onChange(text: string | null): void;
}

function Filter({ value, takesFocus, onChange }: FilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
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
