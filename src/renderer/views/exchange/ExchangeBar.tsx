import { TASKS } from '../../../ui-text/exchange.ts';
import { STOP } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ExchangeProgress } from '../../session/window/exchange-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import styles from './ExchangeBar.module.css';

/** Tasks that run in one step and cannot be stopped. */
const ONE_STEP: ReadonlySet<ExchangeProgress['kind']> = new Set(['backup', 'delete']);

/** The progress of a long task, in a card with a button to stop it. */
export function ExchangeBar() {
  const { exchange } = useAppSession();
  const progress = useStore(exchange.progress);
  if (progress === null) return null;
  const { kind, name, share } = progress;
  const { label, doing } = TASKS[kind];
  const what = `${doing} ${name}`;
  return (
    <section className={`${shared.notice} ${styles.card}`} aria-label={label} data-bar>
      <p className={styles.what}>{what}</p>
      <div className={styles.row}>
        {share === null ? (
          <progress className={styles.share} aria-label={what} />
        ) : (
          <Share what={what} percent={Math.floor(share * 100)} />
        )}
        {!ONE_STEP.has(kind) && (
          <Button variant="quiet" onClick={() => void exchange.stop()}>
            {STOP}
          </Button>
        )}
      </div>
    </section>
  );
}

function Share({ what, percent }: { readonly what: string; readonly percent: number }) {
  return (
    <>
      <progress className={styles.share} aria-label={what} max={100} value={percent} />
      <span className={styles.percent} aria-hidden="true">
        {percent} %
      </span>
    </>
  );
}
