/**
 * The word that was probably meant (`agents.md`): the nearest, at a distance of 1 for a word of up to four letters and 2
 * for a longer one. Two letters that changed places count as 1. Of equally near ones, the first.
 */
export function didYouMean(word: string, words: Iterable<string>): string | null {
  const reach = word.length <= 4 ? 1 : 2;
  let best: string | null = null;
  let least = reach + 1;
  for (const known of words) {
    if (Math.abs(known.length - word.length) >= least) continue;
    const distance = editDistance(word, known);
    if (distance < least) [best, least] = [known, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
