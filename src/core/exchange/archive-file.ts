/** A file in an archive that is made for other programs, in pieces. */
export interface ArchiveFile {
  /** With `/`, relative to the archive. */
  readonly path: string;
  readonly pieces: Iterable<string>;
}
