/** Members of numbered groups, in flat arrays: those of group g are `members[starts[g]]` up to `members[starts[g + 1]]`. */
export interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/**
 * Collects the indexes of `groupOf` by the group they are in; within a group they stay in order. One that is in no group
 * (-1) is left out.
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
