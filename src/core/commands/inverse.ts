import type { AgentId, LinkId, NodeId, PositionId, ProposalId, TagId } from '../ids.ts';
import type { SuggestionRef } from '../proposals/places.ts';
import { metadataAt } from '../tree/metadata.ts';
import { isAnnotation } from '../tree/new-node.ts';
import type { PositionMetadata } from '../tree/position-metadata.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import type { TreeView } from '../tree/tree-view.ts';

/** A command's changes and the state before it, from which its turn is undone (`agents.md`, *Undoing a turn*). */
export interface Inverse {
  /** New positions, of nodes that can be on a path. */
  readonly positions: readonly PositionId[];
  /** New versions at positions that there were, also of notes. */
  readonly versions: readonly NewVersion[];
  /** New notes. */
  readonly notes: readonly PositionId[];
  /** Metadata of positions that there were; each position once. */
  readonly metadata: readonly MetadataStep[];
  /** Proposals for the text; their suggestions are not nodes. */
  readonly proposals: readonly ProposalId[];
  /** New links from texts of the tree. */
  readonly links: readonly LinkId[];
  /** Tags put on positions or taken off them; each tag and position once. */
  readonly tags: readonly TagStep[];
  /** Moves along paths, in order. */
  readonly paths: readonly PathStep[];
}

/** A tag that was put on a position, or taken off it. */
export interface TagStep {
  readonly tag: TagId;
  readonly position: PositionId;
  /** Its origin before the step; null if it was not there. */
  readonly before: TagOrigin | null;
  readonly after: TagOrigin | null;
}

export interface TagOrigin {
  readonly agent: AgentId;
  readonly createdAt: number;
}

/** Names a step among those of a turn that could not be undone. */
export function idOfTagStep({ tag, position }: TagStep): string {
  return `${position} ${tag}`;
}

export interface NewVersion {
  readonly position: PositionId;
  readonly version: NodeId;
}

export interface MetadataStep {
  readonly position: PositionId;
  readonly before: PositionMetadata;
  readonly after: PositionMetadata;
}

/** A move of an agent along its path. */
export interface PathStep {
  readonly agent: AgentId;
  /** Null if it had no path in the tree. */
  readonly from: PositionId | null;
  readonly to: PositionId;
  /** The version that it went to; null for the one that the path shows there. */
  readonly version: NodeId | null;
  /** The agent's former choices where the move changed them, null for none; empty if it had no path. */
  readonly choices: readonly ChoiceBefore[];
}

export interface ChoiceBefore {
  readonly position: PositionId;
  readonly version: NodeId | null;
  readonly lastChild: PositionId | null;
  readonly seenAt: number | null;
  readonly leftAt: number | null;
  readonly isRest: boolean;
}

/** The effects of undoing a turn, which a redo takes back. */
export interface UndoRecord {
  readonly metadata: readonly MetadataStep[];
  /** Paths that showed a version of the turn, and what they show instead. */
  readonly selected: readonly (Replaced & { readonly agent: AgentId })[];
  /** Notes whose text went back. */
  readonly notes: readonly Replaced[];
  /** The suggestions that were open, and are rejected. */
  readonly suggestions: readonly SuggestionRef[];
  /** Links that it removed. */
  readonly links: readonly LinkId[];
  /** Tags that it put back or took off. */
  readonly tags: readonly TagStep[];
  /** The place the agent returned to; null if it stayed. */
  readonly place: { readonly head: PositionId | null } | null;
  /** Newer than any node of then. */
  readonly end: NodeId;
}

/** A version of the turn that is not shown any more, and the one that is. */
export interface Replaced extends NewVersion {
  readonly instead: NodeId;
}

export const NO_INVERSE: Inverse = {
  positions: [],
  versions: [],
  notes: [],
  metadata: [],
  proposals: [],
  links: [],
  tags: [],
  paths: [],
};

/**
 * The inverse of a change to a tree, paths and tags aside.
 * @param before the tree without the change
 * @param after the tree with it
 */
export function inverseOf(
  before: TreeView,
  after: TreeView,
  { nodes, metadata, links = [] }: TreeChange,
): Inverse {
  const opened = nodes.filter(({ id, positionId }) => (positionId as string) === id);
  const made = new Set(opened.map(({ positionId }) => positionId));
  const steps = metadata.filter(({ position }) => !made.has(position));
  return {
    positions: [...made].filter((position) => !isAnnotation(after, position)),
    versions: nodes
      .filter(({ positionId }) => !made.has(positionId))
      .map(({ id, positionId }) => ({ position: positionId, version: id })),
    notes: [...made].filter((position) => isAnnotation(after, position)),
    metadata: steps.map(({ position, metadata }) => ({
      position,
      before: metadataAt(before, position),
      after: metadata,
    })),
    proposals: [],
    links: links.map(({ id }) => id),
    tags: [],
    paths: [],
  };
}

/** Two changes, one after the other, as one. */
export function joinInverses(first: Inverse, second: Inverse): Inverse {
  return {
    positions: [...first.positions, ...second.positions],
    versions: [...first.versions, ...second.versions],
    notes: [...first.notes, ...second.notes],
    metadata: joinSteps(first.metadata, second.metadata),
    proposals: [...first.proposals, ...second.proposals],
    links: [...first.links, ...second.links],
    tags: joinTagSteps(first.tags, second.tags),
    paths: [...first.paths, ...second.paths],
  };
}

/** Joins the record of an undone turn with that of the undo of its rest. */
export function joinRecords(first: UndoRecord, second: UndoRecord): UndoRecord {
  return {
    metadata: joinSteps(first.metadata, second.metadata),
    selected: [...first.selected, ...second.selected],
    notes: [...first.notes, ...second.notes],
    suggestions: [...first.suggestions, ...second.suggestions],
    links: [...first.links, ...second.links],
    tags: joinTagSteps(first.tags, second.tags),
    place: first.place ?? second.place,
    end: first.end,
  };
}

/** Steps with later ones at the same positions. */
function joinSteps(first: readonly MetadataStep[], second: readonly MetadataStep[]): readonly MetadataStep[] {
  const steps = new Map(first.map((step) => [step.position, step]));
  for (const step of second)
    steps.set(step.position, { ...step, before: steps.get(step.position)?.before ?? step.before });
  return [...steps.values()];
}

function joinTagSteps(first: readonly TagStep[], second: readonly TagStep[]): readonly TagStep[] {
  const steps = new Map(first.map((step) => [idOfTagStep(step), step]));
  for (const step of second) {
    const id = idOfTagStep(step);
    steps.set(id, { ...step, before: steps.has(id) ? (steps.get(id)?.before ?? null) : step.before });
  }
  return [...steps.values()];
}
