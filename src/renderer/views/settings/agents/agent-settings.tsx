import { useEffect, useRef, useState } from 'react';
import { continuesTexts } from '../../../../core/tree/agent.ts';
import { ON_THIS_COMPUTER } from '../../../../ui-text/settings/agents.ts';
import { SETTING_WORDS } from '../../../../ui-text/settings/rows.ts';
import {
  NO_SUMMARIES,
  SUMMARIES_COST_UNREAD,
  SUMMARISE_WITH,
  SUMMARY_MODEL,
  summariesCost,
} from '../../../../ui-text/settings/summary-model.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import { type MissingSummaries, OFFLINE, splitModelRef } from '../../../session/settings/agents-session.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { formatDollars } from '../providers/format-provider.ts';
import { SettingRow } from '../SettingRow.tsx';
import type { Setting } from '../setting-kinds.tsx';
import styles from './Agent.module.css';

const WORDS = SETTING_WORDS.agents.summaryModel;

/** The model that makes summaries: off until one is picked, and before it is, the cost is shown. */
export const summaryModelSetting: Setting = {
  name: 'summaryModel',
  label: WORDS.label,
  searchText: `${WORDS.label} ${WORDS.sentence}`,
  row: (
    <SettingRow name="summaryModel" {...WORDS} wide>
      {({ value, set }) => <SummaryModel value={value} onPick={set} />}
    </SettingRow>
  ),
};

interface SummaryModelProps {
  /** `provider:model`; empty for none. */
  readonly value: string;
  onPick(value: string): void;
}

function SummaryModel({ value, onPick }: SummaryModelProps) {
  const { agents, providers } = useAppSession();
  const all = useStore(agents.agents);
  const services = useStore(providers.list);
  const field = useRef<HTMLDivElement>(null);
  const [looksAt, setLooksAt] = useState<string | null>(null);
  const shown = looksAt ?? value;
  const models = all.flatMap((agent) =>
    agent.type !== 'model' || agent.archivedAt !== null || agent.modelRef === null || continuesTexts(agent)
      ? []
      : [agent.modelRef],
  );
  const options = [...new Set([...models, ...(value === '' ? [] : [value])])];
  useEffect(() => void providers.read(), [providers]);
  const look = (model: string) => {
    if (model === '' || model === value) setLooksAt(null);
    else setLooksAt(model);
    if (model === '') onPick('');
  };
  return (
    <div ref={field} className={styles.part}>
      <Select
        label={SUMMARY_MODEL}
        value={shown}
        options={[
          { value: '', text: NO_SUMMARIES },
          ...options.map((each) => ({ value: each, text: describeModel(each, services) })),
        ]}
        onChange={look}
      />
      {shown !== '' && <Cost model={shown} />}
      {looksAt !== null && (
        <Button
          onClick={() => {
            onPick(looksAt);
            setLooksAt(null);
            // The button goes.
            field.current?.querySelector('select')?.focus();
          }}
        >
          {SUMMARISE_WITH}
        </Button>
      )}
    </div>
  );
}

/** The cost of the missing summaries. */
function Cost({ model }: { readonly model: string }) {
  const { agents } = useAppSession();
  const [cost, setCost] = useState<MissingSummaries | null>(null);
  useEffect(() => {
    let isShown = true;
    setCost(null);
    void agents.readMissingSummaries(model).then((read) => {
      if (isShown) setCost(read);
    });
    return () => {
      isShown = false;
    };
  }, [agents, model]);
  const dollars = cost === null || cost.cost === null ? null : formatDollars(cost.cost);
  return <p role="status">{cost === null ? SUMMARIES_COST_UNREAD : summariesCost(cost, dollars)}</p>;
}

/** A model with the name of its service, or the service's id if none is set up with it. @param modelRef `provider:model` */
export function describeModel(
  modelRef: string | null,
  providers: readonly Pick<ProviderSummary, 'id' | 'name'>[],
): string {
  const { providerId, model } = splitModelRef(modelRef);
  if (providerId === OFFLINE.providerId) return ON_THIS_COMPUTER;
  return `${model} · ${providers.find(({ id }) => id === providerId)?.name ?? providerId}`;
}
