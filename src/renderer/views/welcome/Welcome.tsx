import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import styles from './Welcome.module.css';

/** The page of a window without a grove: create one, open one, or continue with a recent one. */
export function Welcome() {
  const session = useAppSession();
  const commands = useCommands();
  const info = useStore(session.info);
  const recent = info?.recentGroves ?? [];
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <h1 className={styles.name}>Aspen Grove</h1>
        <p className={styles.motto}>Write a story, ask how it might go on, and keep every branch.</p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => commands.run('grove.create')}>
            New grove
          </Button>
          <Button onClick={() => commands.run('grove.newConversation')}>New conversation</Button>
          <Button hint={commands.hint('grove.choose')} onClick={() => commands.run('grove.choose')}>
            Open…
          </Button>
          <Button onClick={() => commands.run('grove.openSample')}>Sample grove</Button>
          <Button hint={commands.hint('settings.open')} onClick={() => commands.run('settings.open')}>
            Settings
          </Button>
        </div>
        {recent.length === 0 && (
          <p className={styles.first}>
            New here?{' '}
            <Button variant="quiet" onClick={() => commands.run('grove.introduction')}>
              First steps
            </Button>{' '}
            takes a minute, inside a tree.
          </p>
        )}
        {recent.length > 0 && (
          <section className={styles.recent} aria-labelledby="recent-groves">
            <h2 id="recent-groves" className={styles.heading}>
              Recent
            </h2>
            <ul>
              {recent.map((grove) => (
                <li key={grove.handle} className={styles.line}>
                  {grove.isMissing ? (
                    <p className={styles.grove} data-missing="true">
                      <span className={styles.groveName} dir="auto">
                        {grove.name}
                      </span>
                      <span className={styles.where}>{grove.folder}</span>
                      <span className={styles.when}>no longer there</span>
                    </p>
                  ) : (
                    <button
                      type="button"
                      className={styles.grove}
                      onClick={() => void session.opening.openRecent(grove.handle)}
                    >
                      <span className={styles.groveName} dir="auto">
                        {grove.name}
                      </span>
                      <span className={styles.where}>{grove.folder}</span>
                      <span className={styles.when}>{formatDay(grove.openedAt)}</span>
                    </button>
                  )}
                  {grove.isMissing && (
                    <span className={styles.forget}>
                      <Button
                        variant="icon"
                        label={`Remove ${grove.name} from this list`}
                        onClick={() => void session.opening.forgetRecent(grove.handle)}
                      >
                        <CloseIcon />
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </main>
  );
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** `November 21, 2026`. @param time milliseconds since 1970 UTC */
function formatDay(time: number): string {
  return DAY.format(time);
}
