import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import * as v from 'valibot';
import { AspenError } from '../../core/errors.ts';
import {
  DROP_CHANNEL,
  type Handlers,
  type Input,
  REQUEST_CHANNEL,
  type RequestName,
} from '../../ipc/contract.ts';
import { isRequestName, schemas } from '../../ipc/schemas.ts';
import { describeError, describeOpeningError } from '../../ui-text/errors.ts';
import { DROP_NEEDS_FILE } from '../../ui-text/refusals.ts';
import type { Log } from '../log.ts';

export interface ServeOptions<C> {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly handlers: Handlers<C>;
  readonly log: Log;
  /** The window that sent a message; null unless it came from the main frame of one of our pages. */
  callerOf(event: IpcMainInvokeEvent): C | null;
  openDropped(path: string, caller: C): Promise<void>;
}

/**
 * Answers all requests of all pages in one place. It rejects a foreign page, a subframe, a name that is not in the
 * contract and an input that its schema does not accept, and answers `{ ok, value }` or `{ ok, error }` (`house.md`).
 */
export function serve<C>({ ipcMain, handlers, log, callerOf, openDropped }: ServeOptions<C>): void {
  const answer = async (work: () => unknown, describe = describeError) => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof AspenError)) log.error('A request failed', error);
      return { ok: false, error: describe(error) };
    }
  };

  ipcMain.handle(REQUEST_CHANNEL, (event, name: unknown, input: unknown) =>
    answer(
      () => {
        const caller = requireCaller(event, callerOf);
        if (!isRequestName(name)) throw new AspenError('INVALID_ARGUMENT', 'there is no such request');
        return dispatch(handlers, name, input, caller);
      },
      OPENINGS.has(name) ? describeOpeningError : describeError,
    ),
  );

  ipcMain.handle(DROP_CHANNEL, (event, path: unknown) =>
    answer(() => {
      const caller = requireCaller(event, callerOf);
      if (typeof path !== 'string' || path === '') {
        throw new AspenError('INVALID_ARGUMENT', DROP_NEEDS_FILE);
      }
      return openDropped(path, caller);
    }, describeOpeningError),
  );
}

/** The requests that open a grove, possibly from the window of another. */
const OPENINGS: ReadonlySet<unknown> = new Set<RequestName>([
  'grove.create',
  'grove.choose',
  'grove.openRecent',
  'grove.openSample',
]);

/**
 * Validates an input against its schema and runs the handler. Tests call this in place of a page.
 * @throws {AspenError} INVALID_ARGUMENT if the input is invalid; what the handler throws
 */
export function dispatch<N extends RequestName, C>(
  handlers: Handlers<C>,
  name: N,
  input: unknown,
  caller: C,
) {
  const parsed = v.safeParse(schemas[name], input, { abortEarly: true });
  if (!parsed.success) {
    const field = parsed.issues[0].path?.map((part) => String(part.key)).join('.') ?? 'input';
    throw new AspenError('INVALID_ARGUMENT', `${name}: ${field} is invalid`);
  }
  return handlers[name](parsed.output as Input<N>, caller);
}

function requireCaller<C>(event: IpcMainInvokeEvent, callerOf: (event: IpcMainInvokeEvent) => C | null): C {
  const caller = callerOf(event);
  if (caller === null)
    throw new AspenError('INVALID_ARGUMENT', 'the message did not come from one of our windows');
  return caller;
}
