/** The questions that commands ask in the palette, and what each says of an answer as it is typed. */

export const nameTooLong = (length: number) => `A name has at most ${length} characters.`;

export const ALTERNATIVE_QUESTION = {
  label: 'Number of the alternative',
  range: (count: number) => `A number from 1 to ${count}.`,
  current: (range: string, index: number) => `${range} This is ${index}.`,
  same: (index: number) => `This is ${index} already.`,
  go: (number: number, count: number) => `Go to ${number} of ${count}`,
} as const;

export const GROVE_NAME_QUESTION = {
  label: 'Name of the grove',
  hint: 'A name; a file that you chose keeps its own',
  empty: 'A grove needs a name.',
  call: (name: string) => `Call the grove “${name}”`,
} as const;

export const BOOKMARK_QUESTION = {
  label: 'Name of the bookmark',
  hint: 'A name, or nothing',
  call: (name: string) => `Bookmark as “${name}”`,
  nameless: 'Bookmark without a name',
} as const;

export const markAs = (name: string) => `Mark as “${name}”`;
