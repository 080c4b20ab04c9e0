import type { EventName, Events } from '../../ipc/contract.ts';

/** Tells whoever shows the grove. */
export type Emit = <E extends EventName>(name: E, value: Events[E]) => void;
