/** What pruning did, or why it did nothing. */

export const PRUNED = 'Pruned.';
export const RESTORED = 'Restored.';
export const NOTHING_TO_PRUNE = 'There is nothing to prune here.';
export const NO_OTHERS_TO_PRUNE = 'There are no others to prune.';
export const NOTHING_PRUNED = 'Nothing is pruned here.';

export function othersPruned(count: number): string {
  return `${count === 1 ? 'The other one' : `${count} others`} pruned.`;
}

export function continuationsRestored(count: number): string {
  return count === 1 ? RESTORED : `${count} restored.`;
}
