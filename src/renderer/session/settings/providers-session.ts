import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type {
  ModelSummary,
  ProviderReport,
  ProviderSummary,
  ProviderWish,
} from '../../../ipc/wire/provider.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';
import { reasonOf } from '../window/reason-of.ts';

export type JsonObject = Readonly<Record<string, JsonValue>>;
export type { ModelSummary, ProviderReport, ProviderSummary };

/** A test of a service: under way, or what it found, or why it could not be made. */
export type ProviderTest =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly report: ProviderReport }
  | { readonly state: 'failed'; readonly reason: string };

/** The models of a service: being read, as it lists them, or why it does not. */
export type ModelList =
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly models: readonly ModelSummary[] }
  | { readonly state: 'failed'; readonly reason: string };

export interface ProvidersSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
}

/** The services that are set up on this computer; their keys go one way only, to main. */
export class ProvidersSession {
  readonly #options: ProvidersSessionOptions;
  readonly #list = createStore<readonly ProviderSummary[]>([]);
  readonly #removed = createStore<readonly ProviderSummary[]>([]);
  readonly #tests = createStore<ReadonlyMap<string, ProviderTest>>(new Map());
  readonly #models = createStore<ReadonlyMap<string, ModelList>>(new Map());
  /** One change after another: each is made of what the one before left. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: ProvidersSessionOptions) {
    this.#options = options;
  }

  /** In the order they were set up. */
  get list(): Store<readonly ProviderSummary[]> {
    return this.#list;
  }

  /** Taken away since the window opened; they can be brought back. */
  get removed(): Store<readonly ProviderSummary[]> {
    return this.#removed;
  }

  /** What a test found since the window opened, by the service's id. */
  get tests(): Store<ReadonlyMap<string, ProviderTest>> {
    return this.#tests;
  }

  /** By the service's id; a service that was never asked is not in it. */
  get models(): Store<ReadonlyMap<string, ModelList>> {
    return this.#models;
  }

  /** Main or another window told of them. */
  take(list: readonly ProviderSummary[]): void {
    this.#list.set(list);
  }

  async read(): Promise<void> {
    try {
      this.take(await this.#options.client.call('provider.list', {}));
    } catch (error) {
      this.#options.notices.report(error);
    }
  }

  /** Sets a service up; null where it could not be, which is told. */
  async add(wish: ProviderWish): Promise<ProviderSummary | null> {
    try {
      const added = await this.#options.client.call('provider.save', { id: null, ...wish });
      this.take([...this.#list.get(), added]);
      return added;
    } catch (error) {
      this.#options.notices.report(error);
      return null;
    }
  }

  /** Resolves to why it was refused, or null. */
  change(id: string, patch: Partial<ProviderWish>): Promise<string | null> {
    return this.#inTurn(id, async ({ name, baseUrl, headers, extra }) => {
      const wish = { name, baseUrl, headers, extra, ...patch };
      this.#replace(await this.#options.client.call('provider.save', { id, ...wish }));
      // What was found out is of the address that it was found at.
      if (patch.baseUrl !== undefined && patch.baseUrl !== baseUrl) this.#forget(id);
    });
  }

  /** Hands a key to main, or takes it away (null). Resolves to why it was refused, or null. */
  setKey(id: string, key: string | null): Promise<string | null> {
    return this.#inTurn(id, async () => {
      this.#replace(await this.#options.client.call('provider.setKey', { id, key }));
    });
  }

  async remove(id: string): Promise<void> {
    const before = this.#list.get().find((known) => known.id === id);
    const reason = await this.#inTurn(id, async () => {
      this.take(await this.#options.client.call('provider.remove', { id }));
    });
    if (reason !== null) this.#options.notices.show({ sentence: reason, detail: '' });
    if (reason !== null || before === undefined) return;
    this.#forget(id);
    this.#removed.set([...this.#removed.get().filter((known) => known.id !== id), before]);
    this.#options.notices.announce(`${before.name} was taken away.`);
  }

  /** Brings a service back that was taken away, without its key. */
  async restore(id: string): Promise<void> {
    const gone = this.#removed.get().find((known) => known.id === id);
    if (gone === undefined) return;
    const { name, baseUrl, headers, extra } = gone;
    try {
      const back = await this.#options.client.call('provider.restore', { id, name, baseUrl, headers, extra });
      this.take([...this.#list.get(), back]);
      this.#removed.set(this.#removed.get().filter((known) => known.id !== id));
      this.#options.notices.announce(`${name} is back.`);
    } catch (error) {
      this.#options.notices.report(error);
    }
  }

  /** Asks a service what it can do. @param model null for the first that it lists */
  async test(id: string, model: string | null): Promise<void> {
    // An address that was just changed is the one to ask.
    await this.#changes;
    const running: ProviderTest = { state: 'running' };
    this.#tellTest(id, running);
    let outcome: ProviderTest;
    try {
      const report = await this.#options.client.call('provider.test', { id, model });
      outcome = { state: 'done', report };
    } catch (error) {
      outcome = { state: 'failed', reason: reasonOf(error) };
    }
    // Nobody waits for it any more, or it is of another address.
    if (this.#tests.get().get(id) !== running) return;
    this.#tellTest(id, outcome);
    if (outcome.state === 'done' && outcome.report.models.length > 0) {
      this.#tellModels(id, { state: 'read', models: outcome.report.models });
    }
    await this.read();
  }

  /** What a test still finds is not shown any more. */
  stopWaiting(id: string): void {
    if (this.#tests.get().get(id)?.state === 'running') this.#tellTest(id, undefined);
  }

  /** Reads a service's list of models. */
  async readModels(id: string): Promise<void> {
    await this.#changes;
    const reading: ModelList = { state: 'reading' };
    this.#tellModels(id, reading);
    let outcome: ModelList;
    try {
      outcome = { state: 'read', models: await this.#options.client.call('provider.models', { id }) };
    } catch (error) {
      outcome = { state: 'failed', reason: reasonOf(error) };
    }
    if (this.#models.get().get(id) === reading) this.#tellModels(id, outcome);
  }

  async #inTurn(id: string, change: (now: ProviderSummary) => Promise<void>): Promise<string | null> {
    const turn = this.#changes.then(async () => {
      const now = this.#list.get().find((known) => known.id === id);
      if (now === undefined) return 'This service was taken away.';
      try {
        await change(now);
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    });
    this.#changes = turn;
    return turn;
  }

  #replace(changed: ProviderSummary): void {
    this.take(this.#list.get().map((known) => (known.id === changed.id ? changed : known)));
  }

  #forget(id: string): void {
    this.#tellTest(id, undefined);
    this.#tellModels(id, undefined);
  }

  #tellTest(id: string, test: ProviderTest | undefined): void {
    this.#tests.set(changed(this.#tests.get(), id, test));
  }

  #tellModels(id: string, list: ModelList | undefined): void {
    this.#models.set(changed(this.#models.get(), id, list));
  }
}

function changed<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}
