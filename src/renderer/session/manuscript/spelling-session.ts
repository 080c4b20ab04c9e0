import { isKnownWord, withoutPossessive } from '../../../core/text/spelling.ts';
import type { Client } from '../../client.ts';
import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export interface SpellingSessionOptions {
  readonly client: Client;
  readonly notices: Notices;
  readonly preferences: Store<Preferences>;
  prefer(patch: PreferencesPatch): void;
}

/** What main says of words, and the words that are right because the writer says so. */
export class SpellingSession {
  readonly #options: SpellingSessionOptions;
  readonly #accepted = createStore<readonly string[]>([]);
  /** Words that are let pass until the window closes. */
  #ignored: readonly string[] = [];
  #ownWords: readonly string[] | null = null;
  #wasOn = false;
  /** The dictionary could not be read: said once, and not tried again before the writer switches checking on anew. */
  #failed = false;

  constructor(options: SpellingSessionOptions) {
    this.#options = options;
    this.#takePreferences();
    options.preferences.subscribe(() => this.#takePreferences());
  }

  /** The writer's own words, and those ignored for now. */
  get accepted(): Store<readonly string[]> {
    return this.#accepted;
  }

  /** Those of the words that are not spelled rightly; null where the dictionary cannot be asked. */
  async checkWords(words: readonly string[]): Promise<readonly string[] | null> {
    if (this.#failed) return null;
    try {
      const { wrong } = await this.#options.client.call('spelling.check', { words });
      return wrong;
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** What a wrong word may have been meant to be, the likeliest first. */
  async suggest(word: string): Promise<readonly string[]> {
    try {
      return await this.#options.client.call('spelling.suggest', { word });
    } catch (error) {
      this.#fail(error);
      return [];
    }
  }

  /** Puts a word among the writer's own, without a possessive ending. */
  add(word: string): void {
    const { preferences, prefer, notices } = this.#options;
    const own = withoutPossessive(word);
    prefer({ ownWords: [...preferences.get().ownWords, own] });
    notices.announce(`Added to the dictionary: ${own}`);
  }

  /** Whether a word is right only because it is among the writer's own. */
  isOwn(word: string): boolean {
    return this.#options.preferences.get().ownWords.some((own) => accepts(own, word));
  }

  /** Takes whatever makes a word one of the writer's own from among them. */
  remove(word: string): void {
    const { preferences, prefer, notices } = this.#options;
    prefer({ ownWords: preferences.get().ownWords.filter((own) => !accepts(own, word)) });
    notices.announce(`Removed from the dictionary: ${withoutPossessive(word)}`);
  }

  /** Lets a word pass in this window until it closes. */
  ignore(word: string): void {
    this.#ignored = [...this.#ignored, withoutPossessive(word)];
    this.#tell();
  }

  #takePreferences(): void {
    const { spellCheck, ownWords } = this.#options.preferences.get();
    if (spellCheck && !this.#wasOn) this.#failed = false;
    this.#wasOn = spellCheck;
    if (ownWords === this.#ownWords) return;
    this.#ownWords = ownWords;
    this.#tell();
  }

  #tell(): void {
    this.#accepted.set([...(this.#ownWords ?? []), ...this.#ignored]);
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.#options.notices.report(error);
    this.#failed = true;
  }
}

function accepts(own: string, word: string): boolean {
  return isKnownWord(word, (form) => form === own);
}
