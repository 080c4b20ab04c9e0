/** Names of files for other programs, safe on every system. */

/** Characters that some system forbids in file names, and those that would hide the file or lead to another folder. */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** UTF-16 code units: with an extension still below the limit of every system, in any script. */
const LONGEST_NAME = 60;

/** The suggested file name for a title. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replace(NO_NAME, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/^[\s.\ufffd]+|[\s.\ufffd]+$/gu, '');
  // Windows reserves some names, with any extension.
  const isTaken = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name);
  return `${name === '' || isTaken ? `Text ${name}`.trim() : name}.${ending}`;
}
