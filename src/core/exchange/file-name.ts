/** Names of files and folders for other programs, safe on every system. */

/** Characters that some system forbids in file names, and those that would hide the file or lead to another folder. */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** UTF-16 code units: with an extension still below the limit of every system, in any script. */
const LONGEST_NAME = 60;

/** The suggested file name for a title. */
export function fileNameOf(title: string, ending: string): string {
  return `${fileStemOf(title)}.${ending}`;
}

/** The same without an extension, for a folder. It is never empty, and leads to no other folder. */
export function fileStemOf(title: string): string {
  const name = title
    .replace(NO_NAME, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/^[\s.\ufffd]+|[\s.\ufffd]+$/gu, '');
  // Windows reserves some names, with any extension.
  const isTaken = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
  return name === '' || isTaken ? `Text ${name}`.trim() : name;
}

/** Returns a function that names the files of a folder, no two alike on a system that ignores case or Unicode forms. */
export function stemsOfFolder(): (title: string) => string {
  /** The number of times that a name was wanted, by its folded form. */
  const wanted = new Map<string, number>();
  const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();
  return (title) => {
    const stem = fileStemOf(title);
    const first = fold(stem);
    let name = stem;
    while (wanted.has(fold(name))) {
      const count = (wanted.get(first) ?? 0) + 1;
      wanted.set(first, count);
      name = `${stem} ${count}`;
    }
    wanted.set(fold(name), 1);
    return name;
  };
}
