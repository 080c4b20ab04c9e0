import type { TreeId } from '../../../core/ids.ts';
import { isKnownWord, withoutPossessive } from '../../../core/text/spelling.ts';
import type { SpellingLanguage } from '../../../core/tree/loom-tree.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import { wordAdded, wordRemoved } from '../../../ui-text/page/place.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';

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
  /** The writer's own words and the ignored ones. */
  readonly accepted: Store<readonly string[]> = this.#accepted;
  /** Words to ignore until the window closes. */
  #ignored: readonly string[] = [];
  #ownWords: readonly string[] | null = null;
  /** Languages of the shown grove's trees that have one of their own. */
  #languages: ReadonlyMap<TreeId, SpellingLanguage> = new Map();
  #wasOn = false;
  /** The dictionary could not be read. Reported once; not tried again until the writer switches checking on again. */
  #failed = false;

  constructor(options: SpellingSessionOptions) {
    this.#options = options;
    this.#onPreferences();
    options.preferences.subscribe(() => this.#onPreferences());
  }

  /** The language that a tree's spelling is checked in. */
  languageOf(treeId: TreeId): SpellingLanguage {
    return this.#languages.get(treeId) ?? this.#options.preferences.get().spellingLanguage;
  }

  /** Main sent the grove, whose trees may have other languages now. */
  onGrove(grove: GroveSnapshot | null): void {
    const languages = new Map<TreeId, SpellingLanguage>();
    for (const { id, settings } of grove?.trees ?? [])
      if (settings.language !== undefined) languages.set(id, settings.language);
    const isSame =
      languages.size === this.#languages.size &&
      [...languages].every(([id, language]) => this.#languages.get(id) === language);
    this.#languages = languages;
    if (!isSame) this.#publish();
  }

  /** The misspelled words among these in a tree; null if the dictionary is unavailable. */
  async checkWords(treeId: TreeId, words: readonly string[]): Promise<readonly string[] | null> {
    if (this.#failed) return null;
    try {
      const { wrong } = await this.#options.client.call('spelling.check', {
        treeId,
        language: this.languageOf(treeId),
        words,
      });
      return wrong;
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  /** Corrections of a misspelled word, likeliest first. */
  async suggest(treeId: TreeId, word: string): Promise<readonly string[]> {
    try {
      return await this.#options.client.call('spelling.suggest', { language: this.languageOf(treeId), word });
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
    notices.tell(wordAdded(own));
  }

  /** Returns true if one of the writer's own words accepts this one. */
  isOwn(word: string): boolean {
    return this.#options.preferences.get().ownWords.some((own) => accepts(own, word));
  }

  /** Removes every own word that accepts this one. */
  remove(word: string): void {
    const { preferences, setPreferences, notices } = this.#options;
    setPreferences({ ownWords: preferences.get().ownWords.filter((own) => !accepts(own, word)) });
    notices.tell(wordRemoved(withoutPossessive(word)));
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
