import { useId } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { titleOfBookmark } from '../../session/tree/bookmarks-session.ts';
import { useCommands } from '../commands.ts';
import styles from './GrovePane.module.css';

/** The bookmarks of the tree that is shown; each leads to its place. */
export function Bookmarks() {
  const tree = useOpenTree();
  const commands = useCommands();
  const bookmarks = useStore(tree.bookmarks.list);
  const id = useId();
  return (
    <section className={styles.bookmarks} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        Bookmarks
      </h3>
      {bookmarks.length === 0 && <p className={styles.none}>{saysNone(commands.key('bookmark.toggle'))}</p>}
      <ul>
        {bookmarks.map((bookmark) => (
          <li key={bookmark.positionId}>
            <button
              type="button"
              className={styles.bookmark}
              dir="auto"
              data-named={bookmark.label !== null}
              title={bookmark.excerpt}
              onClick={() => void tree.moving.goTo(bookmark.positionId).then(() => tree.focusManuscript())}
            >
              {titleOfBookmark(bookmark)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function saysNone(key: string): string {
  return key === '' ? 'None yet.' : `None yet. ${key} sets one.`;
}
