/** Tags of trees, passages and notes. */

export const TAG_NEEDS_NAME = 'A tag needs a name.';
export const TAG_TOO_LONG = 'A tag’s name has at most 200 characters.';
export const TAG_INTO_ITSELF = 'A tag cannot be merged into itself.';

export function tagNameTaken(name: string): string {
  return `There is another tag named “${name}”. Merge the two instead.`;
}
