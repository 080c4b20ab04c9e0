import type { Dimension } from '../../../core/history/history.ts';
import { historyLimits } from '../../../core/history/history-limits.ts';
import type { HistorySettings } from '../../../core/tree/loom-tree.ts';
import {
  HISTORY_SENTENCE,
  KEPT_FOR,
  keptFor,
  MOMENTS_KEPT,
  RUNS_KEPT,
} from '../../../ui-text/context/sent.ts';
import { Select } from '../../ui/fields/Select.tsx';
import styles from './TreeTextFields.module.css';

interface HistoryFieldsProps {
  readonly history: HistorySettings;
  readonly readOnly: boolean;
  onChange(history: HistorySettings): void;
}

/** How long a manuscript keeps moments of its time line, and results of prompt fences. */
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
  return (
    <>
      {field('versions', MOMENTS_KEPT)}
      {field('executions', RUNS_KEPT)}
      <p className={styles.hint}>{HISTORY_SENTENCE}</p>
    </>
  );
}

/** How long the moments of a text are kept, while the fold is closed. */
export function momentsKept(history: HistorySettings): string {
  return keptFor(historyLimits(history, 'versions').ttl);
}
