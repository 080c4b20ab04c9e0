import { useEffect, useState } from 'react';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { ProviderReport, ProviderSummary } from '../../../session/settings/providers-session.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Provider.module.css';

/** What is over sooner needs no word that it is under way. Milliseconds. */
const SHOWN_AFTER = 300;

/** Asks a service what it can do, and says what it found. */
export function ConnectionTest({ provider: { id, ability } }: { readonly provider: ProviderSummary }) {
  const { providers } = useAppSession();
  const test = useStore(providers.tests).get(id);
  const isRunning = test?.state === 'running';
  const isSlow = useAfter(isRunning, SHOWN_AFTER);
  return (
    <div className={styles.test}>
      <div className={styles.row}>
        <Button disabled={isRunning} onClick={() => void providers.test(id, null)}>
          Test connection
        </Button>
        {isSlow && (
          <>
            <span className={styles.words}>Asking a few tokens of it…</span>
            <Button look="quiet" onClick={() => providers.stopWaiting(id)}>
              Stop waiting
            </Button>
          </>
        )}
        {!isRunning && (
          <span className={styles.words}>
            {ability === null
              ? 'It asks for a few tokens, to find out what the service can do.'
              : `Tested ${new Date(ability.testedAt).toLocaleString()}.`}
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
  const isReached = findings.every(({ what, can }) => what !== 'reached' || can !== false);
  if (!isReached)
    return <p className={styles.failed}>{findings.map(({ sentence }) => sentence).join(' ')}</p>;
  return (
    <>
      <ul className={styles.findings}>
        {findings.map(({ what, can, sentence }) => (
          <li key={what} className={styles.finding} data-can={can === true ? 'yes' : 'no'}>
            <span className={styles.sign} aria-hidden="true">
              {can === true ? '✓' : '–'}
            </span>
            {sentence}
          </li>
        ))}
      </ul>
      {model !== null && <p className={styles.words}>Found out by asking {model}.</p>}
    </>
  );
}

/** Whether something has been so for a while. */
function useAfter(isSo: boolean, milliseconds: number): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setIs(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIs(false);
    };
  }, [isSo, milliseconds]);
  return is;
}
