import { useStore, useTreeDesk } from '../../session/hooks.ts';
import styles from './AnswerRecord.module.css';
import { LoadedRecord } from './LoadedRecord.tsx';

/** The record of the answer that a model's node came from; loaded when it is opened. */
export function AnswerRecord() {
  const { node } = useTreeDesk();
  const state = useStore(node.record);
  return (
    <details
      className={styles.record}
      onToggle={(event) => {
        if (event.currentTarget.open) void node.readRecord();
      }}
    >
      <summary className={styles.summary}>Record of the answer</summary>
      <LoadedRecord record={state === null ? undefined : state.record} />
    </details>
  );
}
