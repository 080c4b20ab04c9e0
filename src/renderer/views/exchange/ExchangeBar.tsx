import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ExchangeProgress } from '../../session/window/exchange-session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ExchangeBar.module.css';

interface ProgressLabels {
  /** The bar's accessible name. */
  readonly label: string;
  readonly doing: string;
  /** It runs in one step and cannot be stopped. */
  readonly isOneStep?: true;
}

const LABELS: Readonly<Record<ExchangeProgress['kind'], ProgressLabels>> = {
  import: { label: 'Import', doing: 'Importing' },
  export: { label: 'Export', doing: 'Exporting' },
  backup: { label: 'Backup', doing: 'Backing up', isOneStep: true },
  copy: { label: 'Copy', doing: 'Writing' },
  duplicate: { label: 'Duplicate', doing: 'Duplicating' },
  move: { label: 'Move', doing: 'Moving' },
  delete: { label: 'Delete', doing: 'Deleting', isOneStep: true },
  merge: { label: 'Merge', doing: 'Merging' },
};

/** The progress of a long task, with a button to stop it. */
export function ExchangeBar() {
  const { exchange } = useAppSession();
  const progress = useStore(exchange.progress);
  if (progress === null) return null;
  const { kind, name, share } = progress;
  const { label, doing, isOneStep } = LABELS[kind];
  const what = `${doing} ${name}`;
  return (
    <section className={styles.bar} aria-label={label}>
      <p className={styles.what}>{what}</p>
      {share === null ? (
        <progress className={styles.share} aria-label={what} />
      ) : (
        <Share what={what} percent={Math.floor(share * 100)} />
      )}
      {isOneStep !== true && <Button onClick={() => void exchange.stop()}>Stop</Button>}
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
