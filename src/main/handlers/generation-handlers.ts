import type { TokenUsage, UsageRow } from '../../core/provenance/token-usage.ts';
import { OFFLINE_PROVIDER_ID } from '../../core/tree/agent.ts';
import { findPrice, type ModelPrice, type ProviderSettings } from '../settings/provider-settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export function generationHandlers(settings: SettingsFile): HandlersFor<'generation.'> {
  return {
    'generation.start': (
      { treeId, pathVersion, ops, parameters = {}, instruction = null, ...asked },
      caller,
    ) =>
      getGrove(caller).generation.start(treeId, { pathVersion, ops }, { ...asked, parameters, instruction }),
    'generation.rewrite': ({ treeId, pathVersion, ops, parameters = {}, ...request }, caller) =>
      getGrove(caller).generation.rewrites.start(treeId, { pathVersion, ops }, { ...request, parameters }),
    'generation.context': ({ treeId, ...options }, caller) =>
      getGrove(caller).generation.previewContext(treeId, options),
    'generation.topicWords': ({ treeId, agentIds, topicAt }, caller) => ({
      words: getGrove(caller).generation.topicWords(treeId, agentIds, topicAt),
    }),
    'generation.stop': async ({ jobId, slot }, caller) => {
      await getGrove(caller).generation.generator.stop(jobId, slot);
      return {};
    },
    'generation.prefer': ({ jobId, slot }, caller) => {
      getGrove(caller).generation.generator.prefer(jobId, slot);
      return {};
    },
    'generation.running': ({ treeId }, caller) => getGrove(caller).generation.generator.running(treeId),
    'generation.missingSummaries': ({ modelRef }, caller) => {
      const missing = getGrove(caller).read.missingSummaries();
      return { ...missing, cost: costAt(findPrice(settings.current.providers, modelRef), missing) };
    },
    'generation.usage': (_input, caller) =>
      getGrove(caller)
        .read.usage()
        .map((row) => ({ ...row, cost: costOf(settings.current.providers, row) })),
  };
}

export const fenceHandlers: HandlersFor<'fence.'> = {
  'fence.run': ({ treeId, pathVersion, ops, ...request }, caller) =>
    getGrove(caller).generation.fences.run(treeId, { pathVersion, ops }, request),
};

/** In dollars; null if the provider lists no price for the model, or no request was counted. */
function costOf(providers: readonly ProviderSettings[], row: UsageRow): number | null {
  if (row.provider === OFFLINE_PROVIDER_ID) return 0;
  const price = row.model === null ? null : findPrice(providers, `${row.provider}:${row.model}`);
  if (price === null || row.uncounted === row.requests) return null;
  return costAt(price, row);
}

/** In dollars. */
function costAt(price: ModelPrice | null, { promptTokens, completionTokens }: TokenUsage): number | null {
  if (price === null) return null;
  return (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000;
}
