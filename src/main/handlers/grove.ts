import { AspenError } from '../../core/errors.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import { forgetGrove } from '../settings/recent-groves.ts';
import { type AppHandlerOptions, appInfo, getRecentPath } from './app.ts';
import type { Caller } from './caller.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface GroveHandlerOptions extends AppHandlerOptions {
  /** Where the sample grove is, made if it is not there. */
  getSample(): string;
  /** The list of recent groves is another. */
  onRecentGroves(): void;
}

export function groveHandlers(options: GroveHandlerOptions): HandlersFor<'grove.'> {
  const { settings, getSample, onRecentGroves } = options;
  return {
    'grove.current': (_input, caller) => caller.findGrove()?.snapshot() ?? null,
    'grove.create': async (_input, caller) => show(caller, await caller.chooseNewFile(), true),
    'grove.choose': async (_input, caller) => show(caller, await caller.chooseFile('open'), false),
    'grove.openSample': (_input, caller) => show(caller, getSample(), false),
    'grove.rename': ({ name }, caller) => groveOf(caller).rename(name),
    'grove.stopOpening': (_input, caller) => {
      caller.stopOpening();
      return {};
    },
    'grove.putAwayNotice': ({ id }, caller) => groveOf(caller).putAwayNotice(id),
    'grove.takeOffer': async ({ id, offer }, caller) => {
      await groveOf(caller).takeOffer(id, offer, caller);
      // The window may show another by now.
      return groveOf(caller).snapshot();
    },
    'grove.showThere': async (_input, caller) => {
      await caller.showGrove(groveOf(caller).path, false);
      return {};
    },
    'grove.verify': (_input, caller) => groveOf(caller).read.verify(),
    'grove.openRecent': ({ handle }, caller) => show(caller, getRecentPath(settings, handle), false),
    'grove.forgetRecent': ({ handle }) => {
      settings.update((current) => forgetGrove(current, handle));
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
export function groveOf(caller: Caller): OpenGrove {
  const grove = caller.findGrove();
  if (grove === undefined) throw new AspenError('NOT_FOUND', 'no grove is open in this window');
  return grove;
}
