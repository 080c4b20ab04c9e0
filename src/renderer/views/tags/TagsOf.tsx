import { useEffect, useRef } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { ADD_TAG, ADD_TAG_PLACEHOLDER, removeTag, tagCount } from '../../../ui-text/tags.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownTag } from '../../session/tree/tree-tags.ts';
import { AddField } from '../../ui/fields/AddField.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { TagName } from './TagName.tsx';
import styles from './Tags.module.css';

const NONE: readonly ShownTag[] = [];

interface TagsOfProps {
  /** The list's name. */
  readonly label: string;
  readonly positionId: PositionId;
  readonly readOnly: boolean;
  /** A field below the list adds tags. */
  readonly adds: boolean;
}

/** The tags of a passage, a note or a whole tree; each can be removed, and a field adds others. */
export function TagsOf({ label, positionId, readOnly, adds }: TagsOfProps) {
  const { tags } = useAppSession();
  const tree = useTreeDesk();
  const own = useStore(tree.tags.byPosition).get(positionId) ?? NONE;
  const all = useStore(tags.active);
  const field = useRef<HTMLInputElement>(null);
  const place = { treeId: tree.treeId, positionId };
  useEffect(() => tree.tags.watch(), [tree]);
  return (
    <div className={styles.tags}>
      {own.length > 0 && (
        <ul className={styles.list} aria-label={label}>
          {own.map((tag) => (
            <li key={tag.tagId} className={styles.tag}>
              <TagName tag={tag} />
              {!readOnly && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={removeTag(tag.name)}
                  title={removeTag(tag.name)}
                  onClick={() => {
                    field.current?.focus();
                    void tags.unassign(place, tag);
                  }}
                >
                  <CloseIcon />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {adds && !readOnly && (
        <AddField
          field={field}
          label={ADD_TAG}
          placeholder={ADD_TAG_PLACEHOLDER}
          items={all
            .filter((tag) => !own.includes(tag))
            .map(({ name, count }) => ({ value: name, note: tagCount(count) }))}
          wanted={(typed) => typed.replace(/^[\s#]+/, '')}
          onAdd={(name) => void tags.assign(place, name)}
        />
      )}
    </div>
  );
}
