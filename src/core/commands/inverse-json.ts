/** The stored form of a turn's inverse: with an action, and in the log of an undo. */
import { AspenError } from '../errors.ts';
import type { AgentId, LinkId, NodeId, PositionId, ProposalId, TagId } from '../ids.ts';
import type { JsonValue } from '../provenance/canonical-json.ts';
import { readMetadata } from '../tree/position-metadata.ts';
import type {
  ChoiceBefore,
  Inverse,
  MetadataStep,
  NewVersion,
  PathStep,
  TagOrigin,
  TagStep,
  UndoRecord,
} from './inverse.ts';

export function inverseToJson({
  positions,
  versions,
  notes,
  metadata,
  proposals,
  links,
  tags,
  paths,
}: Inverse): JsonValue {
  return {
    positions,
    versions: versions.map(({ position, version }) => ({ position, version })),
    notes,
    metadata: metadata.map(stepToJson),
    proposals,
    links,
    tags: tags.map(tagStepToJson),
    paths: paths.map(({ choices, ...step }) => ({
      ...step,
      choices: choices.map((choice) => ({ ...choice })),
    })),
  };
}

function stepToJson({ position, before, after }: MetadataStep): JsonValue {
  return { position, before: { ...before }, after: { ...after } };
}

function tagStepToJson({ tag, position, before, after }: TagStep): JsonValue {
  const origin = (one: TagOrigin | null) => (one === null ? null : { ...one });
  return { tag, position, before: origin(before), after: origin(after) };
}

export function recordToJson({
  metadata,
  selected,
  notes,
  suggestions,
  links,
  tags,
  place,
  end,
}: UndoRecord): JsonValue {
  return {
    metadata: metadata.map(stepToJson),
    selected: selected.map((one) => ({ ...one })),
    notes: notes.map((one) => ({ ...one })),
    suggestions: suggestions.map(({ proposalId, ordinal }) => ({ proposalId, ordinal })),
    links,
    tags: tags.map(tagStepToJson),
    place: place === null ? null : { ...place },
    end,
  };
}

/** @throws {AspenError} CORRUPT for a form that the program never writes */
export function readInverse(json: JsonValue): Inverse {
  const all = fieldsOf(json);
  return {
    positions: listOf(all.positions, (value) => textOf(value) as PositionId),
    versions: listOf(all.versions, readVersion),
    notes: listOf(all.notes, (value) => textOf(value) as PositionId),
    metadata: listOf(all.metadata, readStep),
    // Files of versions before proposals have none.
    proposals: listOf(all.proposals ?? [], (value) => textOf(value) as ProposalId),
    // Nor have files of versions before links any of these.
    links: listOf(all.links ?? [], (value) => textOf(value) as LinkId),
    // Nor before tags any of those.
    tags: listOf(all.tags ?? [], readTagStep),
    paths: listOf(all.paths, readPath),
  };
}

/** @throws {AspenError} CORRUPT for a form that the program never writes */
export function readRecord(json: JsonValue | undefined): UndoRecord {
  const all = fieldsOf(json);
  const place = all.place === null ? null : fieldsOf(all.place);
  return {
    metadata: listOf(all.metadata, readStep),
    selected: listOf(all.selected, (value) => {
      const { agent, instead } = fieldsOf(value);
      return { ...readVersion(value), agent: textOf(agent) as AgentId, instead: textOf(instead) as NodeId };
    }),
    notes: listOf(all.notes, (value) => ({
      ...readVersion(value),
      instead: textOf(fieldsOf(value).instead) as NodeId,
    })),
    suggestions: listOf(all.suggestions ?? [], (value) => {
      const { proposalId, ordinal } = fieldsOf(value);
      return { proposalId: textOf(proposalId) as ProposalId, ordinal: numberOrNull(ordinal) ?? corrupt() };
    }),
    links: listOf(all.links ?? [], (value) => textOf(value) as LinkId),
    tags: listOf(all.tags ?? [], readTagStep),
    place: place === null ? null : { head: textOrNull(place.head) as PositionId | null },
    end: textOf(all.end) as NodeId,
  };
}

/** The ids of changes that an undo left; none if the log has none. @throws {AspenError} CORRUPT as `readInverse` */
export function readRest(json: JsonValue | undefined): readonly string[] {
  return json === undefined ? [] : listOf(json, textOf);
}

function readVersion(value: JsonValue): NewVersion {
  const { position, version } = fieldsOf(value);
  return { position: textOf(position) as PositionId, version: textOf(version) as NodeId };
}

function readStep(value: JsonValue): MetadataStep {
  const { position, before, after } = fieldsOf(value);
  return {
    position: textOf(position) as PositionId,
    before: readMetadata(fieldsOf(before)) ?? corrupt(),
    after: readMetadata(fieldsOf(after)) ?? corrupt(),
  };
}

function readTagStep(value: JsonValue): TagStep {
  const { tag, position, before, after } = fieldsOf(value);
  return {
    tag: textOf(tag) as TagId,
    position: textOf(position) as PositionId,
    before: readTagOrigin(before),
    after: readTagOrigin(after),
  };
}

function readTagOrigin(value: JsonValue | undefined): TagOrigin | null {
  if (value === null) return null;
  const { agent, createdAt } = fieldsOf(value);
  return { agent: textOf(agent) as AgentId, createdAt: numberOrNull(createdAt) ?? corrupt() };
}

function readPath(value: JsonValue): PathStep {
  const { agent, from, to, version, choices } = fieldsOf(value);
  return {
    agent: textOf(agent) as AgentId,
    from: textOrNull(from) as PositionId | null,
    to: textOf(to) as PositionId,
    version: textOrNull(version) as NodeId | null,
    choices: listOf(choices, readChoice),
  };
}

function readChoice(value: JsonValue): ChoiceBefore {
  const { position, version, lastChild, seenAt, leftAt, isRest } = fieldsOf(value);
  return {
    position: textOf(position) as PositionId,
    version: textOrNull(version) as NodeId | null,
    lastChild: textOrNull(lastChild) as PositionId | null,
    seenAt: numberOrNull(seenAt),
    leftAt: numberOrNull(leftAt),
    isRest: isRest === true,
  };
}

type Fields = Readonly<Record<string, JsonValue | undefined>>;

function fieldsOf(value: JsonValue | undefined): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return corrupt();
  return value as Fields;
}

function listOf<T>(value: JsonValue | undefined, read: (item: JsonValue) => T): readonly T[] {
  if (!Array.isArray(value)) return corrupt();
  return (value as readonly JsonValue[]).map(read);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : corrupt();
}

function textOrNull(value: JsonValue | undefined): string | null {
  return value === null ? null : textOf(value);
}

function numberOrNull(value: JsonValue | undefined): number | null {
  return value === null || typeof value === 'number' ? value : corrupt();
}

function corrupt(): never {
  throw new AspenError('CORRUPT', 'what undoes the turn cannot be read');
}
