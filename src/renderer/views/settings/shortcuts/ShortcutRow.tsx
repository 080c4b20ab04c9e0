import { useState } from 'react';
import { RESET, resetOf } from '../../../../ui-text/settings/section-words.ts';
import {
  addKey,
  addKeyFor,
  alsoBelongsTo,
  changeKey,
  keyRemoved,
  keySet,
  NO_KEY,
  REMOVE_THERE,
  removeFrom,
} from '../../../../ui-text/settings/shortcuts.ts';
import { useAppSession } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { useCommands } from '../../commands.ts';
import type { Shortcut, ShownKey } from '../../shortcuts.ts';
import { KeyConflict } from './KeyConflict.tsx';
import { KeyField } from './KeyField.tsx';
import styles from './Shortcuts.module.css';

export interface ShortcutRowProps {
  readonly shortcut: Shortcut;
  /** Moves the focus to the element that matches a selector, since the focused one disappears. */
  onFocus(selector: string): void;
}

/** The pending edit: waiting for a key or, if the key belongs to another command, for a decision. */
interface KeyEdit {
  /** The key to replace; null to add one. */
  readonly before: string | null;
  readonly taken: { readonly key: ShownKey; readonly by: readonly string[] } | null;
}

/** One command with its keys, and the controls that change them. */
export function ShortcutRow({ shortcut, onFocus }: ShortcutRowProps) {
  const { shortcuts } = useCommands();
  const { notices } = useAppSession();
  const [edit, setEdit] = useState<KeyEdit | null>(null);
  const { id, title, keys, conflicts } = shortcut;
  const standard = shortcut.presetKeys === '' ? NO_KEY : shortcut.presetKeys;
  const row = `[data-shortcut="${id}"]`;
  const end = (spec: string | null) => {
    setEdit(null);
    onFocus(spec === null ? `${row} [data-more] button` : `${row} [data-key="${CSS.escape(spec)}"]`);
  };
  const assign = (key: ShownKey) => {
    shortcuts.assign(id, edit?.before ?? null, key.spec);
    notices.announce(keySet(title, key.label));
    end(key.spec);
  };
  const assignTaken = () => {
    if (edit?.taken != null) assign(edit.taken.key);
  };
  const remove = () => {
    const before = edit?.before ?? null;
    if (before !== null) {
      shortcuts.remove(id, before);
      notices.announce(keyRemoved(title, keys.find(({ spec }) => spec === before)?.label ?? ''));
    }
    end(null);
  };
  const onPress = (key: ShownKey): string | null => {
    const availability = shortcuts.checkKey(id, key.spec);
    if (availability.kind === 'reserved') return keySet(key.label, availability.reason);
    if (availability.kind === 'taken') {
      setEdit({ before: edit?.before ?? null, taken: { key, by: availability.by } });
      onFocus(`${row} [data-offer] button`);
    } else if (availability.kind === 'same') end(key.spec);
    else assign(key);
    return null;
  };
  const field = edit !== null && edit.taken === null && (
    <KeyField
      title={title}
      replaces={edit.before !== null}
      onPress={onPress}
      onClear={remove}
      onCancel={() => end(edit.before)}
      onBlur={() => setEdit((now) => (now?.taken === null ? null : now))}
    />
  );
  return (
    <li className={styles.row} data-shortcut={id}>
      <span className={styles.title}>{title}</span>
      <span className={styles.keys}>
        {shortcut.isChanged && (
          <Button
            variant="quiet"
            label={resetOf(title)}
            hint={standard}
            onClick={() => {
              shortcuts.reset(id);
              notices.announce(keySet(title, standard));
              onFocus(`${row} [data-more] button`);
            }}
          >
            {RESET}
          </Button>
        )}
        {keys.map((key) =>
          edit?.before === key.spec && field ? (
            <span key={key.spec}>{field}</span>
          ) : (
            <KeyButton
              key={key.spec}
              shown={key}
              shortcut={shortcut}
              onChange={() => setEdit({ before: key.spec, taken: null })}
            />
          ),
        )}
        {edit?.before === null && field}
        {!shortcut.isOfPreset && (
          <span data-more="">
            <Button
              variant="icon"
              label={addKeyFor(title, keys.length === 0)}
              hint={addKey(keys.length === 0)}
              onClick={() => setEdit({ before: null, taken: null })}
            >
              <PlusIcon />
            </Button>
          </span>
        )}
      </span>
      {edit?.taken != null && (
        <KeyConflict
          taken={edit.taken.key}
          by={edit.taken.by}
          onTake={assignTaken}
          onCancel={() => end(edit.before)}
        />
      )}
      {edit === null && conflicts.length > 0 && (
        <div className={styles.offer}>
          <p className={styles.problem}>
            {conflicts.map((conflict) => alsoBelongsTo(conflict.key, conflict.title)).join(' ')}
          </p>
          <Button
            label={removeFrom(conflicts.map((conflict) => conflict.title))}
            onClick={() => {
              shortcuts.resolveConflicts(id);
              onFocus(`${row} [data-more] button`);
            }}
          >
            {REMOVE_THERE}
          </Button>
        </div>
      )}
    </li>
  );
}

interface KeyButtonProps {
  readonly shown: ShownKey;
  readonly shortcut: Shortcut;
  onChange(): void;
}

/** A key as a button that changes it; plain text if the key belongs to a generation preset. */
function KeyButton({ shown, shortcut, onChange }: KeyButtonProps) {
  if (shortcut.isOfPreset) return <kbd className={styles.key}>{shown.label}</kbd>;
  return (
    <button
      type="button"
      className={styles.key}
      data-key={shown.spec}
      aria-label={changeKey(shown.label, shortcut.title)}
      onClick={onChange}
    >
      {shown.label}
    </button>
  );
}
