/** Opens the whole program in the page of the benchmarks: its window and sessions, and main with a real grove. */
import { createRoot } from 'react-dom/client';
import type { EventName, Events } from '../../../../src/ipc/contract.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import { App } from '../../../../src/renderer/app/App.tsx';
import { TypedAhead } from '../../../../src/renderer/app/typed-ahead.ts';
import { type Call, type Client, createClient } from '../../../../src/renderer/client.ts';
import { AppSession } from '../../../../src/renderer/session/window/app-session.ts';
import { nonce } from './stage.ts';
import { settle } from './time-frame.ts';

export const client = createClient(window.aspen);

/** Waits for the grove: if inspecting the file takes long, the window opens first. */
export async function currentGrove(): Promise<GroveSnapshot> {
  for (;;) {
    const grove = await client.call('grove.current', {});
    if (grove !== null) return grove;
    await settle();
  }
}

export interface OpenProgram {
  readonly session: AppSession;
  readonly container: HTMLElement;
  /** Sends the page an event as main would. */
  sendEvent<E extends EventName>(event: E, value: Events[E]): void;
  /** Removes it from the page; main knows nothing of it. */
  close(): void;
}

/**
 * Shows the tree that is open in this window, as at the start of the program. It is on the screen when the page shows it.
 * @param call makes the requests; by default all of them to main
 */
export function openProgram(call: Call = client.call): OpenProgram {
  const listeners = new Map<string, (value: never) => void>();
  const stops: (() => void)[] = [];
  const tapped: Client = {
    ...client,
    call,
    on: (event, listener) => {
      listeners.set(event, listener);
      const stop = client.on(event, listener);
      stops.push(stop);
      return stop;
    },
  };
  const session = new AppSession({
    client: tapped,
    schedule: (callback) => {
      requestAnimationFrame(callback);
    },
  });
  const container = document.getElementById('root');
  if (container === null) throw new Error('the page has no root');
  const root = createRoot(container);
  const typedAhead = new TypedAhead(window, async () => '');
  root.render(<App session={session} nonce={nonce} typedAhead={typedAhead} onMenuCommand={() => () => {}} />);
  void session.start();
  return {
    session,
    container,
    sendEvent: (event, value) => listeners.get(event)?.(value as never),
    close: () => {
      root.unmount();
      for (const stop of stops) stop();
    },
  };
}
