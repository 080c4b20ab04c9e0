import { useId, useState } from 'react';
import { lineOf } from '../../../core/lore/key-line.ts';
import type { LoreEntry } from '../../../core/lore/lore-entry.ts';
import { LORE_ENTRIES, LORE_FIELDS, LORE_SWITCH, partName, USE_AS_LORE } from '../../../ui-text/lore.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { useStore } from '../../session/hooks.ts';
import { isLore, partsApart, partsOf } from '../../session/tree/lore-entries.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import styles from './Lore.module.css';
import { LoreEntryFields } from './LoreEntryFields.tsx';

export interface LoreFormProps {
  /** Of a document. */
  readonly tree: TreeDesk;
  readonly readOnly: boolean;
}

/** The lore that a document is: the switch, and its entries. */
export function LoreForm({ tree, readOnly }: LoreFormProps) {
  const { lore } = useStore(tree.texts.store);
  const isOn = isLore(lore);
  const id = useId();
  const about = isOn ? LORE_SWITCH.on : LORE_SWITCH.off;
  return (
    <div className={styles.form}>
      <div className={styles.switch}>
        <div>
          <span className={styles.label}>{USE_AS_LORE}</span>
          <p id={id} className={styles.soft}>
            {about}
          </p>
        </div>
        {!readOnly && (
          <Switch
            label={USE_AS_LORE}
            describedBy={id}
            on={isOn}
            onChange={(on) => tree.loreEntries.use(on)}
          />
        )}
      </div>
      {isOn && (readOnly ? <Keys lore={lore} /> : <Entries tree={tree} lore={lore} />)}
    </div>
  );
}

/** The entries of a file that can only be read. */
function Keys({ lore }: { readonly lore: readonly LoreEntry[] }) {
  return (
    <ul aria-label={LORE_ENTRIES.list}>
      {lore.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity but its place
        <li key={index} className={styles.soft}>
          {nameOf(entry)}: {noteOf(entry)}
        </li>
      ))}
    </ul>
  );
}

function Entries({ tree, lore }: { readonly tree: TreeDesk; readonly lore: readonly LoreEntry[] }) {
  const { loreEntries } = tree;
  const sections = useStore(tree.sections.list);
  const [open, setOpen] = useState<string | null>('0');
  const parts = partsOf(sections).filter((part) => !lore.some((entry) => entry.part === part));
  const apart = partsApart(sections);
  const isApart = apart.every((part) => lore.some((entry) => entry.part === part));
  const fields = (entry: LoreEntry, index: number) => (
    <LoreEntryFields
      treeId={tree.treeId}
      entry={entry}
      isOne={lore.length === 1}
      onChange={(change) => loreEntries.change(index, change)}
    />
  );
  const [only] = lore;
  return (
    <>
      {lore.length === 1 && only !== undefined && only.part === undefined ? (
        fields(only, 0)
      ) : (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={lore.map((entry, index) => ({
            id: String(index),
            title: nameOf(entry),
            note: noteOf(entry),
            content: (
              <div className={styles.form}>
                {fields(entry, index)}
                <div>
                  <Button
                    variant="quiet"
                    label={LORE_ENTRIES.removeEntry(nameOf(entry))}
                    onClick={() => loreEntries.remove(index)}
                  >
                    {LORE_ENTRIES.remove}
                  </Button>
                </div>
              </div>
            ),
          }))}
        />
      )}
      {parts.length > 0 && (
        <Select
          label={LORE_ENTRIES.add}
          value=""
          options={[
            { value: '', text: LORE_ENTRIES.choose },
            ...parts.map((part) => ({ value: part, text: partName(part) })),
          ]}
          onChange={(part) => {
            if (part === '') return;
            setOpen(String(lore.length));
            loreEntries.add(part);
          }}
        />
      )}
      {apart.length > 1 && !isApart && (
        <div>
          <Button
            variant="quiet"
            onClick={() => {
              setOpen(null);
              loreEntries.divide(apart);
            }}
          >
            {LORE_ENTRIES.apart}
          </Button>
        </div>
      )}
    </>
  );
}

function nameOf({ part }: LoreEntry): string {
  return part === undefined ? LORE_ENTRIES.whole : partName(part);
}

function noteOf({ always = false, enabled = true, keys, part }: LoreEntry): string {
  if (!enabled) return LORE_FIELDS.off;
  if (always) return LORE_FIELDS.always;
  return keys === undefined
    ? part === undefined
      ? LORE_FIELDS.itsNames
      : LORE_FIELDS.itsHeading
    : lineOf(keys);
}
