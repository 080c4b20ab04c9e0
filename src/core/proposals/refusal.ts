/** Why a directive is refused as a whole (`edits.md`, *Reading a patch*). */
export type RefusalReason =
  | 'context_mismatch'
  | 'ambiguous'
  | 'no_context'
  | 'out_of_order'
  | 'overlap'
  | 'reversed'
  | 'elision'
  | 'malformed'
  | 'truncated'
  | 'unknown_version'
  | 'stale_version'
  | 'several_documents'
  | 'too_large'
  | 'empty';

/** A patch that does not fit, with the data that its author needs to mend it. It changes nothing. */
export interface PatchRefusal {
  readonly reason: RefusalReason;
  /** The hunk that does not fit, from 1 in the order of the answer; null if the answer is refused as a whole. */
  readonly hunk: number | null;
  /** Number of hunks in the answer; 0 if it could not be divided into hunks. */
  readonly hunks: number;
  /** The header line of the hunk as it was sent, without its line break; null if it had none. */
  readonly header: string | null;
  /** Lines the hunk expected to find, at most 300 UTF-16 code units; null if that is not informative. */
  readonly expected: string | null;
  /** The most similar text of the snapshot, at most 300 UTF-16 code units; null if there is none. */
  readonly actual: string | null;
}
