import { useEffect, useId, useRef, useState } from 'react';
import {
  ADDRESS,
  CONNECT_TITLE,
  GUIDED,
  KEEP_KEY,
  KEY,
  KEY_CHARACTERS,
  keyFor,
  REPLACE_KEY,
  SAVE_KEY,
} from '../../../../ui-text/settings/connect.ts';
import {
  A_SERVICE,
  ADDRESS_OF_SERVICE,
  DELETE_KEY,
  FIELDS,
  FIELDS_HINT,
  FILTER,
  FORGET_REFUSED,
  FORGET_REFUSED_LABEL,
  filterModelsOf,
  LOADING_MODELS,
  listedModels,
  MORE_FIELDS,
  modelsOf,
  NAME,
  NEW_ADDRESS,
  NOT_TESTED,
  PROVIDERS_INTRO,
  providerRemoved,
  RELOAD_MODELS,
  refusedBy,
  removeProvider,
  SET_UP,
  SHOW_MODELS,
  STOP_WAITING,
  TEST_CONNECTION,
  TESTING,
  testedAt,
  testedWith,
} from '../../../../ui-text/settings/providers.ts';
import { dateAndTime } from '../../../../ui-text/time.ts';
import { isFocusUnclaimed } from '../../../session/focus.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { ProviderReport, ProviderSummary } from '../../../session/settings/providers-session.ts';
import { type ServiceTemplate, serviceTemplates } from '../../../session/settings/service-templates.ts';
import { hostOf, problemOfServiceAddress, warningOf } from '../../../session/window/connect-model.ts';
import shared from '../../../styles/shared.module.css';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SecretField, TextField } from '../../../ui/fields/TextField.tsx';
import { useCommands } from '../../commands.ts';
import { formatObject, parseObject, problemOf, problemOfName } from '../parse-settings.ts';
import { RemovedItem, useNextFocus } from '../RemovedItem.tsx';
import { formatKey, formatModel, formatSummary } from './format-provider.ts';
import { HeadersField } from './HeadersField.tsx';
import styles from './ProvidersSection.module.css';

/** The services that write continuations, and how to set one up. */
export function ProvidersSection() {
  const { providers } = useAppSession();
  const commands = useCommands();
  const list = useStore(providers.list);
  const removed = useStore(providers.removed);
  const [open, setOpen] = useState<string | null>(null);
  /** The service just set up, and its template. */
  const [fresh, setFresh] = useState<{ readonly id: string; readonly from: ServiceTemplate } | null>(null);
  const [page, focusNext] = useNextFocus();
  useEffect(() => void providers.read(), [providers]);

  const add = async (from: ServiceTemplate) => {
    const { name, baseUrl, headers, olderUrls } = from;
    const added = await providers.add({ name, baseUrl, headers, extra: {} }, olderUrls);
    if (added === null) return;
    setFresh({ id: added.id, from });
    setOpen(added.id);
  };
  const remove = async (id: string) => {
    await providers.remove(id);
    focusNext(`[data-gone="${id}"] button`);
  };
  const restore = async (id: string) => {
    await providers.restore(id);
    focusNext(`[data-fold="${id}"]`);
  };
  return (
    <div ref={page}>
      <p className={styles.intro}>{PROVIDERS_INTRO}</p>
      {list.length > 0 && (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={list.map((provider) => ({
            id: provider.id,
            title: provider.name,
            note: `${hostOf(provider.baseUrl)} · ${formatSummary(provider)}`,
            content: (
              <Provider
                provider={provider}
                from={fresh?.id === provider.id ? fresh.from : null}
                onRemove={() => void remove(provider.id)}
              />
            ),
          }))}
        />
      )}
      {removed.map(({ id, name }) => (
        <RemovedItem key={id} id={id} name={name} onRestore={() => void restore(id)}>
          {providerRemoved(name)}
        </RemovedItem>
      ))}
      <p className={styles.connect}>
        {GUIDED}{' '}
        <Button variant="quiet" onClick={() => commands.run('model.connect')}>
          {CONNECT_TITLE}
        </Button>
      </p>
      <h3 className={styles.heading}>{SET_UP}</h3>
      <ul className={styles.templates}>
        {serviceTemplates.map((template) => (
          <li key={template.name}>
            <button type="button" className={styles.template} onClick={() => void add(template)}>
              <span className={styles.name}>{template.name}</span>
              <span className={styles.sentence}>{template.sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProviderProps {
  readonly provider: ProviderSummary;
  /** The template it was just set up from; null for a service that already existed. */
  readonly from: ServiceTemplate | null;
  onRemove(): void;
}

/** One service: its address, its key, its abilities and its models. Every change is saved at once. */
function Provider({ provider, from, onRemove }: ProviderProps) {
  const { providers } = useAppSession();
  const { id, name, baseUrl, headers, extra, key } = provider;
  const needsAddress = from !== null && from.key === null;
  return (
    <div className={styles.provider}>
      <TextField
        label={NAME}
        value={name}
        check={(text) => problemOfName(text, A_SERVICE)}
        onCommit={(text) => providers.change(id, { name: text.trim() })}
      />
      <TextField
        label={ADDRESS}
        hint={warningOf(baseUrl) ?? (key === 'none' ? ADDRESS_OF_SERVICE : NEW_ADDRESS)}
        value={baseUrl}
        startsSelected={needsAddress}
        check={problemOfServiceAddress}
        onCommit={(text) => providers.change(id, { baseUrl: text.trim() })}
        onEnter={() => void providers.test(id, null)}
      />
      <Key provider={provider} from={from} />
      <ConnectionTest provider={provider} />
      <RefusedFieldsList provider={provider} />
      <ModelList provider={provider} />
      <details className={styles.more}>
        <summary>{MORE_FIELDS}</summary>
        <HeadersField headers={headers} onCommit={(typed) => providers.change(id, { headers: typed })} />
        <TextField
          label={FIELDS}
          hint={FIELDS_HINT}
          kind="code"
          value={formatObject(extra)}
          placeholder="{ }"
          check={problemOf(parseObject)}
          onCommit={(text) => {
            const typed = parseObject(text);
            return typed.ok ? providers.change(id, { extra: typed.value }) : null;
          }}
        />
      </details>
      <div>
        <Button onClick={onRemove}>{removeProvider(name)}</Button>
      </div>
    </div>
  );
}

/** Fields that the service refused in requests to its models, and is no longer sent. */
function RefusedFieldsList({ provider: { id, refusedFields } }: Pick<ProviderProps, 'provider'>) {
  const { providers } = useAppSession();
  const models = Object.entries(refusedFields).filter(([, fields]) => Object.keys(fields).length > 0);
  if (models.length === 0) return null;
  return (
    <div>
      {models.map(([model, fields]) => (
        <p key={model} className={styles.words}>
          {refusedBy(model, fields)}
        </p>
      ))}
      <Button variant="quiet" label={FORGET_REFUSED_LABEL} onClick={() => void providers.forgetRefused(id)}>
        {FORGET_REFUSED}
      </Button>
    </div>
  );
}

/** The key's state, and a field to enter a key, which never shows it. */
function Key({ provider, from }: Omit<ProviderProps, 'onRemove'>) {
  const { providers } = useAppSession();
  const { id, key, name } = provider;
  const [isReplacing, setIsReplacing] = useState(false);
  const wordsId = useId();
  const showsField = key === 'none' || isReplacing;
  const part = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused element disappears when the key is set or deleted.
  useEffect(() => {
    if (!isFocusUnclaimed()) return;
    part.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [showsField, key]);
  return (
    <div ref={part} className={styles.key}>
      <div className={styles.label}>{KEY}</div>
      <p id={wordsId} className={styles.words}>
        {formatKey(key)} {key === 'none' && from?.key}
      </p>
      {showsField && (
        <SecretField
          label={keyFor(name)}
          describedBy={wordsId}
          action={SAVE_KEY}
          startsFocused={isReplacing || (from !== null && from.key !== null)}
          check={(secret) => (/^[\x21-\x7e]+$/.test(secret) ? null : KEY_CHARACTERS)}
          onCommit={async (secret) => {
            const reason = await providers.setKey(id, secret);
            if (reason === null) setIsReplacing(false);
            return reason;
          }}
        />
      )}
      {key !== 'none' && (
        <div className={shared.wrappingRow}>
          <Button onClick={() => setIsReplacing(!isReplacing)}>{isReplacing ? KEEP_KEY : REPLACE_KEY}</Button>
          <Button onClick={() => void providers.setKey(id, null)}>{DELETE_KEY}</Button>
        </div>
      )}
    </div>
  );
}

/** Most models shown; the filter finds the rest. */
const MAX_SHOWN = 200;

/** The models in a service's list, with a filter. */
function ModelList({ provider: { id, name } }: { readonly provider: ProviderSummary }) {
  const { providers } = useAppSession();
  const list = useStore(providers.models).get(id);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const models = list?.state === 'read' ? list.models : [];
  const found = models.filter((model) => model.id.toLowerCase().includes(wanted));
  return (
    <div className={styles.test}>
      <div className={shared.wrappingRow}>
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
                  <span className={shared.figures}>{formatModel(model)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

/** A test that ends sooner shows no progress. Milliseconds. */
const SHOW_AFTER = 300;

/** Tests what a service can do and shows the findings. */
function ConnectionTest({ provider: { id, ability } }: { readonly provider: ProviderSummary }) {
  const { providers } = useAppSession();
  const test = useStore(providers.tests).get(id);
  const isRunning = test?.state === 'running';
  const isSlow = useDelayed(isRunning, SHOW_AFTER);
  return (
    <div className={styles.test}>
      <div className={shared.wrappingRow}>
        <Button disabled={isRunning} onClick={() => void providers.test(id, null)}>
          {TEST_CONNECTION}
        </Button>
        {isSlow && (
          <>
            <span className={styles.words}>{TESTING}</span>
            <Button variant="quiet" onClick={() => providers.abandonTest(id)}>
              {STOP_WAITING}
            </Button>
          </>
        )}
        {!isRunning && (
          <span className={styles.words}>
            {ability === null ? NOT_TESTED : testedAt(dateAndTime(ability.testedAt))}
          </span>
        )}
      </div>
      <div aria-live="polite">
        {test?.state === 'failed' && <p className={styles.failed}>{test.reason}</p>}
        {test?.state === 'done' && <Findings report={test.report} />}
      </div>
    </div>
  );
}

function Findings({ report: { findings, model } }: { readonly report: ProviderReport }) {
  const isReached = findings.every(({ what, supported }) => what !== 'reached' || supported !== false);
  if (!isReached)
    return <p className={styles.failed}>{findings.map(({ sentence }) => sentence).join(' ')}</p>;
  return (
    <>
      <ul className={styles.findings}>
        {findings.map(({ what, supported, sentence }) => (
          <li key={what} className={styles.finding} data-can={supported === true ? 'yes' : 'no'}>
            <span className={styles.sign} aria-hidden="true">
              {supported === true ? '✓' : '–'}
            </span>
            {sentence}
          </li>
        ))}
      </ul>
      {model !== null && <p className={styles.words}>{testedWith(model)}</p>}
    </>
  );
}

/** Returns true if `isOn` has been true for at least this long. */
function useDelayed(isOn: boolean, milliseconds: number): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsDelayed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsDelayed(false);
    };
  }, [isOn, milliseconds]);
  return isDelayed;
}
