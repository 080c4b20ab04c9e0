import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

/** Handlers for the time line of a manuscript. */
export const timelineHandlers: HandlersFor<'timeline.'> = {
  'timeline.layers': ({ treeId, chain, isOpening }, caller) =>
    getGrove(caller).timeline.layers(treeId, chain, isOpening),
  'timeline.show': ({ treeId, chain, seq, from }, caller) =>
    getGrove(caller).timeline.show(treeId, chain, seq, from),
  'timeline.compare': ({ treeId, chain, from, to }, caller) =>
    getGrove(caller).timeline.compare(treeId, chain, from, to),
  'timeline.trace': ({ treeId, chain, seq, range }, caller) =>
    getGrove(caller).timeline.trace(treeId, chain, seq, range),
  'timeline.stopTracing': (_input, caller) => {
    getGrove(caller).timeline.stopTracing();
    return {};
  },
  'timeline.mark': ({ treeId, seq, label }, caller) => ({
    seq: getGrove(caller).timeline.mark(treeId, seq, label),
  }),
  'timeline.restore': ({ treeId, chain, seq, ...intent }, caller) =>
    getGrove(caller).timeline.restore(treeId, intent, chain, seq),
};
