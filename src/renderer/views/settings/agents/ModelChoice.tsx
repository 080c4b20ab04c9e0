import {
  MODEL,
  modelHint,
  NO_SUCH_PROVIDER,
  notSetUp,
  OFFLINE_CHOICE,
  PROVIDER,
} from '../../../../ui-text/settings/agents.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import { type ModelRef, OFFLINE } from '../../../session/settings/agents-session.ts';
import type { ModelSummary } from '../../../session/settings/providers-session.ts';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { formatModel } from '../providers/format-provider.ts';
import styles from './Agent.module.css';

export interface ModelChoiceProps {
  readonly value: ModelRef;
  /** @param known the model's entry in the service's list; null if it has none */
  onChange(value: ModelRef, known: ModelSummary | null): void;
  /** Applies the model's name while it is typed, not only when the field loses the focus. */
  readonly commitsOnType?: boolean;
}

/** A choice of a service and one of its models. */
export function ModelChoice({ value, onChange, commitsOnType = false }: ModelChoiceProps) {
  const { providers } = useAppSession();
  const list = useStore(providers.list);
  const read = useStore(providers.models).get(value.providerId);
  const models = read?.state === 'read' ? read.models : [];
  const isOffline = value.providerId === OFFLINE.providerId;
  const isGone = !isOffline && list.every(({ id }) => id !== value.providerId);
  const known = models.find(({ id }) => id === value.model) ?? null;
  const choose = (model: string) =>
    onChange({ ...value, model }, models.find(({ id }) => id === model) ?? null);
  return (
    <div className={styles.part}>
      <Select
        label={PROVIDER}
        value={value.providerId}
        options={[
          { value: OFFLINE.providerId, text: OFFLINE_CHOICE },
          ...list.map(({ id, name }) => ({ value: id, text: name })),
          ...(isGone ? [{ value: value.providerId, text: notSetUp(value.providerId) }] : []),
        ]}
        onChange={(providerId) => {
          if (providerId === OFFLINE.providerId) onChange(OFFLINE, null);
          else onChange({ providerId, model: isOffline ? '' : value.model }, null);
        }}
      />
      {isGone && <p className={styles.wrong}>{NO_SUCH_PROVIDER}</p>}
      {!isOffline && (
        <Combobox
          label={MODEL}
          hint={modelHint(read?.state ?? null, known === null ? '' : formatModel(known))}
          value={value.model}
          items={models.map((model) => ({ value: model.id, note: formatModel(model) }))}
          onFocus={() => {
            if (read === undefined && !isGone) void providers.readModels(value.providerId);
          }}
          onCommit={choose}
          {...(commitsOnType ? { onType: choose } : {})}
        />
      )}
    </div>
  );
}
