import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import {
  ARCHIVE,
  ARCHIVED_TREES,
  DOCUMENTS,
  FILTER,
  FILTER_TREES,
  NEW_CONVERSATION,
  NEW_DOCUMENT,
  NEW_TREE,
  NO_TREE_MATCHES,
  TREES,
} from '../../../ui-text/grove/pane.ts';
import { deleteTree, restoreTree, TREE_ACTIONS } from '../../../ui-text/grove/trees.ts';
import { notesOnEqualTitles, titleWithNote } from '../../../ui-text/tree/equal-titles.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { filterTrees } from '../../session/window/trees-session.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConversationIcon, PlusIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { LoreSection } from '../lore/LoreSection.tsx';
import { TagsSection } from '../tags/TagsSection.tsx';
import { TreeRow, tooltipOf } from './TreeRow.tsx';
import styles from './Trees.module.css';

/** With at least this many trees the list always shows its filter. */
const FILTER_FROM = 8;

interface TreesProps {
  readonly trees: readonly LoomTree[];
  readonly archived: readonly LoomTree[];
  readonly shownId: LoomTree['id'];
  readonly readOnly: boolean;
}

/** The trees of the grove, with the open one marked, its documents, and the archive below them. */
export function Trees({ trees, archived, shownId, readOnly }: TreesProps) {
  const commands = useCommands();
  const session = useAppSession();
  const { filter, isArchiveOpen } = useStore(session.trees.state);
  const id = useId();
  const words = filter ?? '';
  const notes = notesOnEqualTitles([...trees, ...archived]);
  const shared = { notes, shownId, readOnly };
  const own = trees.filter(({ topicTreeId }) => topicTreeId === null);
  useStore(session.tags.filter);
  useStore(session.tags.list);
  const listed = filterTrees(withShownConversation(trees, shownId), words).filter((tree) =>
    session.tags.showsTree(tree.topicTreeId ?? tree.id),
  );
  const isDocument = isDocumentOf(trees);
  const documents = listed.filter(isDocument);
  const stories = listed.filter((tree) => !isDocument(tree));
  // Conversations archived with their topic come back with it.
  const listedArchived = filterTrees(
    archived.filter(({ topicTreeId }) => !archived.some((topic) => topic.id === topicTreeId)),
    words,
  );
  return (
    <section className={styles.section} aria-labelledby={id}>
      <ListHead id={id} title={TREES}>
        {!readOnly && (
          <div className={styles.tools}>
            <Button
              variant="icon"
              label={NEW_CONVERSATION}
              hint={commands.hint('grove.newConversation')}
              onClick={() => commands.run('grove.newConversation')}
            >
              <ConversationIcon />
            </Button>
            <Button
              variant="icon"
              label={NEW_TREE}
              hint={commands.hint('grove.newTree')}
              onClick={() => commands.run('grove.newTree')}
            >
              <PlusIcon />
            </Button>
          </div>
        )}
      </ListHead>
      {(filter !== null || own.length + listedArchived.length >= FILTER_FROM) && (
        <Filter value={words} takesFocus={filter === ''} onChange={(text) => session.trees.setFilter(text)} />
      )}
      <TreeList {...shared} labelledBy={id} trees={stories} />
      {listed.length === 0 && <p className={styles.none}>{NO_TREE_MATCHES}</p>}
      {(!readOnly || documents.length > 0) && <Documents {...shared} trees={documents} />}
      <LoreSection />
      {listedArchived.length > 0 && (
        <Accordion
          open={isArchiveOpen ? 'archive' : null}
          onOpen={(open) => session.trees.toggleArchive(open !== null)}
          items={[
            {
              id: 'archive',
              title: ARCHIVE,
              note: listedArchived.length.toLocaleString('en'),
              content: (
                <ul aria-label={ARCHIVED_TREES}>
                  {listedArchived.map((tree) => (
                    <ArchivedRow key={tree.id} tree={tree} note={notes.get(tree.id)} readOnly={readOnly} />
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
      <TagsSection readOnly={readOnly} />
    </section>
  );
}

/** Returns a test that is true for trees listed among the documents: a document, or a conversation about one. */
function isDocumentOf(trees: readonly LoomTree[]): (tree: LoomTree) => boolean {
  const documents = new Set(trees.filter(({ kind }) => kind === 'document').map(({ id }) => id));
  return ({ id, topicTreeId }) => documents.has(topicTreeId ?? id);
}

/** The trees without the conversations about one, which are listed with it, but for one that the window shows. */
function withShownConversation(trees: readonly LoomTree[], shownId: LoomTree['id']): readonly LoomTree[] {
  const shown = trees.find(({ id }) => id === shownId);
  return trees
    .filter(({ topicTreeId }) => topicTreeId === null)
    .flatMap((tree) => (shown !== undefined && shown.topicTreeId === tree.id ? [tree, shown] : [tree]));
}

interface ArchivedRowProps {
  readonly tree: LoomTree;
  /** Its distinction from another tree of its title. */
  readonly note: string | undefined;
  readonly readOnly: boolean;
}

function ArchivedRow({ tree, note, readOnly }: ArchivedRowProps) {
  const { trees } = useAppSession();
  const name = titleWithNote(tree.title, note);
  return (
    <li className={styles.archived}>
      <span className={styles.title} dir="auto" title={tooltipOf(tree)}>
        {tree.title}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {!readOnly && (
        <span className={styles.actions}>
          <Button variant="quiet" label={restoreTree(name)} onClick={() => void trees.restore(tree)}>
            {TREE_ACTIONS.restore}
          </Button>
          <Button variant="quiet" label={deleteTree(name)} onClick={() => void trees.askToDelete(tree)}>
            {TREE_ACTIONS.delete}
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
      aria-label={FILTER_TREES}
      placeholder={FILTER}
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

/** The documents of the grove, which open as trees do (`documents.md`). */
function Documents(props: Omit<TreeListProps, 'labelledBy'>) {
  const commands = useCommands();
  const id = useId();
  return (
    <>
      <ListHead id={id} title={DOCUMENTS}>
        {!props.readOnly && (
          <Button
            variant="icon"
            label={NEW_DOCUMENT}
            hint={commands.hint('grove.newDocument')}
            onClick={() => commands.run('grove.newDocument')}
          >
            <PlusIcon />
          </Button>
        )}
      </ListHead>
      <TreeList {...props} labelledBy={id} />
    </>
  );
}

interface ListHeadProps {
  /** Id of the heading. */
  readonly id: string;
  readonly title: string;
  /** Its buttons. */
  readonly children: ReactNode;
}

/** The heading of a list of trees, with a button that makes another. */
function ListHead({ id, title, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <h3 className={styles.heading} id={id}>
        {title}
      </h3>
      {children}
    </div>
  );
}

interface TreeListProps {
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
function TreeList({ labelledBy, trees, notes, shownId, readOnly }: TreeListProps) {
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
