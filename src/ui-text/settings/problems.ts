/** Faults of settings that were typed as text. */

export const needsName = (something: string) => `${something} needs a name.`;
export const longestName = (most: number) => `A name has at most ${most} characters.`;
export const TOO_DEEP = 'This is nested too deeply.';
export const NOT_AN_OBJECT = 'It must begin with { and end with }, with names and values in between.';
/** @param where it stops making sense */
export const notJson = (where: string) => `This is not valid JSON${where}.`;
export const ENDS_EARLY = ': it ends too early';
export const unexpected = (sign: string) => `: “${sign}” is unexpected`;
export const seePlace = (line: number, character: number) => `: see line ${line}, character ${character}`;

export const headerNeeds = (line: number) =>
  `Line ${line} needs a name of letters, digits and hyphens, a colon, and a value.`;
export const keyInHeader = (line: number) =>
  `Line ${line}: enter a key in its own field above, where it is kept safe.`;
export const tooManyStops = (most: number) => `At most ${most} can be sent.`;
export const biasNeeds = (line: number) => `Line ${line} needs a token’s number, a colon, and a bias.`;
export const biasOutside = (line: number) => `Line ${line}: a bias must be between −100 and 100.`;

export const WHOLE_NUMBER = 'Enter a whole number, or nothing.';
export const between = (least: number, most: number) =>
  `Between ${least.toLocaleString()} and ${most.toLocaleString()}.`;
export const AMOUNT = 'Enter an amount such as 0.50, or nothing.';
export const atMost = (most: number) => `At most ${most.toLocaleString('en')}.`;
