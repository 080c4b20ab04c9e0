import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './BackupsDialog.module.css';
import { formatSize, formatTime } from './format-backup.ts';

/** The backups that a copy can be opened of. */
export function BackupsDialog() {
  const { copies, scene } = useAppSession();
  const backups = useStore(copies.backups);
  const isOfAll = useStore(scene).kind !== 'grove';
  if (backups === null) return null;
  return (
    <Dialog
      title="Open a copy from…"
      text={
        backups.length === 0 ? (
          <p>
            There is no backup yet. One is made when a grove is closed, and every half hour while it changes.
          </p>
        ) : (
          <p>
            You choose where the copy goes. It opens as a grove of its own; the grove as it is now and its
            backups stay as they are.
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
              {isOfAll && <span className={styles.grove}>{backup.groveName}</span>}
              <span className={styles.what}>
                {count(backup.nodes, 'node')} in {count(backup.trees, 'tree')}
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
