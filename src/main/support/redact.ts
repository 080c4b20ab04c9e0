/** At the beginning of a path, up to its last separator: folders may have any characters, so it takes all that is between two paths. */
const FOLDERS = /(^|[\s"'`(“‘=[])(?:file:\/\/)?(?:[A-Za-z]:|~)?[\\/](?:[^\n]*[\\/])?/gm;
/** Titles, and the beginnings of texts that some errors repeat. */
const QUOTED = /"[^"\n]*("|$)|“[^”\n]*(”|$)/gm;
/** Keys of services, as they look, and anything as long as one. */
const KEYS = /\bBearer\s+\S+|\b(?:sk|pk|rk|api|key)[-_][\w-]{4,}|[\w-]{32,}/gi;

/** A message of the log without keys, quoted words, and paths beyond a file's name; one line of it at a time. */
export function redact(message: string): string {
  return message.replaceAll(FOLDERS, '$1').replaceAll(QUOTED, '“…”').replaceAll(KEYS, '…');
}
