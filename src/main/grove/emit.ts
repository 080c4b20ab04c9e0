import type { EventName, Events } from '../../ipc/contract.ts';

/** Sends an event to the window that shows the grove. */
export type Emit = <E extends EventName>(name: E, value: Events[E]) => void;
