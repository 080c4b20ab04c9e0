/**
 * Valid values of the program's JSON columns. Other programs can write them too; an invalid value is refused where it
 * is read, before it can reach a page. Unknown properties are allowed.
 */
import { isRecord } from '../../../core/answers/read-json.ts';
import type { BookSettings, HeadingStyle } from '../../../core/book/book-settings.ts';
import type { LoreBook, LoreEntry } from '../../../core/lore/lore-entry.ts';
import type { RefusalReason } from '../../../core/proposals/proposal.ts';
import type { AgentConfiguration, AgentPermissions } from '../../../core/tree/agent.ts';
import type { TreeSettings } from '../../../core/tree/loom-tree.ts';
import type { Seam } from '../../../core/tree/tree-node.ts';

type Check = (value: unknown) => boolean;
type Checks<T> = { readonly [K in keyof Required<T>]: Check };

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

const NO_OBJECT = 'is not an object';

/** The fault of an object whose properties are all optional. */
function faultOf<T>(value: unknown, checks: Checks<T>): string | null {
  if (!isRecord(value)) return NO_OBJECT;
  const names = Object.keys(checks) as (keyof T & string)[];
  const invalid = names.find((name) => Object.hasOwn(value, name) && !checks[name](value[name]));
  return invalid === undefined ? null : `has an invalid “${invalid}”`;
}

const isKept: Check = (value) => value === null || isCount(value);
const isRolloff: Check = (value) =>
  value === null || (isRecord(value) && isCount(value.maxDeltas) && isCount(value.maxSize));

/** As `HistorySettings`. */
const isHistory: Check = (value) => {
  if (!isRecord(value)) return false;
  const { ttl = {}, rolloff = {} } = value;
  return (
    isRecord(ttl) &&
    isRecord(rolloff) &&
    Object.values(ttl).every(isKept) &&
    Object.values(rolloff).every(isRolloff)
  );
};

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isFlag = oneOf(true, false);

const HEADING: Checks<HeadingStyle> = {
  numbers: oneOf('none', 'arabic', 'roman', 'words'),
  word: isText,
  look: oneOf('plain', 'centred', 'smallCaps'),
  startsPage: isFlag,
};

const isHeading: Check = (value) =>
  isRecord(value) &&
  Object.keys(HEADING).every((name) => Object.hasOwn(value, name)) &&
  faultOf(value, HEADING) === null;

const BOOK: Checks<BookSettings> = {
  title: isText,
  subtitle: isText,
  authors: isTexts,
  language: isText,
  identifier: isText,
  front: isTexts,
  back: isTexts,
  headings: (value) => Array.isArray(value) && value.every(isHeading),
  sceneMark: orNull(isText),
  leftOut: isTexts,
  font: orNull(oneOf('literata', 'source-sans', 'serif', 'sans', 'mono')),
  size: orNull((value) => isNumber(value) && Number(value) >= 6 && Number(value) <= 24),
  isSpaced: isFlag,
  isJustified: isFlag,
  isTypeset: isFlag,
  showsAuthors: orNull(isFlag),
};

const isBook: Check = (value) => faultOf(value, BOOK) === null;

const LORE_ENTRY: Checks<LoreEntry> = {
  part: isText,
  keys: isTexts,
  secondary: isTexts,
  logic: oneOf('andAny', 'andAll', 'notAny', 'notAll'),
  always: isFlag,
  enabled: isFlag,
  scan: isCount,
  place: (value) => value === 'top' || isCount(value),
  order: isNumber,
  wokenBy: oneOf('text', 'lore', 'both'),
  wakes: isFlag,
  group: isText,
  after: isTexts,
  notAfter: isTexts,
};

const LORE_BOOK: Checks<LoreBook> = { scan: isCount, rounds: isCount, budget: isCount, tags: isTexts };

const TREE_SETTINGS: Checks<TreeSettings> = {
  titleFrom: oneOf('text'),
  memory: isText,
  authorsNote: isText,
  authorsNoteDepth: isCount,
  truncation: oneOf('truncateMiddle', 'rollingWindow', 'stopAtLimit'),
  names: oneOf('auto', 'always', 'never'),
  agentId: isText,
  agentIds: isTexts,
  presetId: (value) => value === null || isText(value),
  // As many as can be requested at once.
  count: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= 10,
  maxTokens: isCount,
  inTurn: oneOf(true, false),
  followsWriter: oneOf(true, false),
  sendsTopic: oneOf(true, false),
  language: oneOf('en-US', 'en-GB', 'nl'),
  targets: (value) => isRecord(value) && isCount(value.words) && (value.by === undefined || isText(value.by)),
  importedAt: isNumber,
  history: isHistory,
  book: isBook,
  lore: (value) => Array.isArray(value) && value.every((entry) => faultOf(entry, LORE_ENTRY) === null),
  loreBook: (value) => faultOf(value, LORE_BOOK) === null,
};

const AGENT_CONFIGURATION: Checks<AgentConfiguration> = {
  temperature: isNumber,
  topP: isNumber,
  topK: isNumber,
  minP: isNumber,
  frequencyPenalty: isNumber,
  presencePenalty: isNumber,
  repetitionPenalty: isNumber,
  logprobs: isCount,
  logitBias: (value) => isRecord(value) && Object.values(value).every(isNumber),
  stop: isTexts,
  seed: isNumber,
  extra: isRecord,
  completionStyle: oneOf('completion', 'chat-continue', 'chat'),
  infill: (value) => isRecord(value) && isInfill(value),
  systemPrompt: isText,
  thinking: oneOf('text'),
  maxTokens: isCount,
  contextLength: isCount,
  caps: (value) => isRecord(value) && Object.values(value).every(isNumber),
};

function isInfill({ kind, prefix, suffix, middle, order }: Readonly<Record<string, unknown>>): boolean {
  if (kind !== 'template') return kind === 'suffix' || kind === 'chat';
  const isMarker: Check = (value) => isText(value) && value !== '';
  const isOrder = order === undefined || order === 'psm' || order === 'spm';
  return isMarker(prefix) && isMarker(suffix) && isText(middle) && isOrder;
}

const isPermission = oneOf('allow', 'ask', 'never');

const AGENT_PERMISSIONS: Checks<AgentPermissions> = {
  loom_aware: isPermission,
  loom_write: isPermission,
  edit_apply: isPermission,
  loom_generate: isPermission,
  doc_read: isPermission,
  doc_write: isPermission,
  other_trees: isPermission,
};

const isRange: Check = (value) => isRecord(value) && isCount(value.from) && isCount(value.to);

/** Ranges of an answer: all with the place of their text in a node, in its order, or none. */
const areSeamRanges: Check = (value) => {
  if (!Array.isArray(value) || !value.every(isRange)) return false;
  const ranges = value as readonly { readonly from: number; readonly to: number; readonly at?: unknown }[];
  if (ranges.every(({ at }) => at === undefined)) return true;
  let reached = 0;
  return ranges.every(({ from, to, at }) => {
    const isInOrder = isCount(at) && from <= to && reached <= Number(at);
    reached = Number(at) + to - from;
    return isInOrder;
  });
};

const SEAM: Checks<Seam> = {
  promptTrimmed: isCount,
  answerTrimmed: isCount,
  answerTrimmedAfter: isCount,
  spaceAdded: oneOf(true),
  spaceAddedAfter: oneOf(true),
  breaksAdded: isCount,
  breaksAddedAfter: isCount,
  continues: oneOf(true),
  ranges: areSeamRanges,
};

export const faultOfTreeSettings = (value: unknown) => faultOf(value, TREE_SETTINGS);
export const faultOfConfiguration = (value: unknown) => faultOf(value, AGENT_CONFIGURATION);
export const faultOfPermissions = (value: unknown) => faultOf(value, AGENT_PERMISSIONS);

/** For a turn's use of its caps. */
export const faultOfUse = (value: unknown) => (isRecord(value) ? null : NO_OBJECT);

export function faultOfSeam(value: unknown): string | null {
  if (isRecord(value) && !['promptTrimmed', 'answerTrimmed'].every((name) => Object.hasOwn(value, name)))
    return 'is incomplete';
  return faultOf(value, SEAM);
}

/** For a node's content that is not only text. */
export function faultOfContent(value: unknown): string | null {
  if (!isRecord(value)) return NO_OBJECT;
  if (value.type !== 'mixed') return isBlock(value) ? null : 'is invalid';
  return Array.isArray(value.blocks) && value.blocks.every(isBlock) ? null : 'has an invalid block';
}

const isBlock: Check = (value) => {
  if (!isRecord(value)) return false;
  if (value.type === 'text') return isText(value.text);
  return (value.type === 'image' || value.type === 'audio') && isText(value.ref) && isText(value.mimeType);
};

/** For the authors of a text, as runs `[agent key, length]`, of which an inferred one has a third element 1. */
export function faultOfAuthorship(value: unknown): string | null {
  if (!Array.isArray(value)) return 'is not a list';
  return value.every(isRun) ? null : 'has an invalid run';
}

const isRun: Check = (value) => {
  if (!Array.isArray(value)) return false;
  const [agent, length, inferred = 1] = value as readonly unknown[];
  return isCount(agent) && isCount(length) && Number(length) > 0 && inferred === 1;
};

/** For a part of a draft: a text, and its authorship as in the column of that name. */
export function faultOfDraftText(value: unknown): string | null {
  if (!isRecord(value)) return NO_OBJECT;
  return isText(value.text) ? null : 'has no text';
}

/** For the edits of a draft. */
export function faultOfDraftEdits(value: unknown): string | null {
  if (!Array.isArray(value)) return 'is not a list';
  return value.every(
    (edit) => faultOfDraftText(edit) === null && isText(edit.node_id) && areChanges(edit.changes),
  )
    ? null
    : 'has an invalid edit';
}

/** The changes of an edit in order, if it has any. */
function areChanges(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  let reached = 0;
  return value.every((change: unknown) => {
    if (!Array.isArray(change)) return false;
    const [from, to, insert] = change as readonly unknown[];
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !isText(insert)) return false;
    const isInOrder = reached <= Number(from) && Number(from) <= Number(to);
    reached = Number(to);
    return isInOrder;
  });
}

/** For the places of a suggestion: `[node id or null, from, to]`. */
export function faultOfPlaces(value: unknown): string | null {
  if (!Array.isArray(value)) return 'is not a list';
  return value.every(isPlace) ? null : 'has an invalid place';
}

const isPlace: Check = (value) => {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [node, from, to] = value as readonly unknown[];
  return (node === null || isText(node)) && isCount(from) && isCount(to) && Number(from) <= Number(to);
};

const REFUSAL_REASONS: Readonly<Record<RefusalReason, true>> = {
  context_mismatch: true,
  ambiguous: true,
  no_context: true,
  out_of_order: true,
  overlap: true,
  reversed: true,
  elision: true,
  malformed: true,
  truncated: true,
  unknown_version: true,
  stale_version: true,
  several_documents: true,
  too_large: true,
  empty: true,
};

/** For why a proposal was refused. */
export function faultOfRefusal(value: unknown): string | null {
  if (!isRecord(value)) return NO_OBJECT;
  const { reason, hunk, hunks, header, expected, actual } = value;
  if (!isText(reason) || !Object.hasOwn(REFUSAL_REASONS, String(reason))) return 'has no known reason';
  const areTexts = [header, expected, actual].every((text) => text === null || isText(text));
  return (hunk === null || isCount(hunk)) && isCount(hunks) && areTexts ? null : 'is invalid';
}
