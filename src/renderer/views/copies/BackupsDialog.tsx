import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './BackupsDialog.module.css';
import { formatSize, formatTime } from './format-backup.ts';

/** Lists the backups; choosing one opens a copy of it. */
export function BackupsDialog() {
  const { copies, scene } = useAppSession();
  const backups = useStore(copies.backups);
  const showsGroveNames = useStore(scene).kind !== 'grove';
  if (backups === null) return null;
  return (
    <Dialog
      title="Open a copy from…"
      text={
        backups.length === 0 ? (
          <p>
            There are no backups yet. One is made when a grove is closed, and every half hour while it
            changes.
          </p>
        ) : (
          <p>
            You choose where to save the copy. It opens as a separate grove; the current grove and its backups
            do not change.
          </p>
        )
      }
      onClose={() => copies.closeBackups()}
    >
      <ul className={styles.list} aria-label="Backups">
        {backups.map((backup) => (
          <li key={`${backup.groveId} ${backup.name}`}>
            <button type="button" className={styles.backup} onClick={() => void copies.openBackup(backup)}>
              <span className={styles.when}>{formatTime(backup.time)}</span>
              {showsGroveNames && <span className={styles.grove}>{backup.groveName}</span>}
              <span className={styles.what}>
                {count(backup.nodes, 'node')} in {count(backup.trees, 'tree')}
                {backup.isReplaced && ', before the file was replaced'}
              </span>
              <span className={styles.size}>{formatSize(backup.bytes)}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => copies.closeBackups()}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
