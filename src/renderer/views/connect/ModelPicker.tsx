import { useId, useState } from 'react';
import {
  chooseTyped,
  FILTER_MODELS,
  foundOf,
  MODEL_NAME,
  MODEL_NAME_HINT,
  MODELS,
  moreModels,
  NONE_FOUND,
} from '../../../ui-text/settings/connect.ts';
import type { ModelSummary } from '../../session/settings/providers-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/fields/Filter.tsx';
import { RadioList } from '../../ui/fields/RadioList.tsx';
import { formatModel } from '../settings/providers/format-provider.ts';
import styles from './Connect.module.css';

/** Most models shown; the filter finds the rest. */
const MAX_SHOWN = 200;

export interface ModelPickerProps {
  readonly models: readonly ModelSummary[];
  /** The chosen model's id; empty for none. */
  readonly value: string;
  onChange(id: string): void;
}

/** A service's models, one of which is chosen by a click or with the arrow keys, with a filter. */
export function ModelPicker({ models, value, onChange }: ModelPickerProps) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = models.filter(({ id }) =>
    wanted.split(/\s+/).every((word) => id.toLowerCase().includes(word)),
  );
  const shown = found.slice(0, MAX_SHOWN);
  const headingId = useId();
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <span id={headingId} className={styles.label}>
          {MODELS}
        </span>
        <span className={styles.soft} aria-live="polite">
          {wanted !== '' && foundOf(found.length, models.length)}
        </span>
      </div>
      <Filter label={FILTER_MODELS} value={filter} onChange={setFilter} />
      {shown.length > 0 && (
        <RadioList
          labelledBy={headingId}
          value={value}
          options={shown.map((model) => ({ value: model.id, note: formatModel(model) }))}
          onChange={onChange}
        />
      )}
      {found.length > MAX_SHOWN && <p className={styles.soft}>{moreModels(found.length - MAX_SHOWN)}</p>}
      {found.length === 0 && (
        <div className={styles.row}>
          <span className={styles.soft}>{NONE_FOUND}</span>
          <Button variant="quiet" pressed={value === filter.trim()} onClick={() => onChange(filter.trim())}>
            {chooseTyped(filter.trim())}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The name of a model, for a service that lists none. */
export function ModelName({ value, onChange }: Omit<ModelPickerProps, 'models'>) {
  const id = useId();
  return (
    <div className={styles.part}>
      <label className={styles.label} htmlFor={id}>
        {MODEL_NAME}
      </label>
      <input
        id={id}
        className={styles.input}
        data-model=""
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={styles.soft}>
        {MODEL_NAME_HINT}
      </p>
    </div>
  );
}
