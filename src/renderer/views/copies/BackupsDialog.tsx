import { BACKUPS, backupContents, CHOOSE_BACKUP, NO_BACKUPS, OPEN_A_COPY } from '../../../ui-text/copies.ts';
import { timeOfDay } from '../../../ui-text/time.ts';
import { CLOSE } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './BackupsDialog.module.css';

/** Lists the backups; choosing one opens a copy of it. */
export function BackupsDialog() {
  const { copies, scene } = useAppSession();
  const backups = useStore(copies.backups);
  const showsGroveNames = useStore(scene).kind !== 'grove';
  if (backups === null) return null;
  return (
    <Dialog
      title={OPEN_A_COPY}
      text={<p>{backups.length === 0 ? NO_BACKUPS : CHOOSE_BACKUP}</p>}
      onClose={() => copies.closeBackups()}
    >
      <ul className={styles.list} aria-label={BACKUPS}>
        {backups.map((backup) => (
          <li key={`${backup.groveId} ${backup.name}`}>
            <button type="button" className={styles.backup} onClick={() => void copies.openBackup(backup)}>
              <span>
                <span className={styles.when}>{timeOfDay(backup.time, Date.now())}</span>
                <span className={styles.what}>, {backupContents(backup)}</span>
              </span>
              {showsGroveNames && <span className={styles.grove}>{backup.groveName}</span>}
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => copies.closeBackups()}>{CLOSE}</Button>
      </DialogActions>
    </Dialog>
  );
}
