import type { ReactNode } from 'react';
import type { NodeId } from '../../../core/ids.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import styles from './AnswerRecord.module.css';
import { LoadedRecord } from './LoadedRecord.tsx';

interface AnswerRecordProps {
  /** The node that came with the answer. */
  readonly nodeId: NodeId;
  readonly summary: ReactNode;
  /** One line of a list, without the room and the weight of a heading. */
  readonly quiet?: boolean;
}

/** The record of an answer that a model's text came from; loaded when it is opened. */
export function AnswerRecord({ nodeId, summary, quiet = false }: AnswerRecordProps) {
  const { node } = useTreeDesk();
  const record = useStore(node.records).get(nodeId);
  return (
    <details
      className={quiet ? undefined : styles.record}
      onToggle={(event) => {
        if (event.currentTarget.open) void node.readRecord(nodeId);
      }}
    >
      <summary className={quiet ? styles.quiet : styles.summary}>{summary}</summary>
      <LoadedRecord record={record} />
    </details>
  );
}
