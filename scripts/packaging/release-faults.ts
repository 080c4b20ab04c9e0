/** What a release says about itself in `package.json`. */
export interface Described {
  readonly version: string;
  readonly author: { readonly email: string };
  readonly homepage: string;
  /** Where the program looks for newer versions; missing until the project has an address and a key. */
  readonly updates?: { readonly list: string; readonly key: string };
}

/** Names what keeps a tag from being released. @param metainfo the AppStream data @returns sentences */
export function releaseFaults(tag: string, described: Described, metainfo: string): readonly string[] {
  const { version, author, homepage, updates } = described;
  const faults: string[] = [];
  if (tag !== `v${version}`) faults.push(`The tag is ${tag}, and the version in package.json is ${version}.`);
  if (isInvalid(author.email)) faults.push(`The author’s address in package.json, ${author.email}, is none.`);
  if (isInvalid(homepage)) faults.push(`The homepage in package.json, ${homepage}, is none.`);
  if (updates === undefined)
    faults.push('package.json has no `updates`, so the program could not find the next version.');
  if (!metainfo.includes(`>${homepage}<`))
    faults.push(`The AppStream data name another homepage than ${homepage}.`);
  if (!metainfo.includes(`version="${version}"`)) faults.push(`The AppStream data do not list ${version}.`);
  return faults;
}

/** Nothing can ever be reached under `.invalid`. */
function isInvalid(address: string): boolean {
  return /\.invalid\b/.test(address);
}
