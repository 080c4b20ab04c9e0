import { useState } from 'react';
import { useAppSession } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { useCommands } from '../../commands.ts';
import { ListFilter } from '../../full-page/ListFilter.tsx';
import { filterShortcuts } from '../../shortcuts.ts';
import { useNextFocus } from '../use-next-focus.ts';
import { KeySet } from './KeySet.tsx';
import { ShortcutRow } from './ShortcutRow.tsx';
import styles from './Shortcuts.module.css';

/** Every command with its keys; a key is changed by pressing the new one. */
export function ShortcutsSection() {
  const { notices } = useAppSession();
  const { shortcuts } = useCommands();
  const [filter, setFilter] = useState('');
  const [page, focusNext] = useNextFocus();
  const shown = filterShortcuts(shortcuts.groups, filter);
  const count = shown.reduce((sum, group) => sum + group.shortcuts.length, 0);
  const resetAll = () => {
    shortcuts.resetAll();
    notices.announce('Every command has the keys of the set again.');
    focusNext('[type="search"]');
  };
  return (
    <div ref={page}>
      <KeySet />
      <ListFilter
        label="Filter by name or key"
        value={filter}
        onChange={setFilter}
        found={countWords(count, filter)}
      >
        {shortcuts.changes > 0 && <Button onClick={resetAll}>All as in the set</Button>}
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

function countWords(count: number, filter: string): string {
  if (filter.trim() === '') return '';
  if (count === 0) return `No command has “${filter.trim()}” in its name or its keys.`;
  return count === 1 ? '1 command' : `${count} commands`;
}
