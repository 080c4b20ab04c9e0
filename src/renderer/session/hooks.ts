/** The only file of `session` that imports React. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { BufferDesk } from './manuscript/buffer-desk.ts';
import type { Store } from './store.ts';
import type { TreeDesk } from './tree/tree-desk.ts';
import type { AppSession } from './window/app-session.ts';

export const AppSessionContext = createContext<AppSession | null>(null);
export const BufferDeskContext = createContext<BufferDesk | null>(null);

/** The store's value; the component renders again when it is replaced. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** @throws {Error} outside `AppSessionContext` */
export function useAppSession(): AppSession {
  const session = use(AppSessionContext);
  if (session === null) throw new Error('useAppSession outside AppSessionContext');
  return session;
}

/** The tree that is shown, as every mode shows it. @throws {Error} outside `BufferDeskContext` */
export function useTreeDesk(): TreeDesk {
  return useBufferDesk().tree;
}

/** The manuscript that is shown. @throws {Error} outside `BufferDeskContext` */
export function useBufferDesk(): BufferDesk {
  const desk = use(BufferDeskContext);
  if (desk === null) throw new Error('useBufferDesk outside BufferDeskContext');
  return desk;
}
