import { type Examination, examine as examineGrove } from '../../src/cli/doctor/examine.ts';
import { MIGRATIONS } from './grove.ts';

/** The doctor's findings about a file. */
export function examine(path: string): Examination {
  return examineGrove(path, { migrations: MIGRATIONS });
}
