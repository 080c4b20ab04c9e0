import type { Dimension } from '../../../core/history/history.ts';
import { historyLimits } from '../../../core/history/history-limits.ts';
import type { HistorySettings } from '../../../core/tree/loom-tree.ts';
import {
  HISTORY_SENTENCE,
  KEPT_FOR,
  keptFor,
  MOMENTS_KEPT,
  READINGS_KEPT,
  RUNS_AT_MOST,
  RUNS_KEPT,
  RUNS_KEPT_AT_MOST,
} from '../../../ui-text/context/sent.ts';
import { Select } from '../../ui/fields/Select.tsx';
import styles from './TreeTextFields.module.css';

interface HistoryFieldsProps {
  readonly history: HistorySettings;
  readonly readOnly: boolean;
  onChange(history: HistorySettings): void;
}

/** Retention of a manuscript's moments, of results of prompt fences, and of texts omitted from requests. */
export function HistoryFields({ history, readOnly, onChange }: HistoryFieldsProps) {
  const field = (dimension: Dimension, label: string) => {
    const { ttl } = historyLimits(history, dimension);
    if (readOnly)
      return (
        <p className={styles.hint}>
          {label}: {keptFor(ttl)}.
        </p>
      );
    const choices = KEPT_FOR.some((choice) => choice.ttl === ttl)
      ? KEPT_FOR
      : [{ ttl, text: keptFor(ttl) }, ...KEPT_FOR];
    return (
      <Select
        label={label}
        value={String(ttl)}
        options={choices.map((choice) => ({ value: String(choice.ttl), text: choice.text }))}
        onChange={(value) => {
          const kept = choices.find((choice) => String(choice.ttl) === value)?.ttl ?? null;
          onChange({ ...history, ttl: { ...history.ttl, [dimension]: kept } });
        }}
      />
    );
  };
  const { rolloff } = historyLimits(history, 'executions');
  return (
    <>
      {field('versions', MOMENTS_KEPT)}
      {field('executions', RUNS_KEPT)}
      {!readOnly && (
        <Select
          label={RUNS_AT_MOST}
          value={String(rolloff?.maxDeltas ?? null)}
          options={RUNS_KEPT_AT_MOST.map(({ count, text }) => ({ value: String(count), text }))}
          onChange={(value) => {
            const count = RUNS_KEPT_AT_MOST.find((choice) => String(choice.count) === value)?.count ?? null;
            // A bound in bytes that a file has stays as it is.
            const kept =
              count === null ? null : { maxDeltas: count, maxSize: rolloff?.maxSize ?? 10_000 * count };
            onChange({ ...history, rolloff: { ...history.rolloff, executions: kept } });
          }}
        />
      )}
      {field('levels', READINGS_KEPT)}
      <p className={styles.hint}>{HISTORY_SENTENCE}</p>
    </>
  );
}

/** Retention of a text's moments, while the fold is closed. */
export function momentsKept(history: HistorySettings): string {
  return keptFor(historyLimits(history, 'versions').ttl);
}
