import { useId } from 'react';
import { BOOKMARKS, noBookmarks } from '../../../ui-text/grove/pane.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { bookmarkTitle } from '../../session/tree/bookmarks-session.ts';
import { useCommands } from '../commands.ts';
import styles from './GrovePane.module.css';

/** The bookmarks of the open tree; each goes to its node. */
export function Bookmarks() {
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
