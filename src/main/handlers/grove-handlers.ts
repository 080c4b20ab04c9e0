import { AspenError } from '../../core/errors.ts';
import { NO_GROVE_OPEN } from '../../ui-text/refusals.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import { removeRecentGrove, removeRecentGroveAt } from '../settings/recent-groves.ts';
import type { Caller, HandlersFor } from './access/caller.ts';
import { type AppHandlerOptions, appInfo, getRecentPath } from './app-handlers.ts';
import { type NamingOptions, nameGrove } from './name-grove.ts';

export interface GroveHandlerOptions extends AppHandlerOptions, NamingOptions {
  /** The path of the sample grove, which is created if it does not exist. */
  getSample(): string;
}

export function groveHandlers(options: GroveHandlerOptions): HandlersFor<'grove.'> {
  const { settings, getSample, untitled, onRecentGroves } = options;
  return {
    'grove.current': (_input, caller) => caller.findGrove()?.snapshot() ?? null,
    'grove.create': (_input, caller) => {
      const path = untitled.newPath();
      // The file that was there is gone, and what is known of its text with it.
      settings.update((current) => removeRecentGroveAt(current, path));
      return show(caller, path, true);
    },
    'grove.createAt': async (_input, caller) => show(caller, await caller.chooseNewFile(), true),
    'grove.choose': async (_input, caller) => show(caller, await caller.chooseFile('open'), false),
    'grove.openSample': (_input, caller) => show(caller, getSample(), false),
    'grove.rename': ({ name }, caller) => nameGrove(caller, getGrove(caller), name, options),
    'grove.stopOpening': (_input, caller) => {
      caller.stopOpening();
      return {};
    },
    'grove.putAwayNotice': ({ id }, caller) => getGrove(caller).dismissNotice(id),
    'grove.takeOffer': async ({ id, offer }, caller) => {
      await getGrove(caller).acceptOffer(id, offer, caller);
      // The window may show another grove by now.
      return getGrove(caller).snapshot();
    },
    'grove.showThere': async (_input, caller) => {
      await caller.showGrove(getGrove(caller).path, false);
      return {};
    },
    // It waits like every request that writes, and does nothing.
    'grove.awaitCheck': () => ({}),
    'grove.verify': (_input, caller) => getGrove(caller).read.verify(),
    'grove.openRecent': ({ handle }, caller) => show(caller, getRecentPath(settings, handle), false),
    'grove.forgetRecent': ({ handle }) => {
      settings.update((current) => removeRecentGrove(current, handle));
      onRecentGroves();
      return appInfo(options);
    },
  };
}

async function show(caller: Caller, path: string | null, create: boolean) {
  if (path === null) return null;
  const grove = await caller.showGrove(path, create);
  return grove?.snapshot() ?? null;
}

/** @throws {AspenError} NOT_FOUND while the window shows the welcome page */
export function getGrove(caller: Caller): OpenGrove {
  const grove = caller.findGrove();
  if (grove === undefined) throw new AspenError('NOT_FOUND', NO_GROVE_OPEN);
  return grove;
}

export const agentHandlers: HandlersFor<'agent.'> = {
  'agent.create': (wanted, caller) => getGrove(caller).agents.create(wanted),
  'agent.update': ({ agentId, ...properties }, caller) => getGrove(caller).agents.update(agentId, properties),
  'agent.confirm': ({ agentId }, caller) => {
    getGrove(caller).agents.confirm(agentId);
    return {};
  },
  'agent.duplicate': ({ agentId }, caller) => getGrove(caller).agents.duplicate(agentId),
};
