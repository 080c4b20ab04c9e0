import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ExchangeBar.module.css';

/** A file that takes longer than a moment to come in or go out: how far it is, and the way to stop it. */
export function ExchangeBar() {
  const { exchange } = useAppSession();
  const progress = useStore(exchange.progress);
  if (progress === null) return null;
  const { kind, name, share } = progress;
  // A backup is one step that nobody can see into.
  if (kind === 'backup') {
    const what = `Backing up ${name}`;
    return (
      <section className={styles.bar} aria-label="Backup">
        <p className={styles.what}>{what}</p>
        <progress className={styles.share} aria-label={what} />
      </section>
    );
  }
  const what = `${kind === 'import' ? 'Importing' : 'Exporting'} ${name}`;
  const percent = Math.floor(share * 100);
  return (
    <section className={styles.bar} aria-label={kind === 'import' ? 'Import' : 'Export'}>
      <p className={styles.what}>{what}</p>
      <progress className={styles.share} aria-label={what} max={100} value={percent} />
      <span className={styles.percent} aria-hidden="true">
        {percent} %
      </span>
      <Button onClick={() => void exchange.stop()}>Stop</Button>
    </section>
  );
}
