import type { Handlers, RequestName } from '../../ipc/contract.ts';
import type { Caller } from './caller.ts';

/** The handlers whose names begin with `Prefix`: what one file of this folder offers. */
export type HandlersFor<Prefix extends string> = Pick<
  Handlers<Caller>,
  Extract<RequestName, `${Prefix}${string}`>
>;
