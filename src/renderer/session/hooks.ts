/** The only file of `session` that knows React. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { Store } from './store.ts';
import type { OpenTree } from './tree/open-tree.ts';
import type { AppSession } from './window/app-session.ts';

export const AppSessionContext = createContext<AppSession | null>(null);
export const OpenTreeContext = createContext<OpenTree | null>(null);

/** The store's value, rendered again whenever it is replaced. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** @throws {Error} outside the app's window */
export function useAppSession(): AppSession {
  const session = use(AppSessionContext);
  if (session === null) throw new Error('useAppSession outside AppSessionContext');
  return session;
}

/** @throws {Error} where no tree is open */
export function useOpenTree(): OpenTree {
  const tree = use(OpenTreeContext);
  if (tree === null) throw new Error('useOpenTree outside OpenTreeContext');
  return tree;
}
