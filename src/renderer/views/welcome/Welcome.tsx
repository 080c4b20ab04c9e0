import { NOT_NAMED_YET, wordCount } from '../../../ui-text/opening.ts';
import {
  CONNECT_TITLE,
  FIRST_STEPS,
  FIRST_STEPS_ARE_SHORT,
  HAVE_A_KEY,
  MOTTO,
  NEW,
  NEW_CONVERSATION,
  NEW_GROVE,
  NEW_HERE,
  NO_LONGER_THERE,
  OPEN,
  OPEN_GROVE,
  PROGRAM,
  RECENT,
  removeFromList,
  SAMPLE,
  SAMPLE_GROVE,
} from '../../../ui-text/settings/connect.ts';
import { SETTINGS } from '../../../ui-text/settings/section-words.ts';
import { dayOf } from '../../../ui-text/time.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { RecentGrove } from '../../session/window/opening-session.ts';
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
        <h1 className={styles.name}>{PROGRAM}</h1>
        <p className={styles.motto}>{MOTTO}</p>
        <div className={styles.actions}>
          <Button variant="primary" label={NEW_GROVE} onClick={() => commands.run('grove.create')}>
            {NEW}
          </Button>
          <Button
            label={OPEN_GROVE}
            hint={commands.hint('grove.choose')}
            onClick={() => commands.run('grove.choose')}
          >
            {OPEN}
          </Button>
          <Button label={SAMPLE_GROVE} onClick={() => commands.run('grove.openSample')}>
            {SAMPLE}
          </Button>
        </div>
        {recent.length === 0 && (
          <p className={styles.first}>
            {NEW_HERE}{' '}
            <Button variant="quiet" onClick={() => commands.run('grove.introduction')}>
              {FIRST_STEPS}
            </Button>{' '}
            {FIRST_STEPS_ARE_SHORT}
          </p>
        )}
        {recent.length > 0 && (
          <section className={styles.recent} aria-labelledby="recent-groves">
            <h2 id="recent-groves" className={styles.heading}>
              {RECENT}
            </h2>
            <ul>
              {recent.map((grove) => (
                <RecentLine key={grove.handle} grove={grove} />
              ))}
            </ul>
          </section>
        )}
        <div className={styles.more}>
          <p>
            {HAVE_A_KEY}{' '}
            <Button variant="quiet" onClick={() => commands.run('model.connect')}>
              {CONNECT_TITLE}
            </Button>
          </p>
          <p>
            <Button variant="quiet" onClick={() => commands.run('grove.newConversation')}>
              {NEW_CONVERSATION}
            </Button>
            <Button
              variant="quiet"
              hint={commands.hint('settings.open')}
              onClick={() => commands.run('settings.open')}
            >
              {SETTINGS}
            </Button>
          </p>
        </div>
      </div>
    </main>
  );
}

/** One grove of the list: its name, place and day, then where its text ends and how long it is. */
function RecentLine({ grove }: { readonly grove: RecentGrove }) {
  const { opening } = useAppSession();
  const { handle, name, folder, openedAt, lastLine, words, isMissing, isUntitled } = grove;
  const what = (
    <>
      <span className={styles.groveName} dir="auto">
        {name}
      </span>
      <span className={styles.where}>{isUntitled ? NOT_NAMED_YET : folder}</span>
      <span className={styles.when}>{isMissing ? NO_LONGER_THERE : dayOf(openedAt)}</span>
      {lastLine !== null && (
        <span className={styles.lastLine} dir="auto">
          {lastLine}
        </span>
      )}
      {words !== null && <span className={styles.words}>{wordCount(words)}</span>}
    </>
  );
  if (!isMissing)
    return (
      <li className={styles.line}>
        <button type="button" className={styles.grove} onClick={() => void opening.openRecent(handle)}>
          {what}
        </button>
      </li>
    );
  return (
    <li className={styles.line}>
      <p className={styles.grove} data-missing="true">
        {what}
      </p>
      <span className={styles.forget}>
        <Button variant="icon" label={removeFromList(name)} onClick={() => void opening.forgetRecent(handle)}>
          <CloseIcon />
        </Button>
      </span>
    </li>
  );
}
