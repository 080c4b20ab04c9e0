import { type ReactNode, useState } from 'react';
import type { ProposalId } from '../../../core/ids.ts';
import { useAppSession } from '../../session/hooks.ts';
import type { RecordedAnswer } from '../../session/tree/node-session.ts';
import { LoadedRecord } from '../node/LoadedRecord.tsx';
import styles from './ProposalRecord.module.css';

export interface ProposalRecordProps {
  readonly proposalId: ProposalId;
  readonly summary: ReactNode;
}

/** The record of the answer behind a proposal; read when it is opened. */
export function ProposalRecord({ proposalId, summary }: ProposalRecordProps) {
  const { proposals } = useAppSession();
  const [record, setRecord] = useState<RecordedAnswer | null | undefined>(undefined);
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open && record === undefined)
          void proposals.readRecord(proposalId).then((read) => setRecord(read));
      }}
    >
      <summary className={styles.summary}>{summary}</summary>
      <LoadedRecord record={record} />
    </details>
  );
}
