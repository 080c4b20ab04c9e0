/** Requests about the program itself, its crashes and its report for support. */
import * as v from 'valibot';
import type { AboutProgram, ProgramUpdate } from '../wire/app.ts';
import type { WrittenFile } from '../wire/exchange.ts';
import { stringUpTo } from './bounded.ts';
import { nothing, type SchemasOf } from './fields.ts';

export interface SupportRequests {
  'support.about'(input: Record<string, never>): AboutProgram;
  /** The licences of everything that the program is made of. */
  'support.licences'(input: Record<string, never>): { readonly text: string };
  /** Shows the program's data folder in the system's file manager. */
  'support.showDataFolder'(input: Record<string, never>): Record<string, never>;
  /** The report for support, to be shown before it is saved. */
  'support.report'(input: Record<string, never>): { readonly text: string };
  /** The record of the program's last crash; null for none. Each record is handed out once. */
  'support.takeCrash'(input: Record<string, never>): { readonly text: string | null };
  /** Asks where, and saves a report as it was shown. Null if the writer cancels. */
  'support.save'(input: { readonly text: string }): WrittenFile | null;
  /**
   * Asks for the list of versions; unless the writer asked, only if they have allowed it and a day has passed.
   * @returns the newer version; null if there is none, or nothing was asked for
   */
  'support.lookForUpdate'(input: { readonly asked: boolean }): ProgramUpdate | null;
  /** Fetches the package of the newer version; false if the writer stops it. */
  'support.fetchUpdate'(input: Record<string, never>): { readonly isFetched: boolean };
  /** Backs up every open grove, and opens the fetched package with the system's installer. */
  'support.installUpdate'(input: Record<string, never>): Record<string, never>;
}

export const supportSchemas: SchemasOf<SupportRequests> = {
  'support.about': nothing,
  'support.licences': nothing,
  'support.showDataFolder': nothing,
  'support.report': nothing,
  'support.takeCrash': nothing,
  'support.lookForUpdate': v.strictObject({ asked: v.boolean() }),
  'support.fetchUpdate': nothing,
  'support.installUpdate': nothing,
  'support.save': v.strictObject({ text: stringUpTo(1_000_000) }),
};
