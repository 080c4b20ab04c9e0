/** From a service's address to an agent that Generate asks: the work of the page *Connect a model*. */
import { addressesOf, reachOf } from '../../../core/answers/service-address.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { AgentConfiguration } from '../../../core/tree/agent.ts';
import type { ProviderAbility } from '../../../ipc/wire/provider.ts';
import { ABILITIES } from '../../../ui-text/providers.ts';
import {
  ADDRESS_MISSING,
  ADDRESS_WRONG,
  modelFailed,
  NOT_ENCRYPTED,
  ready,
} from '../../../ui-text/settings/connect.ts';
import { templateSaved, templateUpdated } from '../../../ui-text/settings/presets.ts';
import { findTemplate, revertTemplate, saveTemplate } from '../settings/agent-templates.ts';
import { type Agent, agentNameOf, joinModelRef, type NewAgent } from '../settings/agents-session.ts';
import type { ProviderReport, ProviderSummary, ProvidersSession } from '../settings/providers-session.ts';
import type { ServiceTemplate } from '../settings/service-templates.ts';
import type { AppSession } from './app-session.ts';

type Style = ServiceTemplate['style'];

/** The host and port of an address, or the address itself if it has none. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** Said beside an address that others in the network could read; null for any other. */
export function warningOf(address: string): string | null {
  return reachOf(addressesOf(address)[0] ?? '') === 'network' ? NOT_ENCRYPTED : null;
}

/** The service that is set up at an address; undefined if none is. */
export function findServiceAt(
  list: readonly ProviderSummary[],
  baseUrl: string,
): ProviderSummary | undefined {
  const plain = (address: string) => address.trim().replace(/\/+$/, '');
  return list.find((known) => plain(known.baseUrl) === plain(baseUrl));
}

/** The fault of a typed address; null for none. */
export function problemOfServiceAddress(text: string): string | null {
  if (text.trim() === '') return ADDRESS_MISSING;
  const [address = ''] = addressesOf(text);
  return URL.parse(address) !== null && reachOf(address) !== null ? null : ADDRESS_WRONG;
}

/**
 * The service at an address, set up now if it is not: resolves to it, or to why it was refused. It gets the headers of its
 * template.
 */
export async function setUpService(
  providers: ProvidersSession,
  template: ServiceTemplate,
  address: string,
): Promise<ProviderSummary | string> {
  const problem = problemOfServiceAddress(address);
  if (problem !== null) return problem;
  const [baseUrl = '', ...completed] = addressesOf(address);
  const known = [baseUrl, ...completed]
    .map((one) => findServiceAt(providers.list.get(), one))
    .find((service) => service !== undefined);
  const { headers, olderUrls } = template;
  if (known !== undefined) {
    const hasAll = Object.keys(headers).every((name) => Object.hasOwn(known.headers, name));
    const refusal = hasAll
      ? null
      : await providers.change(known.id, { headers: { ...headers, ...known.headers } });
    return refusal ?? known;
  }
  const name = template.id === 'other' ? hostOf(baseUrl) : template.name;
  const others = baseUrl === template.baseUrl ? olderUrls : completed;
  return providers.tryToAdd({ name, baseUrl, headers, extra: {} }, others);
}

/** Names of models that were not trained to follow instructions. */
const BASE = /(^|[-_/.:])(base|pt)([-_.:]|$)|davinci|babbage|gpt-3\.5-turbo-instruct/i;
/** Names of models that were. */
const INSTRUCT = /instruct|chat|(^|[-_/])it([-_:]|$)|gpt-|claude|gemini|command|assistant|thinking/i;

/** A model's default style: as its name, the service and the last test suggest. */
export function usualStyle(
  { style, chatsOnly }: Pick<ServiceTemplate, 'style' | 'chatsOnly'>,
  model: string,
  ability: Partial<Pick<ProviderAbility, 'completions' | 'chat'>> = {},
): Style {
  if (chatsOnly || (ability.completions === false && ability.chat === true)) return 'chat-continue';
  if (ability.chat === false && ability.completions === true) return 'completion';
  if (BASE.test(model)) return 'completion';
  return INSTRUCT.test(model) ? 'chat-continue' : style;
}

/** `A, B` as the names in it. */
export function hostsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Adds a name to `A, B`, or removes it. */
export function toggleHost(text: string, host: string): string {
  const hosts = hostsIn(text);
  const others = hosts.filter((name) => name.toLowerCase() !== host.toLowerCase());
  return (others.length < hosts.length ? others : [...hosts, host]).join(', ');
}

/** Additional fields by which OpenRouter has only these hosts answer, in this order. */
export function pinnedTo(hosts: readonly string[]): Readonly<Record<string, JsonValue>> {
  return { provider: { order: [...hosts], allow_fallbacks: false } };
}

/** Why a model did not answer, in a sentence; null if it did. */
export function failureOf(model: string, { findings }: ProviderReport): string | null {
  const find = (what: ProviderReport['findings'][number]['what']) =>
    findings.find((finding) => finding.what === what);
  const reached = find('reached');
  if (reached?.supported === false) return reached.sentence;
  const chat = find('chat');
  if (find('completions')?.supported === true || chat?.supported === true) return null;
  return modelFailed(model, (chat?.sentence ?? '').replace(ABILITIES.chat[1], '').trim());
}

/** A model that the writer chose, and how it is asked. */
export interface ChosenModel {
  readonly providerId: string;
  readonly model: string;
  /** In tokens; null if the service's list does not have it. */
  readonly contextLength: number | null;
  readonly style: Style;
  /** The hosts that answer; empty for any. */
  readonly hosts: readonly string[];
}

function agentOf({ providerId, model, contextLength, style, hosts }: ChosenModel): NewAgent {
  const configuration: AgentConfiguration = {
    completionStyle: style,
    ...(contextLength === null ? {} : { contextLength }),
    ...(hosts.length === 0 ? {} : { extra: pinnedTo(hosts) }),
  };
  const name = agentNameOf({ providerId, model });
  return { name, modelRef: joinModelRef({ providerId, model }), configuration };
}

/** An active agent with the same model and the same settings. */
function findSame(agents: readonly Agent[], { modelRef, configuration }: NewAgent): Agent | undefined {
  const wanted = JSON.stringify(configuration);
  return agents.find(
    (agent) =>
      agent.archivedAt === null &&
      agent.modelRef === modelRef &&
      JSON.stringify(agent.configuration) === wanted,
  );
}

/**
 * Makes a model an agent of the shown grove, or of a new one if none is shown, has Generate ask it, and returns to the text.
 * @param keeps whether it becomes a template for all groves too
 * @returns whether that was done; a failure is reported
 */
export async function takeModel(session: AppSession, chosen: ChosenModel, keeps: boolean): Promise<boolean> {
  const { agents, notices } = session;
  if (session.scene.get().kind !== 'grove') await session.opening.newGrove();
  if (session.scene.get().kind !== 'grove') return false;
  const wanted = agentOf(chosen);
  const agent = findSame(agents.agents.get(), wanted) ?? (await agents.create(wanted));
  if (agent === null) return false;
  session.findTree()?.choice.change({ agentIds: [agent.id] });
  if (keeps) keepTemplate(session, agent);
  session.fullPage.set(null);
  notices.tell(ready(agent.name));
  return true;
}

/** Makes an agent a template for all groves, and announces it; replacing the one of its name can be undone. */
export function keepTemplate(
  session: Pick<AppSession, 'preferences' | 'setPreferences' | 'newId' | 'notices'>,
  agent: Agent,
): void {
  const templates = () => session.preferences.get().agentTemplates;
  const before = findTemplate(templates(), agent);
  session.setPreferences({ agentTemplates: saveTemplate(templates(), agent, session.newId()) });
  if (before === undefined) session.notices.tell(templateSaved(agent.name));
  else
    session.notices.tellUndoable(templateUpdated(agent.name), () =>
      session.setPreferences({ agentTemplates: revertTemplate(templates(), before) }),
    );
}
