/** Requests about the program, its windows and settings, and the clipboard. */
import * as v from 'valibot';
import type { Preferences, PreferencesPatch, SettingsTrouble } from '../preferences.ts';
import { preferencesPatchSchema } from '../preferences-schema.ts';
import type { AppInfo, ClipboardAction } from '../wire/app.ts';
import { recordOf, stringUpTo } from './bounded.ts';
import { nothing, type SchemasOf } from './fields.ts';

export interface AppRequests {
  'app.info'(input: Record<string, never>): AppInfo;
  /** Tells main the current shortcut of each command, by command id, for the system menu. Only the page knows them. */
  'app.showKeys'(input: { readonly keys: Readonly<Record<string, string>> }): Record<string, never>;
  /**
   * A page that was just loaded listens to events, and may have text that main does not from now on. Answers with the
   * name of the file that the window is to show and that is still being checked, if any: `grove.changed` follows.
   */
  'window.pageStarted'(input: Record<string, never>): { readonly awaited: string | null };
  /**
   * Answers `window.closing` or `window.paused`: main now has everything the page held. If `unsent`, main
   * rejected part of it, which exists only in the page.
   */
  'window.pageFlushed'(input: { readonly unsent: boolean }): Record<string, never>;
  /** The page receives keys: returns what was typed since main reloaded the window, which no page could record. */
  'window.takeTyped'(input: Record<string, never>): { readonly text: string };
  /** Shows the welcome page: in the window that has it, or in a new one. */
  'window.showWelcome'(input: Record<string, never>): Record<string, never>;
  /** As if the writer had closed it. */
  'window.close'(input: Record<string, never>): Record<string, never>;
  'window.toggleFullScreen'(input: Record<string, never>): Record<string, never>;
  /** Cuts, copies or pastes in the focused element; a page may not read the clipboard itself. */
  'edit.clipboard'(input: { readonly action: ClipboardAction }): Record<string, never>;
}

export const appSchemas: SchemasOf<AppRequests> = {
  'app.info': nothing,
  'app.showKeys': v.strictObject({
    keys: recordOf(stringUpTo(80), stringUpTo(40), 1_000),
  }),
  'window.pageStarted': nothing,
  'window.pageFlushed': v.strictObject({ unsent: v.boolean() }),
  'window.takeTyped': nothing,
  'window.showWelcome': nothing,
  'window.close': nothing,
  'window.toggleFullScreen': nothing,
  'edit.clipboard': v.strictObject({ action: v.picklist(['cut', 'copy', 'paste', 'pasteAndMatchStyle']) }),
};

export interface SettingsRequests {
  'settings.read'(input: Record<string, never>): Preferences;
  /** Saves the changed preferences; the other windows receive `settings.changed`. */
  'settings.update'(input: PreferencesPatch): Preferences;
  /** The parts of `settings.json` that could not be read and have not been reported yet. */
  'settings.troubles'(input: Record<string, never>): readonly SettingsTrouble[];
}

export const settingsSchemas: SchemasOf<SettingsRequests> = {
  'settings.read': nothing,
  'settings.update': preferencesPatchSchema,
  'settings.troubles': nothing,
};
