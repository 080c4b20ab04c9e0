/** The only file of `session` that imports React. */
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { TreeDesk } from './desk/tree-desk.ts';
import type { DialogueDesk } from './dialogue/dialogue-desk.ts';
import type { BufferDesk } from './manuscript/buffer-desk.ts';
import type { Store } from './store.ts';
import type { AppSession } from './window/app-session.ts';
import type { Desk } from './window/tree-desks.ts';

export const AppSessionContext = createContext<AppSession | null>(null);
export const DeskContext = createContext<Desk | null>(null);

/** The store's value; the component renders again when it is replaced. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of the store's value; the component renders again only when that part differs. */
export function useSelected<T, S extends string | number | boolean | null>(
  store: Store<T>,
  select: (value: T) => S,
): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Delay of `useStoreSoon`, in milliseconds: less than it takes to look away from the text. */
const SOON = 100;

/** The store's value, a moment late: for values that change with each keystroke and that no keystroke waits for. */
export function useStoreSoon<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setValue(() => store.get());
    };
    show();
    const stop = store.subscribe(() => {
      timer ??= setTimeout(show, SOON);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return value;
}

/** @throws {Error} outside `AppSessionContext` */
export function useAppSession(): AppSession {
  const session = use(AppSessionContext);
  if (session === null) throw new Error('useAppSession outside AppSessionContext');
  return session;
}

/** The tree that is shown, with the parts of its mode. @throws {Error} outside `DeskContext` */
export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('useDesk outside DeskContext');
  return desk;
}

/** The tree that is shown, as every mode shows it. @throws {Error} outside `DeskContext` */
export function useTreeDesk(): TreeDesk {
  return useDesk().tree;
}

/** The manuscript that is shown. @throws {Error} outside `DeskContext`, or in a conversation */
export function useBufferDesk(): BufferDesk {
  const desk = useDesk();
  if (desk.mode !== 'buffer') throw new Error('useBufferDesk in a conversation');
  return desk;
}

/** The conversation that is shown. @throws {Error} outside `DeskContext`, or in a manuscript */
export function useDialogueDesk(): DialogueDesk {
  const desk = useDesk();
  if (desk.mode !== 'dialogue') throw new Error('useDialogueDesk in a manuscript');
  return desk;
}
