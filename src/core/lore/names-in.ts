/** The names in a passage, which are proposed as the keys of an entry that is made of it. */

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
const IS_CAPITAL = /^\p{Lu}[\p{L}\p{M}\p{N}]/u;
const POSSESSIVE = /['’]s$/u;
/** Before the first word of a sentence, a line or a speech. */
const STARTS = /(?:^|[.!?…:;\n—–"“”„‘«([])[\s"“„‘«(*_#>-]*$/u;
/** Capital letters at the beginning of a sentence tell nothing of these. */
const COMMON = new Set(
  (
    'a about above after again all also although always an and another any are as at away back be because been before ' +
    'behind below beside between beyond both but by can come could did do does down during each either else even ever ' +
    'every everyone everything few for from had has have he her here hers him his how however if in inside instead into ' +
    'is it its just last later let like long many maybe me meanwhile more most my near neither never next no nobody none ' +
    'nor not nothing now of off often on once one only or other our out outside over perhaps she should since so some ' +
    'somebody someone something sometimes soon still such suddenly that the their them then there these they this those ' +
    'though through to today tomorrow tonight too two under until up upon us very was we well were what when where which ' +
    'while who whom whose why will with within without would yes yesterday yet you your'
  ).split(' '),
);

/** The names of people and places in a text, in their order, each once: capital words, with those right after them. */
export function namesIn(text: string): readonly string[] {
  const found = [...text.matchAll(WORD)];
  const typed = new Set(found.map(([word]) => word));
  const names: string[] = [];
  let end = -1;
  for (const { 0: word, index } of found) {
    const isFirst = STARTS.test(text.slice(Math.max(0, index - 20), index));
    const small = word.toLowerCase();
    const isName = IS_CAPITAL.test(word) && !(isFirst && (COMMON.has(small) || typed.has(small)));
    if (!isName) continue;
    const before = names.at(-1);
    if (before !== undefined && text.slice(end, index) === ' ') names[names.length - 1] = `${before} ${word}`;
    else names.push(word);
    end = index + word.length;
  }
  return [...new Set(names.map((name) => name.replace(POSSESSIVE, '')))];
}
