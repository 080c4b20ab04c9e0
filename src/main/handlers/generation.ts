import { OFFLINE_PROVIDER_ID } from '../generation/providers/offline.ts';
import type { ProviderSettings } from '../settings/provider-settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { UsageRow } from '../store/tables/usage.ts';
import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface GenerationHandlerOptions {
  readonly settings: SettingsFile;
}

export function generationHandlers({ settings }: GenerationHandlerOptions): HandlersFor<'generation.'> {
  return {
    'generation.start': ({ treeId, at, agentIds, count, maxTokens, parameters = {}, ...intent }, caller) =>
      groveOf(caller).generation.start(treeId, intent, { at, agentIds, count, maxTokens, parameters }),
    'generation.context': ({ treeId, ...wish }, caller) =>
      groveOf(caller).generation.previewContext(treeId, wish),
    'generation.stop': async ({ jobId, slot }, caller) => {
      await groveOf(caller).generation.stop(jobId, slot);
      return {};
    },
    'generation.running': ({ treeId }, caller) => groveOf(caller).generation.running(treeId),
    'generation.usage': (_input, caller) =>
      groveOf(caller)
        .read.usage()
        .map((row) => ({ ...row, cost: costOf(settings.current.providers, row) })),
  };
}

/** Null where the service's list gives no price for the model, or nobody counted. */
function costOf(providers: readonly ProviderSettings[], row: UsageRow): number | null {
  if (row.provider === OFFLINE_PROVIDER_ID) return 0;
  const { prices } = providers.find(({ id }) => id === row.provider) ?? {};
  const price = row.model === null ? undefined : prices?.[row.model];
  if (price === undefined || row.uncounted === row.requests) return null;
  return (row.promptTokens * price.prompt + row.completionTokens * price.completion) / 1_000_000;
}
