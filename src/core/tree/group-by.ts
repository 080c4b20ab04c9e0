/**
 * Members of numbered groups in flat arrays: those of group g are `members[starts[g]]` up to, but not
 * including, `members[starts[g + 1]]`.
 */
export interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/**
 * Groups the indexes of `groupOf` by their group number, keeping their order within each group. An index
 * whose group is -1 is omitted.
 */
export function groupBy(groupOf: Int32Array, groups: number): Groups {
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) {
    if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let group = 0; group < groups; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const next = starts.slice(0, groups);
  const members = new Int32Array(starts[groups] ?? 0);
  groupOf.forEach((group, index) => {
    if (group < 0) return;
    const at = next[group] ?? 0;
    members[at] = index;
    next[group] = at + 1;
  });
  return { starts, members };
}

/** The members of one group, without copying. */
export function membersOf({ starts, members }: Groups, group: number): Int32Array {
  return members.subarray(starts[group] ?? 0, starts[group + 1] ?? 0);
}
