import { useEffect, useId, useRef, useState } from 'react';
import { MAX_MODEL_LENGTH } from '../../../core/text/limits.ts';
import { ASKING_STYLES } from '../../../ui-text/settings/agents.ts';
import {
  ADDRESS,
  ADDRESS_HINT,
  CLOSE_CONNECT,
  CONNECT_TITLE,
  chooseTyped,
  EXAMPLE_ADDRESS,
  type FailedService,
  FILTER_MODELS,
  foundOf,
  HOSTS,
  HOSTS_HINT,
  HOSTS_OF_MODEL,
  IF_NEEDS_HEADERS,
  isListMissing,
  KEEP_FOR_ALL,
  KEEP_KEY,
  KEY,
  KEY_CHARACTERS,
  KEY_IF_NEEDED,
  KEY_PROMISE,
  keyFor,
  listFailed,
  MODEL_NAME,
  MODEL_NAME_HINT,
  MODELS,
  modelCount,
  moreModels,
  NONE_FOUND,
  noModels,
  READ_ONLY,
  REPLACE_KEY,
  reading,
  SAVE_KEY,
  SERVICES,
  styleRefused,
  TEST,
  TEST_HINT,
  trying,
  USE_ANYWAY,
  USE_MODEL,
  USED_IN_NEW,
  usedIn,
} from '../../../ui-text/settings/connect.ts';
import { isFocusUnclaimed } from '../../session/focus.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ModelList, ModelSummary, ProviderSummary } from '../../session/settings/providers-session.ts';
import { type ServiceTemplate, serviceTemplates } from '../../session/settings/service-templates.ts';
import {
  failureOf,
  findServiceAt,
  hostOf,
  hostsIn,
  problemOfServiceAddress,
  setUpService,
  takeModel,
  toggleHost,
  usualStyle,
  warningOf,
} from '../../session/window/connect-model.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Filter } from '../../ui/fields/Filter.tsx';
import { RadioCards, RadioList } from '../../ui/fields/RadioCards.tsx';
import { SecretField, TextField } from '../../ui/fields/TextField.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import { formatKey, formatModel } from '../settings/providers/format-provider.ts';
import { HeadersField } from '../settings/providers/HeadersField.tsx';
import styles from './Connect.module.css';

/** From a service's key to the first continuation: the services at the side, and what each needs, in order. */
export function ConnectPage() {
  const { providers } = useAppSession();
  const [shown, setShown] = useState(serviceTemplates[0]?.id ?? '');
  useEffect(() => void providers.read(), [providers]);
  return (
    <FullPage
      title={CONNECT_TITLE}
      label={SERVICES}
      closeLabel={CLOSE_CONNECT}
      sections={serviceTemplates.map((template) => ({
        id: template.id,
        title: template.name,
        content: <ServicePanel template={template} />,
      }))}
      shown={shown}
      onShow={(id) => setShown(serviceTemplates.find((template) => template.id === id)?.id ?? shown)}
    />
  );
}

interface ServicePanelProps {
  readonly template: ServiceTemplate;
}

/** The settings of one service, in order: its address or key, a test, a model, and its style of requests. */
function ServicePanel({ template }: ServicePanelProps) {
  const { providers } = useAppSession();
  const list = useStore(providers.list);
  const [typed, setTyped] = useState<string | null>(null);
  const [headers, setHeaders] = useState<ProviderSummary['headers'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [model, setModel] = useState('');
  const part = useRef<HTMLDivElement>(null);
  const address = typed ?? usualAddress(template, list);
  const service = address === '' ? undefined : findServiceAt(list, address);
  const models = useStore(providers.models).get(service?.id ?? '');
  const made = useServicesOnTrial();

  const setUp = async (at = address): Promise<ProviderSummary | string> => {
    const known = new Set(providers.list.get().map(({ id }) => id));
    const found = await setUpService(providers, template, at);
    if (typeof found === 'string') return found;
    if (!known.has(found.id)) made.current.add(found.id);
    setTyped(found.baseUrl);
    const refusal =
      headers === null
        ? null
        : await providers.change(found.id, { headers: { ...template.headers, ...headers } });
    return refusal ?? found;
  };
  const readFrom = (id: string) => {
    setProblem(null);
    setModel('');
    void providers.readModels(id, template.keyPath);
  };
  const test = async (at = address) => {
    const found = await setUp(at);
    if (typeof found === 'string') setProblem(found);
    else readFrom(found.id);
  };
  const takeKey = async (secret: string) => {
    const found = await setUp();
    if (typeof found === 'string') return found;
    const refusal = await providers.setKey(found.id, secret);
    if (refusal === null) readFrom(found.id);
    return refusal;
  };
  useFocusOnNext(part, models);

  const isRefused = models?.state === 'failed' && models.code === 'AUTHENTICATION';
  const asksForKey = template.key !== null || mayWantKey(template) || isRefused;
  const isKeyNext = template.key !== null && (service === undefined || service.key === 'none' || isRefused);
  const found = models?.state === 'read' ? models.models : [];
  const isTypedIn = models !== undefined && listsNothing(models);
  const failed = describeService(template, address, service);
  return (
    <div ref={part} className={styles.panel}>
      <p className={styles.soft}>{template.sentence}</p>
      {template.where === 'here' && (
        <TextField
          label={ADDRESS}
          hint={warningOf(address) ?? ADDRESS_HINT}
          value={address}
          placeholder={EXAMPLE_ADDRESS}
          check={problemOfServiceAddress}
          onCommit={(text) => {
            setTyped(text.trim());
            setProblem(null);
            return null;
          }}
          onEnter={(text) => {
            if (!isKeyNext) void test(text.trim());
          }}
        />
      )}
      {template.where === 'here' && (
        <details className={styles.more}>
          <summary>{IF_NEEDS_HEADERS}</summary>
          <HeadersField
            headers={headers ?? service?.headers ?? {}}
            onCommit={(typed) => {
              setHeaders(typed);
              return null;
            }}
          />
        </details>
      )}
      {asksForKey && <KeyPart template={template} service={service} isRefused={isRefused} onKey={takeKey} />}
      <div className={styles.row}>
        {!isKeyNext && (
          <Button disabled={models?.state === 'reading'} onClick={() => void test()}>
            {TEST}
          </Button>
        )}
        {!isKeyNext && models === undefined && problem === null && (
          <span className={styles.soft}>{TEST_HINT}</span>
        )}
        <Outcome list={models} problem={problem} service={failed} />
      </div>
      {found.length > 0 && <ModelPicker models={found} value={model} onChange={setModel} />}
      {isTypedIn && <ModelName value={model} onChange={setModel} />}
      {service !== undefined && model.trim() !== '' && (
        <UseModel
          key={model}
          template={template}
          service={service}
          model={model.trim()}
          contextLength={found.find(({ id }) => id === model)?.contextLength ?? null}
          onTake={() => made.current.clear()}
        />
      )}
    </div>
  );
}

/** The result of the test, in a sentence. */
function Outcome({
  list,
  problem,
  service,
}: {
  readonly list: ModelList | undefined;
  readonly problem: string | null;
  readonly service: FailedService;
}) {
  const isFailed = list?.state === 'failed' && !isListMissing(list.code);
  return (
    <>
      <p className={styles.soft} role="status">
        {problem === null && list?.state === 'reading' && reading(service.name)}
        {problem === null &&
          list?.state === 'read' &&
          list.models.length > 0 &&
          modelCount(list.models.length)}
        {problem === null && list?.state === 'read' && list.models.length === 0 && noModels(service)}
        {problem === null &&
          list?.state === 'failed' &&
          !isFailed &&
          listFailed(list.code, list.detail, service)}
      </p>
      <p className={styles.failed} role="alert">
        {problem ?? (isFailed ? listFailed(list.code, list.detail, service) : null)}
      </p>
    </>
  );
}

/** Returns true if the writer has to type a model's name. */
function listsNothing(list: ModelList): boolean {
  if (list.state === 'failed') return isListMissing(list.code);
  return list.state === 'read' && list.models.length === 0;
}

/** The address of a service that may be set up already; empty if the writer has to type it. */
function usualAddress(template: ServiceTemplate, list: readonly ProviderSummary[]): string {
  if (template.id === 'other') return '';
  const all = [template.baseUrl, ...(template.olderUrls ?? [])];
  return all.find((url) => findServiceAt(list, url) !== undefined) ?? template.baseUrl;
}

/** Returns true if some servers of this kind ask for a key. */
function mayWantKey({ id }: ServiceTemplate): boolean {
  return id === 'other' || id === 'vllm';
}

/** The service as sentences about its failures name it. */
function describeService(
  { id, name, where }: ServiceTemplate,
  address: string,
  service: ProviderSummary | undefined,
): FailedService {
  const host = hostOf(address);
  const hasKey = service !== undefined && service.key !== 'none';
  if (id === 'other') return { name: service?.name ?? host, host, isHere: false, hasKey };
  return { name, host, isHere: where === 'here', hasKey };
}

/** Services that this page set up: one that has no key and never answered is not kept when the page closes. */
function useServicesOnTrial() {
  const { providers } = useAppSession();
  const made = useRef(new Set<string>());
  useEffect(() => {
    const { current } = made;
    return () => {
      for (const id of current) {
        const key = providers.list.get().find((known) => known.id === id)?.key;
        if (key === 'none' && providers.models.get().get(id)?.state !== 'read') void providers.discard(id);
      }
    };
  }, [providers]);
  return made;
}

/** When the models arrive, or the key is refused, moves the focus on from the tested field, which may be gone. */
function useFocusOnNext(part: { readonly current: HTMLElement | null }, list: ModelList | undefined): void {
  const state = list?.state === 'failed' ? list.code : list?.state;
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = isFocusUnclaimed() || part.current?.contains(focused) === true;
    if (!isLost || state === undefined || state === 'reading') return;
    const hasFailed = state !== 'read' && !isListMissing(state);
    if (hasFailed && state !== 'AUTHENTICATION' && !isFocusUnclaimed()) return;
    const next = hasFailed ? 'input[type="password"], button' : 'input[type="search"], input[data-model]';
    part.current?.querySelector<HTMLElement>(next)?.focus();
  }, [part, state]);
}

interface KeyPartProps {
  readonly template: ServiceTemplate;
  /** Undefined until the service is set up. */
  readonly service: ProviderSummary | undefined;
  /** The service did not accept the key, or wants one. */
  readonly isRefused: boolean;
  /** @returns why the key was refused, or null */
  onKey(secret: string): Promise<string | null>;
}

/** The source and storage of the key, and the field for it until there is one. */
function KeyPart({ template, service, isRefused, onKey }: KeyPartProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const wordsId = useId();
  const hasKey = service !== undefined && service.key !== 'none';
  return (
    <div className={styles.part}>
      <div className={styles.label}>{KEY}</div>
      <div className={styles.row}>
        <p id={wordsId} className={styles.soft}>
          {hasKey ? formatKey(service.key) : `${template.key ?? KEY_IF_NEEDED} ${KEY_PROMISE}`}
        </p>
        {hasKey && !isRefused && (
          <Button variant="quiet" onClick={() => setIsReplacing(!isReplacing)}>
            {isReplacing ? KEEP_KEY : REPLACE_KEY}
          </Button>
        )}
      </div>
      {(!hasKey || isReplacing || isRefused) && (
        <SecretField
          label={keyFor(template.name)}
          describedBy={wordsId}
          action={template.key === null ? SAVE_KEY : TEST}
          startsFocused={isReplacing}
          check={(secret) => (/^[\x21-\x7e]+$/.test(secret) ? null : KEY_CHARACTERS)}
          onCommit={async (secret) => {
            const reason = await onKey(secret);
            if (reason === null) setIsReplacing(false);
            return reason;
          }}
        />
      )}
    </div>
  );
}

/** Most models shown; the filter finds the rest. */
const MAX_SHOWN = 200;

interface ModelPickerProps {
  readonly models: readonly ModelSummary[];
  /** The chosen model's id; empty for none. */
  readonly value: string;
  onChange(id: string): void;
}

/** A service's models, one of which is chosen by a click or with the arrow keys, with a filter. */
function ModelPicker({ models, value, onChange }: ModelPickerProps) {
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
function ModelName({ value, onChange }: Omit<ModelPickerProps, 'models'>) {
  const id = useId();
  return (
    <div className={styles.part}>
      <label className={styles.label} htmlFor={id}>
        {MODEL_NAME}
      </label>
      <input
        id={id}
        className={shared.input}
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

type Style = ServiceTemplate['style'];

interface UseModelProps {
  readonly template: ServiceTemplate;
  readonly service: ProviderSummary;
  readonly model: string;
  /** In tokens; null if the service's list does not have it. */
  readonly contextLength: number | null;
  /** The model is about to become an agent. */
  onTake(): void;
}

/** The chosen model's style of requests, and the button that makes it an agent once it has answered. */
function UseModel({ template, service, model, contextLength, onTake }: UseModelProps) {
  const session = useAppSession();
  const { providers } = session;
  const scene = useStore(session.scene);
  const [style, setStyle] = useState<Style | null>(null);
  const [hosts, setHosts] = useState('');
  const [keeps, setKeeps] = useState(true);
  const [trial, setTrial] = useState<'none' | 'running' | { readonly failure: string }>('none');
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const picksHosts = template.picksHosts === true;
  const [offered, setOffered] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!picksHosts) return;
    let isWanted = true;
    setOffered([]);
    void providers.hostsOf(service.id, model).then((names) => isWanted && setOffered(names));
    return () => {
      isWanted = false;
    };
  }, [picksHosts, providers, service.id, model]);
  const isReadOnly = scene.kind === 'grove' && scene.grove.readOnly;

  const take = async (asked: Style) => {
    onTake();
    const chosen = { providerId: service.id, model, contextLength, style: asked, hosts: hostsIn(hosts) };
    if (!(await takeModel(session, chosen, keeps)) && isOpen.current) setTrial('none');
  };
  const tryAndTake = async () => {
    setTrial('running');
    await providers.test(service.id, model);
    // The page was left, or another model chosen.
    if (!isOpen.current) return;
    const test = providers.tests.get().get(service.id);
    if (test?.state !== 'done') {
      setTrial(test?.state === 'failed' ? { failure: test.reason } : 'none');
      return;
    }
    const { abilities } = test.report;
    const failure = failureOf(model, test.report);
    const isRefused = (style === 'completion' ? abilities.completions : abilities.chat) === false;
    if (failure !== null) setTrial({ failure });
    else if (style !== null && isRefused) setTrial({ failure: styleRefused(model, style) });
    else await take(style ?? usualStyle(template, model, abilities));
  };
  const where = scene.kind === 'grove' ? usedIn(scene.grove.name) : USED_IN_NEW;
  return (
    <section className={styles.use} aria-label={model}>
      {!template.chatsOnly && (
        <RadioCards
          label={ASKING_STYLES.label}
          value={style ?? usualStyle(template, model)}
          options={ASKING_STYLES.options.filter(({ value }) => value !== 'chat')}
          onChange={(value) => {
            if (value !== 'chat') setStyle(value);
          }}
        />
      )}
      {picksHosts && (
        <>
          <TextField
            label={HOSTS}
            hint={HOSTS_HINT}
            value={hosts}
            onCommit={(text) => {
              setHosts(text);
              return null;
            }}
          />
          {offered.length > 0 && (
            <p className={styles.hosts}>
              <span className={styles.soft}>{HOSTS_OF_MODEL}</span>
              {offered.map((host) => (
                <Button
                  key={host}
                  variant="quiet"
                  pressed={hostsIn(hosts).includes(host)}
                  onClick={() => setHosts((text) => toggleHost(text, host))}
                >
                  {host}
                </Button>
              ))}
            </p>
          )}
        </>
      )}
      <Checkbox text={KEEP_FOR_ALL} checked={keeps} onChange={setKeeps} />
      <div className={styles.act}>
        <div className={styles.row}>
          <Button
            variant="primary"
            disabled={trial === 'running' || isReadOnly || model.length > MAX_MODEL_LENGTH}
            onClick={() => void tryAndTake()}
          >
            {USE_MODEL}
          </Button>
          {typeof trial === 'object' && (
            <Button onClick={() => void take(style ?? usualStyle(template, model))}>{USE_ANYWAY}</Button>
          )}
        </div>
        <p className={styles.soft} role="status">
          {trial === 'running' ? trying(model) : isReadOnly ? READ_ONLY : where}
        </p>
        <p className={styles.failed} role="alert">
          {typeof trial === 'object' && trial.failure}
        </p>
      </div>
    </section>
  );
}
