import { ANNOUNCEMENTS } from '../../ui-text/window/panes.ts';
import { useAppSession, useStore } from '../session/hooks.ts';
import styles from './Announcements.module.css';

/** Announcements for screen readers, in order: branch points, arrivals, errors. */
export function Announcements() {
  const { notices } = useAppSession();
  const log = useStore(notices.log);
  return (
    <div role="log" aria-live="polite" aria-label={ANNOUNCEMENTS} className={styles.log}>
      {log.map((announcement) => (
        <p key={announcement.id}>{announcement.text}</p>
      ))}
    </div>
  );
}
