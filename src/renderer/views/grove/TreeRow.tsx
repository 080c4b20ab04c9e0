import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { OPEN_BOOK } from '../../../ui-text/book.ts';
import { newReplies } from '../../../ui-text/dialogue/messages.ts';
import { SAVE_AS_TEMPLATE } from '../../../ui-text/document-templates.ts';
import { OPEN_BESIDE } from '../../../ui-text/documents.ts';
import {
  actionsFor,
  DESCRIPTION_HINT,
  descriptionOf,
  TREE_ACTIONS,
  TREE_MENU,
  titleOf,
} from '../../../ui-text/grove/trees.ts';
import { WRITE_NAMES } from '../../../ui-text/links.ts';
import { TAGS } from '../../../ui-text/tags.ts';
import { titleWithNote } from '../../../ui-text/tree/equal-titles.ts';
import { useAppSession, useSelected, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { ContextMenu, type ContextMenuGroup } from '../../ui/layers/ContextMenu.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TagName } from '../tags/TagName.tsx';
import styles from './Trees.module.css';

export interface TreeRowProps {
  readonly tree: LoomTree;
  /** Its distinction from another tree of its title. */
  readonly note?: string | undefined;
  readonly isShown: boolean;
  readonly readOnly: boolean;
  /** There is another tree, so this one can be archived or moved. */
  readonly canRemove: boolean;
  /** Shows the tree where it is not the window's; by default it becomes that. */
  onOpen?(): void;
}

/** The whole title, and what the tree is about. */
export function tooltipOf({ title, description }: LoomTree): string {
  return description === null ? title : `${title}\n${description}`;
}

/** One tree of the list. Its button, a right click and the menu key open its menu; F2 edits its title. */
export function TreeRow({ tree, note, isShown, readOnly, canRemove, onOpen }: TreeRowProps) {
  const session = useAppSession();
  const { trees } = session;
  const { editing } = useStore(trees.state);
  const unseen = useSelected(session.preferences, () => session.unseen.countOf(tree));
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const row = useRef<HTMLButtonElement>(null);
  useStore(session.tags.list);
  const tags = session.tags.ofTree(tree.id);
  const place = { treeId: tree.id, positionId: tree.rootPositionId };
  const name = titleWithNote(tree.title, note);
  const editedPart = editing?.treeId === tree.id ? editing.part : null;
  const endEditing = () => {
    trees.endEditing();
    queueMicrotask(() => row.current?.focus());
  };
  const groups: readonly ContextMenuGroup[] = [
    {
      label: TREE_MENU.names,
      items: [
        { id: 'rename', text: TREE_ACTIONS.rename, keyLabel: 'F2', run: () => trees.edit(tree.id, 'title') },
        { id: 'describe', text: TREE_ACTIONS.describe, run: () => trees.edit(tree.id, 'description') },
        { id: 'writeNames', text: WRITE_NAMES, run: () => void session.links.writeNames(tree) },
        { id: 'tag', text: TREE_ACTIONS.tag, run: () => void session.tags.askToAdd(place) },
        ...(tags.length === 0
          ? []
          : [
              {
                id: 'untag',
                text: TREE_ACTIONS.untag,
                run: () => session.tags.askToRemove(place, tags),
              },
            ]),
      ],
    },
    ...(tree.kind === 'document' && !isShown
      ? [
          {
            label: TREE_MENU.beside,
            items: [{ id: 'beside', text: OPEN_BESIDE, run: () => session.documents.show(tree.id) }],
          },
        ]
      : []),
    ...(tree.kind === 'story' && tree.mode === 'buffer'
      ? [
          {
            label: TREE_MENU.book,
            items: [
              {
                id: 'book',
                text: OPEN_BOOK,
                disabled: readOnly,
                run: () => session.fullPage.set({ kind: 'book', treeId: tree.id }),
              },
            ],
          },
        ]
      : []),
    {
      label: TREE_MENU.copies,
      items: [
        { id: 'duplicate', text: TREE_ACTIONS.duplicate, run: () => void trees.duplicate(tree) },
        ...(tree.kind === 'document'
          ? [{ id: 'template', text: SAVE_AS_TEMPLATE, run: () => void session.templates.save(tree) }]
          : []),
        {
          id: 'move',
          text: TREE_ACTIONS.move,
          // A conversation about a tree moves with it.
          disabled: !canRemove || tree.topicTreeId !== null,
          run: () => void trees.move(tree),
        },
      ],
    },
    {
      label: TREE_MENU.archive,
      items: [
        {
          id: 'archive',
          text: TREE_ACTIONS.archive,
          disabled: !canRemove,
          run: () => void trees.archive(tree),
        },
      ],
    },
  ];
  return (
    <li className={styles.row} data-shown={isShown} data-about={tree.topicTreeId !== null && isShown}>
      {editedPart === 'title' ? (
        <LineField
          label={titleOf(name)}
          initial={tree.settings.titleFrom === 'text' ? '' : tree.title}
          placeholder={tree.title}
          onCommit={(title) => void trees.rename(tree, title)}
          onEnd={endEditing}
        />
      ) : (
        <button
          ref={row}
          type="button"
          className={styles.tree}
          dir="auto"
          aria-current={isShown ? 'true' : undefined}
          title={tooltipOf(tree)}
          onClick={() => (onOpen === undefined ? void session.showTree(tree.id) : onOpen())}
          onContextMenu={(event) => {
            event.preventDefault();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            // The menu key has no pointer coordinates.
            const isPointer = event.clientX > 0 || event.clientY > 0;
            if (!readOnly)
              setMenuAt(isPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'F2' || readOnly) return;
            event.preventDefault();
            trees.edit(tree.id, 'title');
          }}
        >
          <span className={styles.name}>{tree.title}</span>
          {tags.length > 0 && (
            <span className={styles.tags}>
              <VisuallyHidden>{TAGS}: </VisuallyHidden>
              {tags.map((tag) => (
                <TagName key={tag.tagId} tag={tag} />
              ))}
            </span>
          )}
          <UnseenMark count={unseen} />
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </button>
      )}
      {!readOnly && (
        <span className={styles.more}>
          <Button
            variant="icon"
            label={actionsFor(name)}
            onClick={() => {
              const rect = row.current?.getBoundingClientRect();
              if (rect !== undefined) setMenuAt({ x: rect.right - 8, y: rect.bottom });
            }}
          >
            <MoreIcon />
          </Button>
        </span>
      )}
      {editedPart === 'description' && (
        <LineField
          label={descriptionOf(name)}
          initial={tree.description ?? ''}
          placeholder={DESCRIPTION_HINT}
          onCommit={(text) => void trees.describe(tree, text)}
          onEnd={endEditing}
        />
      )}
      {editedPart !== 'description' && isShown && tree.description !== null && (
        <p className={styles.description}>{tree.description}</p>
      )}
      <ContextMenu
        label={actionsFor(name)}
        open={menuAt !== null}
        at={menuAt ?? { x: 0, y: 0 }}
        groups={groups}
        onClose={() => setMenuAt(null)}
        findFocus={() => row.current}
      />
    </li>
  );
}

interface LineFieldProps {
  readonly label: string;
  readonly initial: string;
  readonly placeholder: string;
  onCommit(text: string): void;
  onEnd(): void;
}

/** A one-line field that commits on Enter or blur; Escape cancels. */
function LineField({ label, initial, placeholder, onCommit, onEnd }: LineFieldProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (commits: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (commits) onCommit(text);
    onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Keep Escape from closing anything behind the field, and Enter from pressing the button that gets the keyboard back.
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Enter');
  };
  return (
    <input
      ref={field}
      className={styles.field}
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_TITLE_LENGTH}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={onKeyDown}
    />
  );
}

/** A dot and a number: so many replies arrived while the writer did not look. Nothing for 0. */
export function UnseenMark({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.mark} role="img" aria-label={newReplies(count)} title={newReplies(count)}>
      {count}
    </span>
  );
}
