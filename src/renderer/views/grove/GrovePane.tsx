import type { ReactNode } from 'react';
import { GROVE, NEW_GROVE, OPEN_GROVE, READ_ONLY, SETTINGS } from '../../../ui-text/grove/pane.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { Search } from '../search/Search.tsx';
import { Bookmarks } from './Bookmarks.tsx';
import { Chapters } from './Chapters.tsx';
import styles from './GrovePane.module.css';
import { Trees } from './Trees.tsx';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

export interface GrovePaneProps {
  readonly grove: Grove;
  /** The line beside it. */
  readonly children: ReactNode;
}

/** The trees of the grove, the chapters and bookmarks of the open one or, during a search, the results. */
export function GrovePane({ grove, children }: GrovePaneProps) {
  const commands = useCommands();
  const session = useAppSession();
  const isSearching = useStore(session.search.state).query.text.trim() !== '';
  return (
    <aside className={styles.pane} aria-label={GROVE}>
      <h2 className={styles.name} dir="auto" title={grove.fileName}>
        {grove.name}
      </h2>
      {grove.readOnly && <p className={styles.note}>{READ_ONLY}</p>}
      <Search grove={grove} />
      {!isSearching && (
        <Trees
          trees={grove.trees}
          archived={grove.archivedTrees}
          shownId={grove.openTreeId}
          readOnly={grove.readOnly}
        />
      )}
      {!isSearching && <Chapters />}
      {!isSearching && <Bookmarks />}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          hint={commands.hint('grove.create')}
          onClick={() => commands.run('grove.create')}
        >
          {NEW_GROVE}
        </Button>
        <Button
          variant="quiet"
          hint={commands.hint('grove.choose')}
          onClick={() => commands.run('grove.choose')}
        >
          {OPEN_GROVE}
        </Button>
        <Button
          variant="quiet"
          hint={commands.hint('settings.open')}
          onClick={() => commands.run('settings.open')}
        >
          {SETTINGS}
        </Button>
      </div>
      {children}
    </aside>
  );
}
