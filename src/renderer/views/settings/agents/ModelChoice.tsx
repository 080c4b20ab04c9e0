import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { ModelSummary } from '../../../session/settings/providers-session.ts';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { formatModel } from '../providers/format-provider.ts';
import styles from './Agent.module.css';
import { type ModelRef, OFFLINE } from './model-ref.ts';

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
        label="Provider"
        value={value.providerId}
        options={[
          { value: OFFLINE.providerId, text: 'Offline, on this computer' },
          ...list.map(({ id, name }) => ({ value: id, text: name })),
          ...(isGone ? [{ value: value.providerId, text: `${value.providerId} (not set up)` }] : []),
        ]}
        onChange={(providerId) => {
          if (providerId === OFFLINE.providerId) onChange(OFFLINE, null);
          else onChange({ providerId, model: isOffline ? '' : value.model }, null);
        }}
      />
      {isGone && <p className={styles.wrong}>No service with this name is set up here: see Providers.</p>}
      {!isOffline && (
        <Combobox
          label="Model"
          hint={hintOf(read, known)}
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

function hintOf(
  read: { readonly state: 'reading' | 'read' | 'failed' } | undefined,
  known: ModelSummary | null,
): string {
  if (read?.state === 'reading') return 'Loading the service’s list…';
  if (read?.state === 'failed') return 'The service’s list could not be read; type the model’s exact name.';
  const words = known === null ? '' : formatModel(known);
  if (words !== '') return `${words}, according to the service’s list.`;
  return 'The service’s name for it; its list appears as you type.';
}
