import { useEffect, useState } from 'react';
import {
  NOT_TESTED,
  STOP_WAITING,
  TEST_CONNECTION,
  TESTING,
  testedAt,
  testedWith,
} from '../../../../ui-text/settings/providers.ts';
import { dateAndTime } from '../../../../ui-text/time.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { ProviderReport, ProviderSummary } from '../../../session/settings/providers-session.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Provider.module.css';

/** A test that ends sooner shows no progress. Milliseconds. */
const SHOW_AFTER = 300;

/** Tests what a service can do and shows the findings. */
export function ConnectionTest({ provider: { id, ability } }: { readonly provider: ProviderSummary }) {
  const { providers } = useAppSession();
  const test = useStore(providers.tests).get(id);
  const isRunning = test?.state === 'running';
  const isSlow = useDelayed(isRunning, SHOW_AFTER);
  return (
    <div className={styles.test}>
      <div className={styles.row}>
        <Button disabled={isRunning} onClick={() => void providers.test(id, null)}>
          {TEST_CONNECTION}
        </Button>
        {isSlow && (
          <>
            <span className={styles.words}>{TESTING}</span>
            <Button variant="quiet" onClick={() => providers.abandonTest(id)}>
              {STOP_WAITING}
            </Button>
          </>
        )}
        {!isRunning && (
          <span className={styles.words}>
            {ability === null ? NOT_TESTED : testedAt(dateAndTime(ability.testedAt))}
          </span>
        )}
      </div>
      <div aria-live="polite">
        {test?.state === 'failed' && <p className={styles.failed}>{test.reason}</p>}
        {test?.state === 'done' && <Findings report={test.report} />}
      </div>
    </div>
  );
}

function Findings({ report: { findings, model } }: { readonly report: ProviderReport }) {
  const isReached = findings.every(({ what, supported }) => what !== 'reached' || supported !== false);
  if (!isReached)
    return <p className={styles.failed}>{findings.map(({ sentence }) => sentence).join(' ')}</p>;
  return (
    <>
      <ul className={styles.findings}>
        {findings.map(({ what, supported, sentence }) => (
          <li key={what} className={styles.finding} data-can={supported === true ? 'yes' : 'no'}>
            <span className={styles.sign} aria-hidden="true">
              {supported === true ? '✓' : '–'}
            </span>
            {sentence}
          </li>
        ))}
      </ul>
      {model !== null && <p className={styles.words}>{testedWith(model)}</p>}
    </>
  );
}

/** Returns true if `isOn` has been true for at least this long. */
function useDelayed(isOn: boolean, milliseconds: number): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsDelayed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsDelayed(false);
    };
  }, [isOn, milliseconds]);
  return isDelayed;
}
