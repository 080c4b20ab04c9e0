import type { Emit } from './emit.ts';

/** Sends events to the one window that shows a grove. */
export class WindowEvents {
  /** Events emitted while there is none are dropped. */
  listener: Emit | undefined;

  readonly emit: Emit = (name, value) => this.listener?.(name, value);
}
