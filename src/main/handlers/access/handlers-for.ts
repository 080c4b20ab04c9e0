import type { Handlers, RequestName } from '../../../ipc/contract.ts';
import type { Caller } from './caller.ts';

/** The handlers whose names start with `Prefix`: the part that one file of this folder implements. */
export type HandlersFor<Prefix extends string> = Pick<
  Handlers<Caller>,
  Extract<RequestName, `${Prefix}${string}`>
>;
