import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { RESET, resetOf } from '../../../../ui-text/settings/section-words.ts';
import {
  ALL_RESET,
  addKey,
  addKeyFor,
  alsoBelongsTo,
  belongsTo,
  CANCEL,
  changeKey,
  commandCount,
  FILTER_SHORTCUTS,
  keyRemoved,
  keySet,
  NO_KEY,
  newKeyFor,
  PRESS_A_KEY,
  PRESS_NEW_KEY,
  PRESS_OTHER_KEY,
  REASSIGN,
  REMOVE_THERE,
  RESET_ALL,
  RESETS_CHANGES,
  removeFrom,
  SHORTCUT_SET,
  UNAVAILABLE_KEYS,
} from '../../../../ui-text/settings/shortcuts.ts';
import { useAppSession } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { useCommands } from '../../commands.ts';
import { ListFilter } from '../../full-page/FullPage.tsx';
import { filterShortcuts, type Shortcut, type ShownKey } from '../../shortcuts.ts';
import { useNextFocus } from '../RemovedItem.tsx';
import styles from './Shortcuts.module.css';

/** Every command with its keys. Pressing a new key replaces one. */
export function ShortcutsSection() {
  const { notices } = useAppSession();
  const { shortcuts } = useCommands();
  const [filter, setFilter] = useState('');
  const [page, focusNext] = useNextFocus();
  const shown = filterShortcuts(shortcuts.groups, filter);
  const count = shown.reduce((sum, group) => sum + group.shortcuts.length, 0);
  const resetAll = () => {
    shortcuts.resetAll();
    notices.tell(ALL_RESET);
    focusNext('[type="search"]');
  };
  return (
    <div ref={page}>
      <ShortcutSetPicker />
      <ListFilter
        label={FILTER_SHORTCUTS}
        value={filter}
        onChange={setFilter}
        found={commandCount(count, filter)}
      >
        {shortcuts.changeCount > 0 && <Button onClick={resetAll}>{RESET_ALL}</Button>}
      </ListFilter>
      {shown.map((group) => (
        <section key={group.title} className={styles.group} aria-label={group.title}>
          <h3 className={styles.subject}>{group.title}</h3>
          <ul>
            {group.shortcuts.map((shortcut) => (
              <ShortcutRow key={shortcut.id} shortcut={shortcut} onFocus={focusNext} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A choice of the shortcut set, and the original program's keys that it lacks. */
function ShortcutSetPicker() {
  const { shortcuts } = useCommands();
  const id = useId();
  const currentSet = shortcuts.sets.find((set) => set.id === shortcuts.setId);
  return (
    <div className={styles.set}>
      <div>
        <span className={styles.setName}>{SHORTCUT_SET}</span>
        <p id={id} className={styles.soft}>
          {currentSet?.sentence} {RESETS_CHANGES}
        </p>
      </div>
      <SegmentedControl
        label={SHORTCUT_SET}
        describedBy={id}
        wide
        value={shortcuts.setId}
        options={shortcuts.sets.map((set) => ({ value: set.id, text: set.title }))}
        onChange={(set) => shortcuts.chooseSet(set)}
      />
      {currentSet !== undefined && currentSet.unavailable.length > 0 && (
        <details className={styles.leftOut}>
          <summary>{UNAVAILABLE_KEYS}</summary>
          <ul>
            {currentSet.unavailable.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface ShortcutRowProps {
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
function ShortcutRow({ shortcut, onFocus }: ShortcutRowProps) {
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
      <span>{title}</span>
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

interface KeyConflictProps {
  readonly taken: ShownKey;
  /** The titles of the commands that have the key. */
  readonly by: readonly string[];
  onTake(): void;
  onCancel(): void;
}

/** Asks whether to take a key away from the commands that have it. Escape cancels. */
function KeyConflict({ taken, by, onTake, onCancel }: KeyConflictProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  };
  return (
    <fieldset className={styles.offer} data-offer="" onKeyDown={onKeyDown}>
      <legend className={styles.problem}>{belongsTo(taken.label, by)}</legend>
      <Button onClick={onTake}>{REASSIGN}</Button>
      <Button onClick={onCancel}>{CANCEL}</Button>
    </fieldset>
  );
}

interface KeyFieldProps {
  /** The command's title. */
  readonly title: string;
  /** It replaces a key, which Backspace then removes. */
  readonly replaces: boolean;
  /** @returns why the key is refused; null if it is accepted */
  onPress(key: ShownKey): string | null;
  onClear(): void;
  /** Escape: nothing changes. */
  onCancel(): void;
  /** The field lost the focus. */
  onBlur(): void;
}

/** A field that captures the next key pressed, whatever the key does elsewhere. */
function KeyField({ title, replaces, onPress, onClear, onCancel, onBlur }: KeyFieldProps) {
  const { shortcuts } = useCommands();
  const [held, setHeld] = useState('');
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const pressed = shortcuts.read(event.nativeEvent);
    if (pressed.kind === 'typing') return;
    const isAlone = !event.ctrlKey && !event.altKey && !event.metaKey;
    // Tab leaves the field, as it does any other.
    if (event.key === 'Tab' && isAlone) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed.kind === 'held') setHeld(pressed.label);
    else if (event.key === 'Escape') onCancel();
    else if (event.key === 'Backspace' && isAlone && !event.shiftKey) onClear();
    else {
      setHeld('');
      setProblem(onPress(pressed.key) ?? '');
    }
  };
  const onKeyUp = (event: KeyboardEvent<HTMLInputElement>) => {
    const pressed = shortcuts.read(event.nativeEvent);
    setHeld(pressed.kind === 'held' ? pressed.label : '');
  };
  return (
    <span className={styles.capture} data-takes-keys="">
      <input
        ref={field}
        className={styles.field}
        readOnly
        aria-label={newKeyFor(title)}
        aria-describedby={`${id}-how`}
        aria-invalid={problem === '' ? undefined : true}
        placeholder={PRESS_A_KEY}
        value={held}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onBlur={onBlur}
      />
      <span id={`${id}-how`} className={styles.how}>
        {replaces ? PRESS_OTHER_KEY : PRESS_NEW_KEY}
      </span>
      <span className={styles.problem} aria-live="assertive">
        {problem}
      </span>
    </span>
  );
}
