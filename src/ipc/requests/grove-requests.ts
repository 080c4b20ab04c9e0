import * as v from 'valibot';
import type { AppInfo } from '../wire/app.ts';
import type { GroveOffer, GroveSnapshot, GroveVerification } from '../wire/grove.ts';
import { stringUpTo } from './bounded.ts';
import { name, nothing, offset, type SchemasOf } from './fields.ts';

export interface GroveRequests {
  /** The grove of this window; null while the window shows the welcome page. */
  'grove.current'(input: Record<string, never>): GroveSnapshot | null;
  /** Creates a grove that the writer names later (`grove.rename`, `copy.saveAs`), and shows it. */
  'grove.create'(input: Record<string, never>): GroveSnapshot | null;
  /** Shows the system's save dialog and creates a grove there; null if the writer cancels. */
  'grove.createAt'(input: Record<string, never>): GroveSnapshot | null;
  /** Shows the system's open dialog and opens a grove; null if the writer cancels. */
  'grove.choose'(input: Record<string, never>): GroveSnapshot | null;
  /** Opens this computer's sample grove, creating it on first use. */
  'grove.openSample'(input: Record<string, never>): GroveSnapshot | null;
  'grove.openRecent'(input: { readonly handle: string }): GroveSnapshot | null;
  /** Removes a grove from the list of recent ones; its file stays. */
  'grove.forgetRecent'(input: { readonly handle: string }): AppInfo;

  /** Names the grove. If it has no file of the writer's choice yet, asks for one and moves it there. */
  'grove.rename'(input: { readonly name: string }): GroveSnapshot;
  /** Cancels the file operation that `opening.changed` announced. */
  'grove.stopOpening'(input: Record<string, never>): Record<string, never>;
  /** Dismisses a notice. */
  'grove.putAwayNotice'(input: { readonly id: number }): GroveSnapshot;
  /** Accepts an offer of a notice; `draft.replaced` follows if that changes the text. */
  'grove.takeOffer'(input: { readonly id: number; readonly offer: GroveOffer }): GroveSnapshot;
  /**
   * Resolves once what the writer does may be written: the file is checked, or damaged and so refuses every
   * write. CANCELLED if the writer stops waiting.
   */
  'grove.awaitCheck'(input: Record<string, never>): Record<string, never>;
  /** Verifies every hash, every invariant and the log; describes all problems. */
  'grove.verify'(input: Record<string, never>): GroveVerification;
  /** Opens the file now at the path of this grove in a window of its own. */
  'grove.showThere'(input: Record<string, never>): Record<string, never>;
}

const handle = stringUpTo(64);

export const groveSchemas: SchemasOf<GroveRequests> = {
  'grove.current': nothing,
  'grove.create': nothing,
  'grove.createAt': nothing,
  'grove.choose': nothing,
  'grove.openSample': nothing,
  'grove.openRecent': v.strictObject({ handle }),
  'grove.forgetRecent': v.strictObject({ handle }),
  'grove.rename': v.strictObject({ name }),
  'grove.stopOpening': nothing,
  'grove.putAwayNotice': v.strictObject({ id: offset }),
  'grove.takeOffer': v.strictObject({
    id: offset,
    offer: v.picklist([
      'undoRecovery',
      'redoRecovery',
      'findIt',
      'saveHere',
      'putBack',
      'compare',
      'recover',
      'saveCopy',
      'openBackup',
      'goOnWithoutBackup',
      'closeAnyway',
    ]),
  }),
  'grove.awaitCheck': nothing,
  'grove.verify': nothing,
  'grove.showThere': nothing,
};
