/** How a model that is told what to do is shown a passage (`edits.md`, *Rewrites and bridges*). */

/** What is put before and after a passage. */
export interface PassageMarks {
  readonly open: string;
  readonly close: string;
}

/** Marks that are in none of the texts. */
export function passageMarks(texts: readonly string[]): PassageMarks {
  const isFree = (mark: string) => texts.every((text) => !text.includes(mark));
  for (let number = 1; ; number++) {
    const open = number === 1 ? '⟦' : `⟦${number}|`;
    const close = number === 1 ? '⟧' : `|${number}⟧`;
    if (isFree(open) && isFree(close)) return { open, close };
  }
}

/** Tells a model to write what belongs between the marks. @param isBridge whether there is nothing between them */
export function replacementTask({ open, close }: PassageMarks, isBridge: boolean): string {
  const [what, marked, goal] = isBridge
    ? [
        'a place',
        `with ${open}${close}`,
        'what belongs there, so that it joins the text before to the text after',
      ]
    : ['a passage', `with ${open} before it and ${close} after it`, 'what is to replace that passage'];
  return (
    `The user gives you a text in which ${what} is marked ${marked}. ` +
    `Write ${goal}, in the same voice, tense and language, so that the whole reads as one text. ` +
    `Follow the user’s instruction, if there is one after the text. ` +
    'Answer with nothing else: no remarks, no title, no marks, no quotation marks around it, ' +
    'and nothing of the text before or after.'
  );
}
