import type { Random } from '../../src/main/generation/text-model/random.ts';

/** Words that make up half of every text. */
const COMMON = (
  'the of and to in a was he that it his her with as had she for on at by not but be from him they were which ' +
  'said all there when one out up into no them who then their so if what could been more down than now some'
).split(' ');
const ONSETS = 'b br c ch d f fl g gr h k l m n p pr r s sh st t th tr v w'.split(' ');
const VOWELS = 'a e i o u ea ou ai é ö'.split(' ');
const CODAS = 'b ck d g l m n nd p r rn s st t th ’s'.split(' ');

const WORDS = 6_000;
/** Length of the prose that texts are cut from, in UTF-16 code units. */
const POOL = 1_000_000;

/**
 * Made-up prose to cut texts from: meaningless, but with word frequencies and paragraph lengths like those of
 * real text.
 */
export interface Prose {
  /**
   * A text of about this many UTF-16 code units that begins with a word and ends with a space; never empty, never
   * splitting a surrogate pair.
   */
  cut(characters: number): string;
}

export function makeProse(random: Random): Prose {
  const pool = makePool(random);
  const startAt = (offset: number) => pool.indexOf(' ', offset) + 1;
  return {
    cut(characters) {
      // Texts longer than the pool, such as a node of 5 MB, are assembled from several pieces of it.
      if (characters > POOL / 2) return this.cut(POOL / 2) + this.cut(characters - POOL / 2);
      const from = startAt(Math.floor(random() * (pool.length - characters - 200)));
      return pool.slice(from, startAt(from + Math.max(1, characters)));
    },
  };
}

function makePool(random: Random): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const rare = Array.from({ length: WORDS }, () => {
    const syllables = 1 + Math.floor(random() * 3);
    return Array.from({ length: syllables }, () => pick(ONSETS) + pick(VOWELS)).join('') + pick(CODAS);
  });
  // A word twice as far down the list is half as frequent, as in real text.
  const rareWord = () => rare[Math.floor(rare.length ** random()) - 1] ?? '';
  const parts: string[] = [];
  for (let length = 0; length < POOL; ) {
    const count = 4 + Math.floor(random() * 16);
    const words = Array.from({ length: count }, () => (random() < 0.5 ? pick(COMMON) : rareWord()));
    const plain = words.join(' ');
    const end =
      random() < 0.02 ? ' 🏰. ' : random() < 0.01 ? '。雨停了。 ' : random() < 0.15 ? '.\n\n' : '. ';
    const sentence = plain.slice(0, 1).toUpperCase() + plain.slice(1) + end;
    parts.push(sentence);
    length += sentence.length;
  }
  return parts.join('');
}
