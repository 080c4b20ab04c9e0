import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { ModelSummary } from '../../../session/settings/providers-session.ts';
import { Choice } from '../../../ui/fields/Choice.tsx';
import { Suggestions } from '../../../ui/fields/Suggestions.tsx';
import { modelWords } from '../providers/format-provider.ts';
import styles from './Agent.module.css';
import { type ModelRef, OFFLINE } from './model-ref.ts';

export interface ModelChoiceProps {
  readonly value: ModelRef;
  /** @param known what the service's list says of the model; null where it says nothing */
  onChange(value: ModelRef, known: ModelSummary | null): void;
  /** Counts while it is typed, not only when it is left. */
  readonly atOnce?: boolean;
}

/** Which service is asked for which of its models. */
export function ModelChoice({ value, onChange, atOnce = false }: ModelChoiceProps) {
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
      <Choice
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
      {isGone && <p className={styles.wrong}>No service of this name is set up here: see Providers.</p>}
      {!isOffline && (
        <Suggestions
          label="Model"
          hint={hintOf(read, known)}
          value={value.model}
          suggestions={models.map((model) => ({ value: model.id, note: modelWords(model) }))}
          onFocus={() => {
            if (read === undefined && !isGone) void providers.readModels(value.providerId);
          }}
          onCommit={choose}
          {...(atOnce ? { onType: choose } : {})}
        />
      )}
    </div>
  );
}

function hintOf(
  read: { readonly state: 'reading' | 'read' | 'failed' } | undefined,
  known: ModelSummary | null,
): string {
  if (read?.state === 'reading') return 'Reading the service’s list…';
  if (read?.state === 'failed') return 'The service’s list could not be read; write the name as it has it.';
  const words = known === null ? '' : modelWords(known);
  if (words !== '') return `${words}, by the service’s list.`;
  return 'As the service names it; its list is offered while you type.';
}
