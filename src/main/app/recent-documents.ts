/** Changes of the system's list of recent files. */
export interface RecentChange {
  /** The list is emptied first: the systems cannot take out one. */
  readonly clears: boolean;
  /** Paths to add, the newest last. */
  readonly adds: readonly string[];
}

/** The changes that make the system's list follow the program's. @param before as the system has it; both newest first */
export function followRecentGroves(before: readonly string[], after: readonly string[]): RecentChange {
  if (before.some((path) => !after.includes(path))) return { clears: true, adds: after.toReversed() };
  const [newest] = after;
  return { clears: false, adds: newest === undefined || newest === before[0] ? [] : [newest] };
}
