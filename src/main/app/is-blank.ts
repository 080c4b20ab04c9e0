import { basename, extname } from 'node:path';
import type { OpenGrove } from '../grove/open-grove.ts';

/**
 * Returns true if a grove has nothing that a writer made: no name, one tree without a node, a draft, a title or
 * settings, and the agents it began with, as they were. False if that is not known yet.
 * @throws {AspenError} what reading the file throws
 */
export function isBlank(grove: OpenGrove): boolean {
  if (grove.isOverwritten || grove.check.isWaiting) return false;
  const { name, trees, archivedTrees, agents, readOnly } = grove.snapshot();
  if (name !== basename(grove.path, extname(grove.path))) return false;
  const [tree, ...others] = trees;
  if (readOnly || tree === undefined || others.length + archivedTrees.length > 0) return false;
  const isAsBegun = (entity: { readonly createdAt: number; readonly updatedAt: number }) =>
    entity.createdAt === entity.updatedAt;
  // The writer and the agent that every grove has.
  if (!isAsBegun(tree) || agents.length > 2 || !agents.every(isAsBegun)) return false;
  const { positions } = grove.read.readTreePage(tree.id, 0);
  return positions.count <= 1 && grove.exportPath(tree.id, true).path.text === '';
}
