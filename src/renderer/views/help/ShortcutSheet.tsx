import { useState } from 'react';
import {
  FILTER_SHORTCUTS,
  IN_THE_PALETTE,
  noShortcutFound,
  SHORTCUTS_FOOT,
} from '../../../ui-text/help/pages.ts';
import { useCommands } from '../commands.ts';
import { ListFilter } from '../full-page/ListFilter.tsx';
import { filterShortcuts, type Shortcut } from '../shortcuts.ts';
import styles from './Help.module.css';
import { SettingsLink } from './help-elements.tsx';

/** Every command with its current keys, by subject. */
export function ShortcutSheet() {
  const { shortcuts } = useCommands();
  const [filter, setFilter] = useState('');
  const shown = filterShortcuts(shortcuts.groups, filter);
  const isEmpty = shown.length === 0;
  return (
    <>
      <ListFilter
        label={FILTER_SHORTCUTS}
        value={filter}
        onChange={setFilter}
        found={isEmpty ? noShortcutFound(filter.trim()) : ''}
      />
      <div className={styles.sheet}>
        {shown.map((group) => (
          <section key={group.title} className={styles.group} aria-label={group.title}>
            <h3 className={styles.subject}>{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.id} className={styles.pair}>
                  <dt>{shortcut.title}</dt>
                  <dd className={styles.keys}>
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.foot}>
        {SHORTCUTS_FOOT.before} <SettingsLink section="shortcuts">{SHORTCUTS_FOOT.link}</SettingsLink>{' '}
        {SHORTCUTS_FOOT.after}
      </p>
    </>
  );
}

function Keys({ shortcut }: { readonly shortcut: Shortcut }) {
  if (shortcut.keys.length === 0) return <span className={styles.none}>{IN_THE_PALETTE}</span>;
  return shortcut.keys.map(({ spec, label }) => (
    <kbd key={spec} className={styles.key}>
      {label}
    </kbd>
  ));
}
