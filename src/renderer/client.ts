import { ulid } from 'ulid';
import { AspenError } from '../core/errors.ts';
import type { RequestId } from '../core/ids.ts';
import type { AspenBridge, Input, Output, RequestName } from '../ipc/contract.ts';

/** A dropped file is the DOM's own here; the contract knows no DOM. */
type Bridge = AspenBridge<File>;

declare global {
  interface Window {
    readonly aspen: Bridge;
  }
}

/** A request to main as the renderer makes it: typed, and thrown where main refused. */
export type Call = <N extends RequestName>(name: N, input: Input<N>) => Promise<Output<N>>;
export type Listen = Bridge['on'];

/** All that the renderer can ask of main. */
export interface Client {
  /** @throws {AspenError} with the code and detail that main answered */
  readonly call: Call;
  /** Returns the function that stops listening. */
  readonly on: Listen;
  /** @throws {AspenError} when the file is no grove, or could not be opened */
  openDropped(file: File): Promise<void>;
  /** Names one commit, so that main writes nothing when it is repeated. */
  newRequestId(): RequestId;
}

/** Covers what the preload exposes: an answer is a value or a thrown error. */
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
