import type { ErrorCode } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type {
  ModelSummary,
  ProviderProperties,
  ProviderReport,
  ProviderSummary,
} from '../../../ipc/wire/provider.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { SERVICE_GONE, serviceRemoved, serviceRestored } from '../../../ui-text/settings/providers.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createStore, type Store } from '../store.ts';

export type JsonObject = Readonly<Record<string, JsonValue>>;
export type { ModelSummary, ProviderReport, ProviderSummary };

/** A test of a service: running, or its result, or why it failed. */
export type ProviderTest =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly report: ProviderReport }
  | { readonly state: 'failed'; readonly reason: string };

/** The models of a service: being read, or the list, or why it cannot be read. */
export type ModelList =
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly models: readonly ModelSummary[] }
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly code: ErrorCode;
      /** The service's message; may be empty. */
      readonly detail: string;
    };

export interface ProvidersSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
}

/** The services set up on this computer. Their keys go only one way, to main. */
export class ProvidersSession {
  readonly #options: ProvidersSessionOptions;
  readonly #list = createStore<readonly ProviderSummary[]>([]);
  /** In the order they were set up. */
  readonly list: Store<readonly ProviderSummary[]> = this.#list;
  readonly #removed = createStore<readonly ProviderSummary[]>([]);
  /** Removed since the window opened; they can be restored. */
  readonly removed: Store<readonly ProviderSummary[]> = this.#removed;
  readonly #tests = createStore<ReadonlyMap<string, ProviderTest>>(new Map());
  /** Tests since the window opened, by the service's id. */
  readonly tests: Store<ReadonlyMap<string, ProviderTest>> = this.#tests;
  readonly #models = createStore<ReadonlyMap<string, ModelList>>(new Map());
  /** By the service's id; only services that were asked are in it. */
  readonly models: Store<ReadonlyMap<string, ModelList>> = this.#models;
  /** Changes run one after another, because each starts from the result of the one before. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: ProvidersSessionOptions) {
    this.#options = options;
  }

  /** Main sent the list. */
  setList(list: readonly ProviderSummary[]): void {
    this.#list.set(list);
  }

  async read(): Promise<void> {
    await this.#options.notices.attempt(async () => {
      this.setList(await this.#options.client.call('provider.list', {}));
    });
  }

  /**
   * Sets up a service; null after a failure, which is reported.
   * @param others addresses at which it may be instead: the first at which a service answers is used
   */
  async add(properties: ProviderProperties, others: readonly string[] = []): Promise<ProviderSummary | null> {
    return (await this.#options.notices.attempt(this.#add(properties, others))) ?? null;
  }

  /** Sets up a service, as `add`; resolves to why it was refused instead of reporting that. */
  async tryToAdd(
    properties: ProviderProperties,
    others: readonly string[] = [],
  ): Promise<ProviderSummary | string> {
    try {
      return await this.#add(properties, others);
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #add(properties: ProviderProperties, others: readonly string[]): Promise<ProviderSummary> {
    const { client } = this.#options;
    const baseUrls = [properties.baseUrl, ...others];
    const found = others.length === 0 ? null : await client.call('provider.findAddress', { baseUrls });
    const baseUrl = found?.baseUrl ?? properties.baseUrl;
    const added = await client.call('provider.save', { id: null, ...properties, baseUrl });
    this.setList([...this.#list.get(), added]);
    return added;
  }

  /** Resolves to why it was refused, or null. */
  change(id: string, patch: Partial<ProviderProperties>): Promise<string | null> {
    return this.#enqueue(id, async ({ name, baseUrl, headers, extra }) => {
      const properties = { name, baseUrl, headers, extra, ...patch };
      this.#replace(await this.#options.client.call('provider.save', { id, ...properties }));
      // Tests and models belong to the previous address.
      if (patch.baseUrl !== undefined && patch.baseUrl !== baseUrl) this.#clearResults(id);
    });
  }

  /** All fields that the service refused are sent again. Resolves to why that failed, or null. */
  forgetRefused(id: string): Promise<string | null> {
    return this.#enqueue(id, async () => {
      this.#replace(await this.#options.client.call('provider.forgetRefused', { id }));
    });
  }

  /** Sends a key to main, or (null) removes it. Resolves to why it was refused, or null. */
  setKey(id: string, key: string | null): Promise<string | null> {
    return this.#enqueue(id, async () => {
      this.#replace(await this.#options.client.call('provider.setKey', { id, key }));
    });
  }

  async remove(id: string): Promise<void> {
    const before = this.#list.get().find((known) => known.id === id);
    const reason = await this.#enqueue(id, async () => {
      this.setList(await this.#options.client.call('provider.remove', { id }));
    });
    if (reason !== null) this.#options.notices.show({ sentence: reason, detail: '' });
    if (reason !== null || before === undefined) return;
    this.#clearResults(id);
    this.#removed.set([...this.#removed.get().filter((known) => known.id !== id), before]);
    this.#options.notices.announce(serviceRemoved(before.name));
  }

  /** Removes a service that was only tried: it has no key, and cannot be restored. A failure is reported. */
  async discard(id: string): Promise<void> {
    const reason = await this.#enqueue(id, async () => {
      this.setList(await this.#options.client.call('provider.remove', { id }));
    });
    if (reason === null) this.#clearResults(id);
    else this.#options.notices.show({ sentence: reason, detail: '' });
  }

  /** Restores a removed service, without its key. */
  async restore(id: string): Promise<void> {
    const removed = this.#removed.get().find((known) => known.id === id);
    if (removed === undefined) return;
    const { name, baseUrl, headers, extra } = removed;
    await this.#options.notices.attempt(async () => {
      const restored = await this.#options.client.call('provider.restore', {
        id,
        name,
        baseUrl,
        headers,
        extra,
      });
      this.setList([...this.#list.get(), restored]);
      this.#removed.set(this.#removed.get().filter((known) => known.id !== id));
      this.#options.notices.announce(serviceRestored(name));
    });
  }

  /** Tests what a service can do. @param model null for the first it lists */
  async test(id: string, model: string | null): Promise<void> {
    // A pending change may change the address.
    await this.#changes;
    const running: ProviderTest = { state: 'running' };
    this.#setTest(id, running);
    let outcome: ProviderTest;
    try {
      const report = await this.#options.client.call('provider.test', { id, model });
      outcome = { state: 'done', report };
    } catch (error) {
      outcome = { state: 'failed', reason: reasonOf(error) };
    }
    // The test was abandoned, or belongs to another address.
    if (this.#tests.get().get(id) !== running) return;
    this.#setTest(id, outcome);
    if (outcome.state === 'done' && outcome.report.models.length > 0) {
      this.#setModels(id, { state: 'read', models: outcome.report.models });
    }
    await this.read();
  }

  /** Ignores the result of a running test. */
  abandonTest(id: string): void {
    if (this.#tests.get().get(id)?.state === 'running') this.#setTest(id, undefined);
  }

  /** Reads a service's list of models. @param keyPath see `provider.models` */
  async readModels(id: string, keyPath?: string): Promise<void> {
    await this.#changes;
    const reading: ModelList = { state: 'reading' };
    this.#setModels(id, reading);
    let outcome: ModelList;
    try {
      const request = keyPath === undefined ? { id } : { id, keyPath };
      outcome = { state: 'read', models: await this.#options.client.call('provider.models', request) };
    } catch (error) {
      const { code, detail } = describeError(error);
      outcome = { state: 'failed', reason: reasonOf(error), code, detail };
    }
    if (this.#models.get().get(id) === reading) this.#setModels(id, outcome);
  }

  /** The services that a service passes requests for a model on to; empty if unknown, or cannot be asked. */
  async hostsOf(id: string, model: string): Promise<readonly string[]> {
    try {
      return await this.#options.client.call('provider.hosts', { id, model });
    } catch {
      // They are suggestions: whether the service answers is reported elsewhere.
      return [];
    }
  }

  async #enqueue(id: string, change: (now: ProviderSummary) => Promise<void>): Promise<string | null> {
    const outcome = this.#changes.then(async () => {
      const now = this.#list.get().find((known) => known.id === id);
      if (now === undefined) return SERVICE_GONE;
      try {
        await change(now);
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    });
    this.#changes = outcome;
    return outcome;
  }

  #replace(changed: ProviderSummary): void {
    this.setList(this.#list.get().map((known) => (known.id === changed.id ? changed : known)));
  }

  #clearResults(id: string): void {
    this.#setTest(id, undefined);
    this.#setModels(id, undefined);
  }

  #setTest(id: string, test: ProviderTest | undefined): void {
    this.#tests.set(changed(this.#tests.get(), id, test));
  }

  #setModels(id: string, list: ModelList | undefined): void {
    this.#models.set(changed(this.#models.get(), id, list));
  }
}

function changed<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** Why input was refused, as a sentence to show beside its field. */
function reasonOf(error: unknown): string {
  const { code, sentence, detail } = describeError(error);
  if (code !== 'INVALID_ARGUMENT' || detail === '') return sentence;
  const reason = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
