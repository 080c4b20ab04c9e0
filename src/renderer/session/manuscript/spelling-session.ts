import { isKnownWord, withoutPossessive } from '../../../core/text/spelling.ts';
import type { Client } from '../../client.ts';
import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export interface SpellingSessionOptions {
  readonly client: Client;
  readonly notices: Notices;
  readonly preferences: Store<Preferences>;
  setPreferences(patch: PreferencesPatch): void;
}

/** Spell checking, which main does, and the words the writer accepts. */
export class SpellingSession {
  readonly #options: SpellingSessionOptions;
  readonly #accepted = createStore<readonly string[]>([]);
  /** Words to ignore until the window closes. */
  #ignored: readonly string[] = [];
  #ownWords: readonly string[] | null = null;
  #wasOn = false;
  /**
   * The dictionary could not be read. Reported once; not tried again until the writer switches checking on
   * again.
   */
  #failed = false;

  constructor(options: SpellingSessionOptions) {
    this.#options = options;
    this.#onPreferences();
    options.preferences.subscribe(() => this.#onPreferences());
  }

  /** The writer's own words and the ignored ones. */
  get accepted(): Store<readonly string[]> {
    return this.#accepted;
  }

  /** The misspelled words among these; null if the dictionary is unavailable. */
  async checkWords(words: readonly string[]): Promise<readonly string[] | null> {
    if (this.#failed) return null;
    try {
      const { wrong } = await this.#options.client.call('spelling.check', { words });
      return wrong;
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  /** Corrections of a misspelled word, likeliest first. */
  async suggest(word: string): Promise<readonly string[]> {
    try {
      return await this.#options.client.call('spelling.suggest', { word });
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }

  /** Adds a word to the writer's own, without a possessive ending. */
  add(word: string): void {
    const { preferences, setPreferences, notices } = this.#options;
    const own = withoutPossessive(word);
    setPreferences({ ownWords: [...preferences.get().ownWords, own] });
    notices.announce(`Added to the dictionary: ${own}`);
  }

  /** Whether one of the writer's own words accepts this one. */
  isOwn(word: string): boolean {
    return this.#options.preferences.get().ownWords.some((own) => accepts(own, word));
  }

  /** Removes every own word that accepts this one. */
  remove(word: string): void {
    const { preferences, setPreferences, notices } = this.#options;
    setPreferences({ ownWords: preferences.get().ownWords.filter((own) => !accepts(own, word)) });
    notices.announce(`Removed from the dictionary: ${withoutPossessive(word)}`);
  }

  /** Ignores a word in this window until it closes. */
  ignore(word: string): void {
    this.#ignored = [...this.#ignored, withoutPossessive(word)];
    this.#publish();
  }

  #onPreferences(): void {
    const { spellCheck, ownWords } = this.#options.preferences.get();
    if (spellCheck && !this.#wasOn) this.#failed = false;
    this.#wasOn = spellCheck;
    if (ownWords === this.#ownWords) return;
    this.#ownWords = ownWords;
    this.#publish();
  }

  #publish(): void {
    this.#accepted.set([...(this.#ownWords ?? []), ...this.#ignored]);
  }

  #onError(error: unknown): void {
    if (!this.#failed) this.#options.notices.report(error);
    this.#failed = true;
  }
}

function accepts(own: string, word: string): boolean {
  return isKnownWord(word, (form) => form === own);
}
