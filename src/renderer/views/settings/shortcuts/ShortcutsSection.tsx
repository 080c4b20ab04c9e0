import { useState } from 'react';
import {
  ALL_RESET,
  commandCount,
  FILTER_SHORTCUTS,
  RESET_ALL,
} from '../../../../ui-text/settings/shortcuts.ts';
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
