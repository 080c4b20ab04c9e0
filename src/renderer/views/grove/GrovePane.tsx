import { useAppSession, useStore } from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { Search } from '../search/Search.tsx';
import { Bookmarks } from './Bookmarks.tsx';
import styles from './GrovePane.module.css';
import { Trees } from './Trees.tsx';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/** The trees of the grove, the one that is shown marked; in their place what is found, while something is looked for. */
export function GrovePane({ grove }: { readonly grove: Grove }) {
  const commands = useCommands();
  const session = useAppSession();
  const isSearching = useStore(session.search.state).query.text.trim() !== '';
  return (
    <aside className={styles.pane} aria-label="Grove">
      <h2 className={styles.name} dir="auto" title={grove.fileName}>
        {grove.name}
      </h2>
      {grove.readOnly && <p className={styles.note}>Read only</p>}
      <Search grove={grove} />
      {!isSearching && (
        <Trees
          trees={grove.trees}
          archived={grove.archivedTrees}
          shownId={grove.openTreeId}
          readOnly={grove.readOnly}
        />
      )}
      {!isSearching && <Bookmarks />}
      <div className={styles.actions}>
        <Button
          look="quiet"
          hint={commands.hint('grove.create')}
          onClick={() => commands.run('grove.create')}
        >
          New grove
        </Button>
        <Button
          look="quiet"
          hint={commands.hint('grove.choose')}
          onClick={() => commands.run('grove.choose')}
        >
          Open…
        </Button>
        <Button
          look="quiet"
          hint={commands.hint('settings.open')}
          onClick={() => commands.run('settings.open')}
        >
          Settings
        </Button>
      </div>
    </aside>
  );
}
