import { useEffect, useId, useRef, useState } from 'react';
import {
  actionsForTag,
  bringBackTag,
  moreTags,
  PUT_AWAY,
  TAG_ACTIONS,
  TAG_MENU,
  TAGS,
  TAGS_PUT_AWAY,
} from '../../../ui-text/tags.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ShownTag } from '../../session/tree/tree-tags.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { ContextMenu, type ContextMenuGroup } from '../../ui/layers/ContextMenu.tsx';
import { TagFilterLine } from './TagFilterLine.tsx';
import { TagName } from './TagName.tsx';
import styles from './Tags.module.css';

/** More would push what is below out of reach; the palette finds all. */
const MAX_LISTED = 100;

/** The tags of the grove with how much has each, the filter by one, and those that are put away. Nothing without any. */
export function TagsSection({ readOnly }: { readonly readOnly: boolean }) {
  const { tags } = useAppSession();
  const active = useStore(tags.active);
  const archived = useStore(tags.archived);
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  useEffect(() => tags.watch(), [tags]);
  if (active.length + archived.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {TAGS}
      </h3>
      <TagFilterLine />
      <ul aria-labelledby={id}>
        {active.slice(0, MAX_LISTED).map((tag) => (
          <TagRow key={tag.tagId} tag={tag} readOnly={readOnly} />
        ))}
      </ul>
      {active.length > MAX_LISTED && <p className={styles.more}>{moreTags(active.length - MAX_LISTED)}</p>}
      {archived.length > 0 && (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={[
            {
              id: 'archive',
              title: PUT_AWAY,
              note: archived.length.toLocaleString('en'),
              content: (
                <ul aria-label={TAGS_PUT_AWAY}>
                  {archived.slice(0, MAX_LISTED).map((tag) => (
                    <li key={tag.tagId} className={styles.row}>
                      <TagName tag={tag} />
                      {!readOnly && (
                        <Button
                          variant="quiet"
                          label={bringBackTag(tag.name)}
                          onClick={() => void tags.bringBack(tag)}
                        >
                          {TAG_ACTIONS.bringBack}
                        </Button>
                      )}
                    </li>
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

/** A tag of the grove. Its button shows only what has it, and everything again; its menu has the rest. */
function TagRow({ tag, readOnly }: { readonly tag: ShownTag; readonly readOnly: boolean }) {
  const { tags } = useAppSession();
  const filter = useStore(tags.filter);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const row = useRef<HTMLButtonElement>(null);
  const { tagId, name, count } = tag;
  const isFiltered = filter?.tagId === tagId;
  const filterBy = (kind: 'only' | 'hide') =>
    tags.setFilter(
      isFiltered && filter.kind === kind ? null : { tagId, kind, withBelow: filter?.withBelow ?? false },
    );
  const groups: readonly ContextMenuGroup[] = [
    {
      label: TAG_MENU.filter,
      items: [
        { id: 'only', text: TAG_ACTIONS.only, run: () => filterBy('only') },
        { id: 'hide', text: TAG_ACTIONS.hide, run: () => filterBy('hide') },
      ],
    },
    ...(readOnly
      ? []
      : [
          {
            label: TAG_MENU.names,
            items: [
              { id: 'rename', text: TAG_ACTIONS.rename, keyLabel: 'F2', run: () => tags.askForName(tag) },
              { id: 'colour', text: TAG_ACTIONS.colour, run: () => tags.askForColor(tag) },
              { id: 'merge', text: TAG_ACTIONS.merge, run: () => tags.askToMerge(tag) },
            ],
          },
          {
            label: TAG_MENU.archive,
            items: [{ id: 'putAway', text: TAG_ACTIONS.putAway, run: () => void tags.putAway(tag) }],
          },
        ]),
  ];
  return (
    <li className={styles.row} data-filtered={isFiltered || undefined}>
      <button
        ref={row}
        type="button"
        className={styles.open}
        aria-pressed={isFiltered}
        onClick={() => filterBy(isFiltered ? filter.kind : 'only')}
        onContextMenu={(event) => {
          event.preventDefault();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          // The menu key has no pointer coordinates.
          const isPointer = event.clientX > 0 || event.clientY > 0;
          setMenuAt(isPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'F2' || readOnly) return;
          event.preventDefault();
          tags.askForName(tag);
        }}
      >
        <TagName tag={tag} />
        <span className={styles.count}>{count.toLocaleString('en-US')}</span>
      </button>
      <span className={styles.menu}>
        <Button
          variant="icon"
          label={actionsForTag(name)}
          onClick={() => {
            const rect = row.current?.getBoundingClientRect();
            if (rect !== undefined) setMenuAt({ x: rect.right - 8, y: rect.bottom });
          }}
        >
          <MoreIcon />
        </Button>
      </span>
      <ContextMenu
        label={actionsForTag(name)}
        open={menuAt !== null}
        at={menuAt ?? { x: 0, y: 0 }}
        groups={groups}
        onClose={() => setMenuAt(null)}
        findFocus={() => row.current}
      />
    </li>
  );
}
