/** Reads `slug.versions.json` and its siblings (`layers.md`, *Exchange*). */
import type { Sha256 } from '../ids.ts';
import { parseIsoTime } from '../provenance/iso-time.ts';
import { type JsonPart, jsonParts } from '../provenance/json-parts.ts';
import { BLOCK_KINDS, type Block, type BlockOp } from './block.ts';
import { type AddressedLayer, DIMENSIONS, type History, type Keyframe } from './history.ts';
import { refuseHistory } from './verify-history.ts';

/** A history, and the stated hash of its last layer. */
export interface ReadHistory {
  readonly history: History;
  readonly head: Sha256 | null;
}

/**
 * A history that another copy of the program, or another program, wrote. What the format does not know is ignored. What
 * the file claims is still to be verified (`verifyHistory`).
 * @param json the whole file, whose size the caller limits
 * @returns yields every few milliseconds
 * @throws {AspenError} INVALID_ARGUMENT, whose detail says where in the file what is wrong: `deltas[3].ops[0]: …`
 */
export function* readHistory(json: string): Generator<undefined, ReadHistory> {
  const layers: AddressedLayer[] = [];
  const keyframes: Keyframe[] = [];
  const file = new Map<string, unknown>();
  /** Reads the items of the list that is being read. */
  let readItem: (item: unknown) => void = () => undefined;
  for (const part of partsOf(json)) {
    if (part === undefined) yield;
    else if (part.kind === 'item') readItem(part.value);
    else {
      file.set(part.name, part.kind === 'list' ? [] : part.value);
      readItem = () => undefined;
      if (part.kind !== 'list') continue;
      if (part.name === 'deltas') {
        layers.length = 0;
        readItem = (item) => layers.push(readDelta(item, `deltas[${layers.length}]`));
      } else if (part.name === 'snapshots') {
        keyframes.length = 0;
        readItem = (item) => keyframes.push(readSnapshot(item, `snapshots[${keyframes.length}]`));
      }
    }
  }
  listIn(file.get('deltas'), 'deltas');
  listIn(file.get('snapshots'), 'snapshots');
  const head = file.get('head') === null ? null : hashIn(file.get('head'), 'head');
  const base = layers[0] === undefined ? head : layers[0].parent;
  const history: History = {
    slug: textIn(file.get('slug'), 'slug'),
    dimension: oneOf(DIMENSIONS, file.get('dimension'), 'dimension'),
    first: positionAfter(base, keyframes),
    layers,
    keyframes,
  };
  return { history, head };
}

/** @param base the hash of the layer before the first delta; null if there is none */
function positionAfter(base: Sha256 | null, keyframes: readonly Keyframe[]): number {
  if (base === null) return 0;
  const keyframe = keyframes.find(({ hash }) => hash === base);
  if (keyframe !== undefined) return keyframe.position + 1;
  return refuseHistory('snapshots', `there is none with the hash ${base}, on which the deltas are based`);
}

/** Length read to describe a file that is no history. UTF-16 code units. */
const MAX_INDENT = 1_000;

function* partsOf(json: string): Generator<JsonPart | undefined, void> {
  try {
    yield* jsonParts(json);
  } catch (error) {
    if (error instanceof RangeError) refuseHistory('the file', 'its JSON is nested too deeply', error);
    if (!(error instanceof SyntaxError)) throw error;
    const isOther = /^\s*["[\d-]/.test(json.slice(0, MAX_INDENT));
    refuseHistory('the file', isOther ? 'it is not an object' : 'it is not JSON', error);
  }
}

function readDelta(item: unknown, where: string): AddressedLayer {
  const delta = objectIn(item, where);
  const createdAt = parseIsoTime(textIn(delta.ts, `${where}.ts`));
  if (createdAt === undefined)
    return refuseHistory(`${where}.ts`, 'it is not a time like 2026-01-02T03:04:05.678Z');
  return {
    parent: delta.parent === null ? null : hashIn(delta.parent, `${where}.parent`),
    ops: readOps(delta.ops, `${where}.ops`),
    hash: hashIn(delta.hash, `${where}.hash`),
    createdAt,
  };
}

/** Ops as they are in a file. @param where their name in a refusal @throws {AspenError} INVALID_ARGUMENT */
export function readOps(value: unknown, where: string): readonly BlockOp[] {
  return listIn(value, where).map((op, index) => readOp(op, `${where}[${index}]`));
}

function readOp(item: unknown, where: string): BlockOp {
  const op = listIn(item, where);
  if (op[0] === 'insert' && op.length === 3) {
    return ['insert', indexIn(op[1], `${where}[1]`), tokensIn(op[2], `${where}[2]`)];
  }
  if (op[0] === 'snip' && op.length === 4) {
    return [
      'snip',
      indexIn(op[1], `${where}[1]`),
      indexIn(op[2], `${where}[2]`),
      tokensIn(op[3], `${where}[3]`),
    ];
  }
  return refuseHistory(where, 'it is neither ["insert", position, tokens] nor ["snip", start, end, removed]');
}

function readSnapshot(item: unknown, where: string): Keyframe {
  const snapshot = objectIn(item, where);
  return {
    hash: hashIn(snapshot.hash, `${where}.hash`),
    position: indexIn(snapshot.position, `${where}.position`),
    blocks: tokensIn(snapshot.tokens, `${where}.tokens`),
  };
}

function tokensIn(value: unknown, where: string): readonly Block[] {
  return listIn(value, where).map((item, index) => {
    const token = objectIn(item, `${where}[${index}]`);
    return {
      kind: oneOf(BLOCK_KINDS, token.kind, `${where}[${index}].kind`),
      text: textIn(token.text, `${where}[${index}].text`),
    };
  });
}

function objectIn(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuseHistory(where, 'it is not an object');
  return { ...value };
}

function listIn(value: unknown, where: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuseHistory(where, 'it is not a list');
}

function textIn(value: unknown, where: string): string {
  return typeof value === 'string' ? value : refuseHistory(where, 'it is not a text');
}

function indexIn(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return refuseHistory(where, 'it is not a whole number from 0');
}

function hashIn(value: unknown, where: string): Sha256 {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value as Sha256;
  return refuseHistory(where, 'it is not a SHA-256 in lower-case hexadecimal');
}

function oneOf<const T extends string>(words: readonly T[], value: unknown, where: string): T {
  return words.find((word) => word === value) ?? refuseHistory(where, `it is none of ${words.join(', ')}`);
}
