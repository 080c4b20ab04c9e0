import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { ContextMenu, type ContextMenuGroup } from '../../ui/layers/ContextMenu.tsx';
import styles from './Trees.module.css';

export interface TreeRowProps {
  readonly tree: LoomTree;
  readonly isShown: boolean;
  readonly readOnly: boolean;
  /** Another tree stays when this one goes. */
  readonly canGo: boolean;
}

/** A tree of the list; its menu by its button, the right button of the mouse or the menu key, its title by F2. */
export function TreeRow({ tree, isShown, readOnly, canGo }: TreeRowProps) {
  const session = useAppSession();
  const { trees } = session;
  const { editing } = useStore(trees.state);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const row = useRef<HTMLButtonElement>(null);
  const part = editing?.treeId === tree.id ? editing.part : null;
  const endEditing = () => {
    trees.endEditing();
    queueMicrotask(() => row.current?.focus());
  };
  const groups: readonly ContextMenuGroup[] = [
    {
      label: 'Words',
      items: [
        { id: 'rename', text: 'Rename…', keyLabel: 'F2', run: () => trees.edit(tree.id, 'title') },
        { id: 'describe', text: 'Describe…', run: () => trees.edit(tree.id, 'description') },
      ],
    },
    {
      label: 'Copies',
      items: [
        { id: 'duplicate', text: 'Duplicate', run: () => void trees.duplicate(tree) },
        {
          id: 'move',
          text: 'Move to another grove…',
          disabled: !canGo,
          run: () => void trees.move(tree),
        },
      ],
    },
    {
      label: 'Putting away',
      items: [{ id: 'archive', text: 'Archive', disabled: !canGo, run: () => void trees.archive(tree) }],
    },
  ];
  return (
    <li className={styles.row} data-shown={isShown}>
      {part === 'title' ? (
        <LineField
          label={`Title of ${tree.title}`}
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
          title={tree.description ?? tree.title}
          onClick={() => void session.showTree(tree.id)}
          onContextMenu={(event) => {
            event.preventDefault();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            // The menu key has no place of its own.
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
          {tree.title}
        </button>
      )}
      {!readOnly && (
        <span className={styles.more}>
          <Button
            look="icon"
            label={`Actions for ${tree.title}`}
            onClick={() => {
              const rect = row.current?.getBoundingClientRect();
              if (rect !== undefined) setMenuAt({ x: rect.right - 8, y: rect.bottom });
            }}
          >
            <MoreIcon />
          </Button>
        </span>
      )}
      {part === 'description' && (
        <LineField
          label={`Description of ${tree.title}`}
          initial={tree.description ?? ''}
          placeholder="What it is about"
          onCommit={(text) => void trees.describe(tree, text)}
          onEnd={endEditing}
        />
      )}
      {part !== 'description' && isShown && tree.description !== null && (
        <p className={styles.description}>{tree.description}</p>
      )}
      <ContextMenu
        label={`Actions for ${tree.title}`}
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

/** A line that counts with Enter or when the keyboard leaves it; Escape leaves everything as it was. */
function LineField({ label, initial, placeholder, onCommit, onEnd }: LineFieldProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    if (isKept) onCommit(text);
    onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end(true);
    if (event.key !== 'Escape') return;
    // Escape ends this and nothing behind it.
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  return (
    <input
      ref={field}
      className={styles.field}
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      maxLength={1_000}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={onKeyDown}
    />
  );
}
