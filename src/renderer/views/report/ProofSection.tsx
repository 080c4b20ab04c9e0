import type { ReactNode } from 'react';
import type { ReportSummary } from '../../../core/exchange/authorship-report.ts';
import type { Verdict } from '../../../core/provenance/verify.ts';
import { VERDICTS } from '../../../ui-text/node/facts.ts';
import {
  HASH_ROWS,
  HASHES,
  HASHES_ABOUT,
  notInPassages,
  notInText,
  PASSAGES,
  PASSAGES_ABOUT,
  VERIFY_ABOUT,
  VERIFY_COMMAND,
} from '../../../ui-text/report.ts';
import styles from './Report.module.css';
import { StampPart } from './StampPart.tsx';

const SHOWN_VERDICTS = ['valid', 'invalid', 'incomplete'] as const satisfies readonly Verdict[];

/** The verdicts on the passages, and the hashes that fix the text. */
export function ProofSection({ report }: { readonly report: ReportSummary }) {
  const { passages, uncommitted, otherNodes, text, log } = report;
  return (
    <>
      <div className={styles.part}>
        <h3>{PASSAGES}</h3>
        <dl className={styles.terms}>
          {SHOWN_VERDICTS.map((verdict) => (
            <Row key={verdict} name={VERDICTS[verdict]}>
              <span>{passages[verdict].toLocaleString('en')}</span>
              {passages[verdict] > 0 && PASSAGES_ABOUT[verdict]}
            </Row>
          ))}
        </dl>
        <p className={styles.soft}>
          {[
            ...(uncommitted > 0 ? [notInPassages(uncommitted)] : []),
            ...(otherNodes > 0 ? [notInText(otherNodes)] : []),
          ].join(' ')}
        </p>
      </div>
      <div className={styles.part}>
        <h3>{HASHES}</h3>
        <p className={styles.soft}>{HASHES_ABOUT}</p>
        <dl className={styles.terms}>
          <Row name={HASH_ROWS.text}>
            <code className={styles.code}>{text.sha256}</code>
          </Row>
          <Row name={HASH_ROWS.spans}>
            <code className={styles.code}>{text.spansSha256}</code>
          </Row>
          {log.hash !== null && (
            <Row name={HASH_ROWS.log(log.seq)}>
              <code className={styles.code}>{log.hash}</code>
            </Row>
          )}
        </dl>
        <p className={styles.soft}>{VERIFY_ABOUT}</p>
        <p className={styles.code}>{VERIFY_COMMAND}</p>
      </div>
      <StampPart treeId={report.tree} />
    </>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
