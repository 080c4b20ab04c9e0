import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { chapterPlace } from '../../../core/sections/sections.ts';
import {
  BOOKMARKS,
  GROVE,
  NEW_GROVE,
  noBookmarks,
  OPEN_GROVE,
  READ_ONLY,
  SETTINGS,
} from '../../../ui-text/grove/pane.ts';
import { CHAPTERS, wordsIn } from '../../../ui-text/tree/outline.ts';
import { useAppSession, useSelected, useStore, useTreeDesk } from '../../session/hooks.ts';
import { bookmarkTitle } from '../../session/tree/bookmarks-session.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useCommands } from '../commands.ts';
import { Search } from '../search/Search.tsx';
import { TagFilterLine } from '../tags/TagFilterLine.tsx';
import { chapterRows } from './chapter-rows.ts';
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
      {isSearching && <TagFilterLine />}
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

/** The bookmarks of the open tree; each goes to its node. */
function Bookmarks() {
  const tree = useTreeDesk();
  const commands = useCommands();
  const bookmarks = useStore(tree.bookmarks.list);
  const id = useId();
  return (
    <section className={styles.bookmarks} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {BOOKMARKS}
      </h3>
      {bookmarks.length === 0 && (
        <p className={styles.none}>{noBookmarks(commands.key('bookmark.toggle'))}</p>
      )}
      <ul>
        {bookmarks.map((bookmark) => (
          <li key={bookmark.anchorId ?? bookmark.positionId}>
            <button
              type="button"
              className={styles.bookmark}
              dir="auto"
              data-named={bookmark.label !== null}
              title={bookmark.excerpt}
              onClick={() => void tree.navigation.goToBookmark(bookmark)}
            >
              {bookmarkTitle(bookmark)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The chapters of the text; each goes to its heading, and shows its words when it is pointed at. The one with the caret
 * is marked and kept in view. Nothing if there are none.
 */
function Chapters() {
  const { sections, place } = useTreeDesk();
  const list = useStore(sections.list);
  const sectionIndex = useSelected(place, (caret) => caret?.sectionIndex ?? -1);
  const id = useId();
  const scroller = useRef<HTMLElement>(null);
  const chapters = useMemo(() => chapterRows(list), [list]);
  const { chapter } = chapterPlace(list, sectionIndex);
  const current = chapters.findIndex(({ section }) => section === chapter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that are read again move the current one
  useEffect(() => {
    if (scroller.current !== null) revealCurrent(scroller.current);
  }, [current, chapters]);
  if (chapters.length === 0) return null;
  return (
    <section ref={scroller} className={styles.chapters} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {CHAPTERS}
      </h3>
      <ul>
        {chapters.map(({ section, depth, numbered, number, title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chapter has no identity but its place
          <li key={index}>
            <button
              type="button"
              className={styles.chapter}
              dir="auto"
              aria-current={index === current ? 'true' : undefined}
              style={{ '--depth': depth, '--numbered': numbered } as CSSProperties}
              onClick={() => sections.goToText(section)}
            >
              <VisuallyHidden>
                {sectionTitle(section)}, {wordsIn(section.allWords)}
              </VisuallyHidden>
              {number !== '' && (
                <span className={styles.number} aria-hidden="true">
                  {number}
                </span>
              )}
              <span className={styles.chapterTitle} aria-hidden="true">
                {title}
              </span>
              <span className={styles.count} aria-hidden="true">
                {section.allWords.toLocaleString('en-US')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scrolls a list, and nothing around it, to its current row, with a row more on either side. */
function revealCurrent(list: HTMLElement): void {
  const row = list.querySelector('[aria-current="true"]');
  if (row === null) return;
  const { top, bottom, height } = row.getBoundingClientRect();
  const outer = list.getBoundingClientRect();
  const above = top - height - outer.top;
  const below = bottom + height - outer.bottom;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}
