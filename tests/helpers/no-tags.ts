import { createStore } from '../../src/renderer/session/store.ts';
import type { WindowTags } from '../../src/renderer/session/tree/tree-tags.ts';

/** A grove without tags, for desks of trees without a window. */
export const NO_TAGS: WindowTags = {
  list: createStore({ tags: [], trees: [] }),
  filter: createStore(null),
  watch: () => () => undefined,
};
