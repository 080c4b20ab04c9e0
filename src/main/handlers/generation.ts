import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const generationHandlers: HandlersFor<'generation.'> = {
  'generation.start': ({ treeId, at, agentIds, count, maxTokens, ...intent }, caller) =>
    groveOf(caller).generate(treeId, intent, { at, agentIds, count, maxTokens }),
  'generation.context': ({ treeId, ...wish }, caller) => groveOf(caller).previewContext(treeId, wish),
  'generation.stop': async ({ jobId, slot }, caller) => {
    await groveOf(caller).stopGeneration(jobId, slot);
    return {};
  },
  'generation.running': ({ treeId }, caller) => groveOf(caller).runningJobs(treeId),
};
