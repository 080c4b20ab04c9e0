import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import * as v from 'valibot';
import { AspenError, describeError } from '../../core/errors.ts';
import {
  DROP_CHANNEL,
  type Handlers,
  type Input,
  REQUEST_CHANNEL,
  type RequestName,
} from '../../ipc/contract.ts';
import { isRequestName, schemas } from '../../ipc/schemas.ts';
import type { Log } from '../log.ts';

export interface ServeOptions<C> {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly handlers: Handlers<C>;
  readonly log: Log;
  /** The caller behind a message; null when it is not the main frame of one of our own pages. */
  callerOf(event: IpcMainInvokeEvent): C | null;
  openDropped(path: string, caller: C): Promise<void>;
}

/**
 * Answers every request of every page, in one place: refuses a foreign page or a sub-frame, a name that is not in the
 * contract and an input that its schema does not accept; answers `{ ok, value }` or `{ ok, error }` (`house.md`).
 */
export function serve<C>({ ipcMain, handlers, log, callerOf, openDropped }: ServeOptions<C>): void {
  const answer = async (work: () => unknown) => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof AspenError)) log.error('A request failed', error);
      return { ok: false, error: describeError(error) };
    }
  };

  ipcMain.handle(REQUEST_CHANNEL, (event, name: unknown, input: unknown) =>
    answer(() => {
      const caller = knownCaller(event, callerOf);
      if (!isRequestName(name)) throw new AspenError('INVALID_ARGUMENT', 'there is no such request');
      return dispatch(handlers, name, input, caller);
    }),
  );

  ipcMain.handle(DROP_CHANNEL, (event, path: unknown) =>
    answer(() => {
      const caller = knownCaller(event, callerOf);
      if (typeof path !== 'string' || path === '') {
        throw new AspenError('INVALID_ARGUMENT', 'only a file can be dropped here');
      }
      return openDropped(path, caller);
    }),
  );
}

/**
 * Parses one input by its schema and runs its handler; what the tests call instead of a page.
 * @throws {AspenError} INVALID_ARGUMENT when the input does not parse, and whatever the handler throws
 */
export function dispatch<N extends RequestName, C>(
  handlers: Handlers<C>,
  name: N,
  input: unknown,
  caller: C,
) {
  const parsed = v.safeParse(schemas[name], input, { abortEarly: true });
  if (!parsed.success) {
    const where = parsed.issues[0].path?.map((part) => String(part.key)).join('.') ?? 'input';
    throw new AspenError('INVALID_ARGUMENT', `${name}: ${where} is not what was expected`);
  }
  return handlers[name](parsed.output as Input<N>, caller);
}

function knownCaller<C>(event: IpcMainInvokeEvent, callerOf: (event: IpcMainInvokeEvent) => C | null): C {
  const caller = callerOf(event);
  if (caller === null)
    throw new AspenError('INVALID_ARGUMENT', 'the message did not come from a window of ours');
  return caller;
}
