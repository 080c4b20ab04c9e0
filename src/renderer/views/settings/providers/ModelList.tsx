import { useState } from 'react';
import {
  FILTER,
  filterModelsOf,
  LOADING_MODELS,
  listedModels,
  modelsOf,
  RELOAD_MODELS,
  SHOW_MODELS,
} from '../../../../ui-text/settings/providers.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatModel } from './format-provider.ts';
import styles from './Provider.module.css';

/** Most models shown; the filter finds the rest. */
const MAX_SHOWN = 200;

/** The models in a service's list, with a filter. */
export function ModelList({ provider: { id, name } }: { readonly provider: ProviderSummary }) {
  const { providers } = useAppSession();
  const list = useStore(providers.models).get(id);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const models = list?.state === 'read' ? list.models : [];
  const found = models.filter((model) => model.id.toLowerCase().includes(wanted));
  return (
    <div className={styles.test}>
      <div className={styles.row}>
        <Button disabled={list?.state === 'reading'} onClick={() => void providers.readModels(id)}>
          {list?.state === 'read' ? RELOAD_MODELS : SHOW_MODELS}
        </Button>
        <span className={styles.words} aria-live="polite">
          {list?.state === 'reading' && LOADING_MODELS}
          {list?.state === 'failed' && list.reason}
          {list?.state === 'read' && listedModels(found.length, models.length)}
        </span>
      </div>
      {models.length > 0 && (
        <>
          <input
            className={styles.filter}
            type="search"
            aria-label={filterModelsOf(name)}
            placeholder={FILTER}
            spellCheck={false}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          {found.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable with the keyboard.
            <ul className={styles.models} aria-label={modelsOf(name)} tabIndex={0}>
              {found.slice(0, MAX_SHOWN).map((model) => (
                <li key={model.id} className={styles.model}>
                  <span className={styles.id}>{model.id}</span>
                  <span className={styles.facts}>{formatModel(model)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
