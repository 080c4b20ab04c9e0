import { ulid } from 'ulid';
import { AspenError } from '../core/errors.ts';
import type { RequestId } from '../core/ids.ts';
import type { AspenBridge, Input, Output, RequestName } from '../ipc/contract.ts';

/** Here a dropped file is the DOM's `File`; the contract does not know the DOM. */
type Bridge = AspenBridge<File>;

declare global {
  interface Window {
    readonly aspen: Bridge;
  }
}

/** Makes a typed request to main; rejects if main refuses. */
export type Call = <N extends RequestName>(name: N, input: Input<N>) => Promise<Output<N>>;
export type Listen = Bridge['on'];

/** Everything the renderer can request from main. */
export interface Client {
  /** @throws {AspenError} with the code and detail of main's answer */
  readonly call: Call;
  /** Adds a listener; returns the function that removes it. */
  readonly on: Listen;
  /** @throws {AspenError} if the file is not a grove or cannot be opened */
  openDropped(file: File): Promise<void>;
  /** Identifies one commit, so that main writes nothing if it is repeated. */
  newRequestId(): RequestId;
}

/** Wraps the preload's bridge: an answer becomes a value or a thrown error. */
export function createClient(bridge: Bridge): Client {
  return {
    call: async (name, input) => {
      const answer = await bridge.call(name, input);
      if (answer.ok) return answer.value;
      throw new AspenError(answer.error.code, answer.error.detail);
    },
    on: (event, listener) => bridge.on(event, listener),
    openDropped: async (file) => {
      const answer = await bridge.openDropped(file);
      if (!answer.ok) throw new AspenError(answer.error.code, answer.error.detail);
    },
    newRequestId: () => ulid() as RequestId,
  };
}
