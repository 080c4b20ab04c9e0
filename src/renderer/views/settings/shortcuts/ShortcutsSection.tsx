import { useState } from 'react';
import { useAppSession } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { useCommands } from '../../commands.ts';
import { ListFilter } from '../../full-page/ListFilter.tsx';
import { filterShortcuts } from '../../shortcuts.ts';
import { useNextFocus } from '../use-next-focus.ts';
import { ShortcutRow } from './ShortcutRow.tsx';
import { ShortcutSetPicker } from './ShortcutSetPicker.tsx';
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
    notices.announce('Every command has its original keys again.');
    focusNext('[type="search"]');
  };
  return (
    <div ref={page}>
      <ShortcutSetPicker />
      <ListFilter
        label="Filter by name or key"
        value={filter}
        onChange={setFilter}
        found={formatCommandCount(count, filter)}
      >
        {shortcuts.changeCount > 0 && <Button onClick={resetAll}>Reset all</Button>}
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

function formatCommandCount(count: number, filter: string): string {
  if (filter.trim() === '') return '';
  if (count === 0) return `No command’s name or key matches “${filter.trim()}”.`;
  return count === 1 ? '1 command' : `${count} commands`;
}
