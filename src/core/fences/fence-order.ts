/** Dependencies between fences: whose output is in which. */
import type { FenceFault } from './fence-fault.ts';
import type { PromptFence } from './prompt-fence.ts';

/** The names of the fences whose outputs a fence asks for. */
function fencesAskedBy({ template }: Pick<PromptFence, 'template'>): readonly string[] {
  return template.parts.flatMap((part) =>
    part.kind === 'hole' && part.hole.kind === 'fence' ? [part.hole.name] : [],
  );
}

/** The values that are asked for before fences are run, each once, in order. */
export function valuesAskedBy(fences: readonly Pick<PromptFence, 'template'>[]): readonly string[] {
  const names = fences.flatMap(({ template }) =>
    template.parts.flatMap((part) =>
      part.kind === 'hole' && part.hole.kind === 'value' ? [part.hole.name] : [],
    ),
  );
  return [...new Set(names)];
}

/** A fence's faults among the others of its text, besides those it has by itself. */
export function faultsAmong(fence: PromptFence, fences: readonly PromptFence[]): readonly FenceFault[] {
  const { name } = fence;
  if (name === null) return [];
  if (fences.some((other) => other.at !== fence.at && other.name === name)) return [{ kind: 'twice', name }];
  if (fencesAskedBy(fence).includes(name)) return [{ kind: 'self', name }];
  const cycle = findCycle(fence, fences);
  return cycle === null ? [] : [{ kind: 'cycle', names: cycle }];
}

/** The names on a way from a fence back to itself; null if there is none. */
function findCycle(fence: PromptFence, fences: readonly PromptFence[]): readonly string[] | null {
  const byName = new Map(fences.map((other) => [other.name, other]));
  const visited = new Set<string>();
  const search = (from: PromptFence, way: readonly string[]): readonly string[] | null => {
    for (const next of fencesAskedBy(from)) {
      if (next === fence.name) return way;
      const target = byName.get(next);
      if (target === undefined || visited.has(next)) continue;
      visited.add(next);
      const found = search(target, [...way, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return search(fence, fence.name === null ? [] : [fence.name]);
}

/**
 * The fences in the order to run them: that of the text, but each after those whose outputs it asks for. Fences of a cycle
 * are in the order of the text.
 */
export function inOrder(fences: readonly PromptFence[]): readonly PromptFence[] {
  const byName = new Map(fences.map((fence) => [fence.name, fence]));
  const ordered = new Set<PromptFence>();
  const begun = new Set<PromptFence>();
  const add = (fence: PromptFence) => {
    if (begun.has(fence)) return;
    begun.add(fence);
    for (const name of fencesAskedBy(fence)) {
      const needed = byName.get(name);
      if (needed !== undefined) add(needed);
    }
    ordered.add(fence);
  };
  for (const fence of fences) add(fence);
  return [...ordered];
}
