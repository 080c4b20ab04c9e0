import { useState } from 'react';
import { useAppSession } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { useCommands } from '../../commands.ts';
import type { Shortcut, ShownKey } from '../../shortcuts.ts';
import { KeyField } from './KeyField.tsx';
import { KeyTaken } from './KeyTaken.tsx';
import styles from './Shortcuts.module.css';

export interface ShortcutRowProps {
  readonly shortcut: Shortcut;
  /** Where the keyboard is next, by a selector: what had it is gone. */
  onFocus(selector: string): void;
}

/** What is asked of the writer: a key, and where it is somebody’s already, whether to take it. */
interface Asking {
  /** The key the new one takes the place of; null for one more. */
  readonly before: string | null;
  readonly taken: { readonly key: ShownKey; readonly by: readonly string[] } | null;
}

/** One command with its keys, and what changes them. */
export function ShortcutRow({ shortcut, onFocus }: ShortcutRowProps) {
  const { shortcuts } = useCommands();
  const { notices } = useAppSession();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { id, title, keys, conflicts } = shortcut;
  const standard = shortcut.standard === '' ? 'No key' : shortcut.standard;
  const row = `[data-shortcut="${id}"]`;
  const end = (spec: string | null) => {
    setAsking(null);
    onFocus(spec === null ? `${row} [data-more] button` : `${row} [data-key="${CSS.escape(spec)}"]`);
  };
  const give = (key: ShownKey) => {
    shortcuts.give(id, asking?.before ?? null, key.spec);
    notices.announce(`${title}: ${key.label}`);
    end(key.spec);
  };
  const giveTaken = () => {
    if (asking?.taken != null) give(asking.taken.key);
  };
  const take = () => {
    const before = asking?.before ?? null;
    if (before !== null) {
      shortcuts.take(id, before);
      notices.announce(`${title}: ${keys.find(({ spec }) => spec === before)?.label ?? ''} taken away`);
    }
    end(null);
  };
  const press = (key: ShownKey): string | null => {
    const offer = shortcuts.offer(id, key.spec);
    if (offer.kind === 'never') return `${key.label}: ${offer.reason}`;
    if (offer.kind === 'taken') {
      setAsking({ before: asking?.before ?? null, taken: { key, by: offer.by } });
      onFocus(`${row} [data-offer] button`);
    } else if (offer.kind === 'same') end(key.spec);
    else give(key);
    return null;
  };
  const field = asking !== null && asking.taken === null && (
    <KeyField
      title={title}
      replaces={asking.before !== null}
      onPress={press}
      onClear={take}
      onLeave={() => end(asking.before)}
      onBlur={() => setAsking((now) => (now?.taken === null ? null : now))}
    />
  );
  return (
    <li className={styles.row} data-shortcut={id}>
      <span className={styles.title}>{title}</span>
      <span className={styles.keys}>
        {shortcut.isChanged && (
          <Button
            look="quiet"
            label={`As in the set: ${title}`}
            hint={standard}
            onClick={() => {
              shortcuts.reset(id);
              notices.announce(`${title}: ${standard}`);
              onFocus(`${row} [data-more] button`);
            }}
          >
            As in the set
          </Button>
        )}
        {keys.map((key) =>
          asking?.before === key.spec && field ? (
            <span key={key.spec}>{field}</span>
          ) : (
            <KeyButton
              key={key.spec}
              shown={key}
              shortcut={shortcut}
              onChange={() => setAsking({ before: key.spec, taken: null })}
            />
          ),
        )}
        {asking?.before === null && field}
        {!shortcut.isOfPreset && (
          <span data-more="">
            <Button
              look="icon"
              label={keys.length === 0 ? `A key for ${title}` : `Another key for ${title}`}
              hint={keys.length === 0 ? 'Give it a key' : 'Give it another key'}
              onClick={() => setAsking({ before: null, taken: null })}
            >
              <PlusIcon />
            </Button>
          </span>
        )}
      </span>
      {asking?.taken != null && (
        <KeyTaken
          taken={asking.taken.key}
          by={asking.taken.by}
          onTake={giveTaken}
          onLeave={() => end(asking.before)}
        />
      )}
      {asking === null && conflicts.length > 0 && (
        <div className={styles.offer}>
          <p className={styles.problem}>
            {conflicts.map((conflict) => `${conflict.key} is a key of “${conflict.title}” too.`).join(' ')}
          </p>
          <Button
            label={`Take it away from ${conflicts.map((conflict) => conflict.title).join(' and ')}`}
            onClick={() => {
              shortcuts.settle(id);
              onFocus(`${row} [data-more] button`);
            }}
          >
            Take it away there
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

/** A key, and the way to another one; of a preset of generation the key alone. */
function KeyButton({ shown, shortcut, onChange }: KeyButtonProps) {
  if (shortcut.isOfPreset) return <kbd className={styles.key}>{shown.label}</kbd>;
  return (
    <button
      type="button"
      className={styles.key}
      data-key={shown.spec}
      aria-label={`${shown.label}: change this key of ${shortcut.title}`}
      onClick={onChange}
    >
      {shown.label}
    </button>
  );
}
