import type { SettingsTrouble } from '../../ipc/preferences.ts';

/** Problems with the files of the settings that no page has shown yet. */
export class SettingsTroubles {
  #pending: SettingsTrouble[] = [];
  #notify: () => void = () => undefined;

  /** Sets the listener for new problems; those at startup wait for the first page. */
  listen(notify: () => void): void {
    this.#notify = notify;
  }

  add(trouble: SettingsTrouble): void {
    this.#pending.push(trouble);
    this.#notify();
  }

  get hasAny(): boolean {
    return this.#pending.length > 0;
  }

  /** The problems, each once. */
  drain(): readonly SettingsTrouble[] {
    return this.#pending.splice(0);
  }
}
