/** Exposes `window.aspen` and nothing else. It runs in a sandbox, so it is built as CommonJS. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  type AspenBridge,
  DROP_CHANNEL,
  EVENT_CHANNEL,
  type EventName,
  type Events,
  REQUEST_CHANNEL,
} from '../ipc/contract.ts';

type Listener = (value: Events[EventName]) => void;
const listeners = new Map<string, Set<Listener>>();

ipcRenderer.on(EVENT_CHANNEL, (_event, name: EventName, value: Events[EventName]) => {
  for (const listener of listeners.get(name) ?? []) listener(value);
});

const bridge: AspenBridge<File> = {
  call: (name, input) => ipcRenderer.invoke(REQUEST_CHANNEL, name, input),
  on: (event, listener) => {
    const set = listeners.get(event) ?? new Set<Listener>();
    listeners.set(event, set);
    set.add(listener as Listener);
    return () => set.delete(listener as Listener);
  },
  // The path of a dropped file goes directly to main; the page never sees it (`proof.md`, *Security*).
  openDropped: (file) => ipcRenderer.invoke(DROP_CHANNEL, webUtils.getPathForFile(file)),
};

contextBridge.exposeInMainWorld('aspen', bridge);
