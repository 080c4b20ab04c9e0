/** Which entries of lore are sent, and why (`lore.md`, *Selection*). Pure: the same texts send the same lore. */
import { estimateTokens } from '../context/estimate-tokens.ts';
import type { InsertedPart, Insertion } from '../context/insertion.ts';
import { foldName } from '../documents/find-document.ts';
import type { TreeId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import { KeyMatcher } from './key-matcher.ts';
import { LORE_ORDER, type LoreEntry } from './lore-entry.ts';
import type { LoreFired, LoreNotFired, LoreVerdict } from './lore-verdict.ts';
import { countAfter, placeIn, type ScannedText } from './scanned-text.ts';

/** An entry with what it is of. */
export interface LoreSource {
  readonly treeId: TreeId;
  /** Of the document. */
  readonly title: string;
  /** Its index among the entries of the document. */
  readonly entry: number;
  readonly settings: LoreEntry;
  /** The entry's own, or its names. */
  readonly keys: readonly string[];
  /** Its text without the white space around it; null if the document has no such section. */
  read(): LoreText | null;
}

export interface LoreText {
  /** Empty if there is nothing to send. */
  readonly text: string;
  readonly parts: readonly InsertedPart[];
}

/** Entries with their keys ready to be looked for. */
export interface CompiledLore {
  readonly sources: readonly LoreSource[];
  readonly matcher: KeyMatcher;
  /** By index of `sources`: indexes of the matcher's keys. */
  readonly keys: readonly (readonly number[])[];
  readonly secondary: readonly (readonly number[])[];
  /** By index of a key: the entries that it may wake. */
  readonly owners: readonly (readonly number[])[];
  /** Entries that are asked whatever words are found: for always, with a regular expression, or with a key that is refused. */
  readonly asked: readonly number[];
  /** By index of `sources`: the place of the entry among all, by order, then by name. */
  readonly ranks: readonly number[];
  /** The same by name alone. */
  readonly nameRanks: readonly number[];
  /** The longest scan that an entry asks for. */
  readonly longest: number;
}

/** @param before used again if it has the same keys */
export function compileLore(sources: readonly LoreSource[], before: KeyMatcher | null = null): CompiledLore {
  const indexes = new Map<string, number>();
  const indexOf = (key: string) => {
    const index = indexes.get(key) ?? indexes.size;
    indexes.set(key, index);
    return index;
  };
  const keys = sources.map((source) => source.keys.map(indexOf));
  const secondary = sources.map(({ settings }) => (settings.secondary ?? []).map(indexOf));
  const all = [...indexes.keys()];
  const isSame = before?.keys.length === all.length && all.every((key, index) => key === before.keys[index]);
  const matcher = isSame && before !== null ? before : new KeyMatcher(all, before);
  const owners: number[][] = all.map(() => []);
  for (const [source, own] of keys.entries()) for (const key of own) owners[key]?.push(source);
  const isAsked = (key: number) => matcher.isPattern(key) || matcher.faultOf(key) !== null;
  const names = sources.map(({ title, treeId, entry, settings: { part = '' } }) =>
    [foldName(title), foldName(part), treeId, `${entry}`.padStart(6)].join('\0'),
  );
  const nameRanks = ranksBy(sources, (one, other) => ((names[one] ?? '') < (names[other] ?? '') ? -1 : 1));
  const ranks = ranksBy(
    sources,
    (one, other) =>
      orderOf(sources[other]) - orderOf(sources[one]) || (nameRanks[one] ?? 0) - (nameRanks[other] ?? 0),
  );
  return {
    sources,
    matcher,
    keys,
    secondary,
    owners,
    asked: sources.flatMap(({ settings: { always } }, index) =>
      always === true || keys[index]?.some(isAsked) === true ? [index] : [],
    ),
    ranks,
    nameRanks,
    longest: sources.reduce((most, { settings }) => Math.max(most, settings.scan ?? 0), 0),
  };
}

/** The place of each item in their order, by its index. @param compare two indexes */
function ranksBy(
  items: readonly unknown[],
  compare: (one: number, other: number) => number,
): readonly number[] {
  const ranks = items.map(() => 0);
  for (const [place, index] of [...items.keys()].sort(compare).entries()) ranks[index] = place;
  return ranks;
}

function orderOf(source: LoreSource | undefined): number {
  return source?.settings.order ?? LORE_ORDER;
}

export interface LoreInput {
  readonly lore: CompiledLore;
  /** The texts that keys are looked for in. */
  readonly texts: readonly ScannedText[];
  readonly rounds: number;
  /** In tokens. */
  readonly budget: number;
  /** Returns true if the path goes by an entry's `after` and `notAfter`. */
  isOnBranch(entry: LoreEntry): boolean;
  /** Gives a verdict on entries that did not come near to firing, too; this reads the texts of all. */
  readonly isWhole: boolean;
}

export interface LoreSelection {
  /** In the order in which they were included; then those that are not sent, by name. */
  readonly verdicts: readonly LoreVerdict[];
  readonly insertions: readonly Insertion[];
}

/** The default budget: a share of the window less the reserve. @param window in tokens; null if unknown */
export function loreBudget(window: number | null, reserve: number): number {
  return window === null ? UNKNOWN_BUDGET : Math.max(0, Math.floor((window - reserve) * SHARE_OF_WINDOW));
}

const SHARE_OF_WINDOW = 1 / 4;
/** In tokens. */
const UNKNOWN_BUDGET = 2_048;

/** An entry that may be sent. */
interface Candidate {
  readonly source: LoreSource;
  /** Its index in the compiled lore. */
  readonly index: number;
  why: LoreFired | LoreNotFired;
  isDecided: boolean;
}

export function selectLore(input: LoreInput): LoreSelection {
  const { lore, rounds } = input;
  const candidates = new Map<number, Candidate>();
  const add = (indexes: Iterable<number>) => {
    for (const index of indexes) {
      const source = lore.sources[index];
      if (source === undefined || candidates.has(index)) continue;
      const isOff = source.settings.enabled === false;
      candidates.set(index, { source, index, why: { kind: isOff ? 'off' : 'noKey' }, isDecided: isOff });
    }
  };
  /** Those that are not decided on, in the order in which they are included. */
  const undecided = () =>
    [...candidates.values()]
      .filter(({ isDecided }) => !isDecided)
      .sort((one, other) => (lore.ranks[one.index] ?? 0) - (lore.ranks[other.index] ?? 0));
  const scan = new Scan(input);
  const sent: Candidate[] = [];
  const groups = new Map<string, string>();
  let left = input.budget;
  const include = (candidate: Candidate, why: LoreFired) => {
    const { source } = candidate;
    const group = foldName(source.settings.group ?? '');
    const text = source.read();
    const tokens = tokensOf(text);
    const taken = group === '' ? undefined : groups.get(group);
    const refuse = (refusal: LoreNotFired) => {
      candidate.why = refusal;
    };
    candidate.isDecided = true;
    if (text === null) return refuse({ kind: 'noSection' });
    if (text.text === '') return refuse({ kind: 'empty' });
    if (taken !== undefined) return refuse({ kind: 'group', title: taken });
    if (why.kind !== 'always' && tokens > left)
      return refuse({ kind: 'budget', needs: tokens, left: Math.max(0, left) });
    candidate.why = why;
    left -= tokens;
    groups.set(group, source.title);
    sent.push(candidate);
  };
  add(lore.asked);
  for (const candidate of undecided()) {
    const { settings } = candidate.source;
    if (settings.always !== true) continue;
    if (input.isOnBranch(settings)) include(candidate, { kind: 'always' });
    else Object.assign(candidate, { why: { kind: 'branch' }, isDecided: true });
  }
  let waking = 0;
  for (let round = 0; round <= rounds; round++) {
    add(scan.found());
    const found = undecided().map((candidate) => ({ candidate, why: scan.reasonFor(candidate) }));
    for (const { candidate, why } of found) {
      if (why.kind === 'key' || why.kind === 'wokenBy') include(candidate, why);
      else candidate.why = why;
    }
    const news = sent.slice(waking);
    if (news.length === 0 || round === rounds) break;
    waking = sent.length;
    for (const { source } of news) if (source.settings.wakes !== false) scan.addLore(source);
  }
  if (input.isWhole) add(lore.sources.keys());
  const isSent = new Set(sent);
  const isNear = ({ why }: Candidate) => input.isWhole || (why.kind !== 'noKey' && why.kind !== 'off');
  const others = [...candidates.values()]
    .filter((candidate) => !isSent.has(candidate) && isNear(candidate))
    .sort((one, other) => (lore.nameRanks[one.index] ?? 0) - (lore.nameRanks[other.index] ?? 0));
  return { verdicts: [...sent, ...others].map(verdictOn), insertions: insertionsFor(sent, lore) };
}

function verdictOn({ source, why }: Candidate): LoreVerdict {
  const { treeId, title, entry, settings } = source;
  const text = source.read();
  const known = { treeId, title, part: settings.part ?? null, entry, tokens: tokensOf(text) };
  switch (why.kind) {
    case 'always':
    case 'key':
    case 'wokenBy':
      return { ...known, fired: true, why };
    case 'noKey':
      if (text === null) return { ...known, fired: false, why: { kind: 'noSection' } };
      return { ...known, fired: false, why: text.text === '' ? { kind: 'empty' } : why };
    default:
      return { ...known, fired: false, why };
  }
}

function tokensOf(text: LoreText | null): number {
  return text === null ? 0 : estimateTokens(text.text.length + 1);
}

/**
 * The insertions: within one place by ascending order, then by name. Memory is before what is at the top, the author's
 * note after what is at its depth.
 */
function insertionsFor(sent: readonly Candidate[], { nameRanks }: CompiledLore): readonly Insertion[] {
  const sorted = sent.toSorted(
    (one, other) =>
      orderOf(one.source) - orderOf(other.source) ||
      (nameRanks[one.index] ?? 0) - (nameRanks[other.index] ?? 0),
  );
  return sorted.flatMap(({ source }, index): readonly Insertion[] => {
    const read = source.read();
    if (read === null) return [];
    const { place = 'top' } = source.settings;
    const [depth, order] = place === 'top' ? [null, index + 1] : [place, index - sorted.length];
    return [{ ...read, source: 'lore', depth, order }];
  });
}

/** Looks for keys, and remembers what it has found. */
class Scan {
  readonly #input: LoreInput;
  readonly #words: readonly ReadonlyMap<number, TextRange>[];
  readonly #patterns = new Map<string, TextRange | null>();
  /** Texts of entries that wake others, in the order in which they were included. */
  readonly #lore: {
    readonly source: LoreSource;
    readonly text: string;
    readonly words: ReadonlyMap<number, TextRange>;
  }[] = [];

  constructor(input: LoreInput) {
    this.#input = input;
    const { matcher, longest } = input.lore;
    this.#words = input.texts.map(({ story: { text }, from }) => {
      // Two more code units say what touches a key at the beginning.
      const at = Math.max(0, Math.min(from, text.length - longest) - 2);
      const found = matcher.findWords(text.slice(at));
      return new Map([...found].map(([key, place]) => [key, { from: place.from + at, to: place.to + at }]));
    });
  }

  addLore(source: LoreSource): void {
    const text = source.read()?.text ?? '';
    this.#lore.push({ source, text, words: this.#input.lore.matcher.findWords(text) });
  }

  /** The entries of which a word is in one of the texts. */
  found(): ReadonlySet<number> {
    const { owners } = this.#input.lore;
    const texts = [...this.#words, ...this.#lore.map(({ words }) => words)];
    return new Set(texts.flatMap((words) => [...words.keys()].flatMap((key) => owners[key] ?? [])));
  }

  reasonFor({ source: { settings, keys: names }, index: entry }: Candidate): LoreFired | LoreNotFired {
    const { matcher, ...compiled } = this.#input.lore;
    const [keys, secondary] = [compiled.keys[entry] ?? [], compiled.secondary[entry] ?? []];
    let found: Found | null = null;
    let at = -1;
    for (const [index, key] of keys.entries()) {
      found = this.#find(settings, key);
      at = index;
      if (found !== null) break;
    }
    if (found === null) {
      const bad = keys.findIndex((key) => matcher.faultOf(key) !== null);
      const reason = matcher.faultOf(keys[bad] ?? -1);
      return reason === null ? { kind: 'noKey' } : { kind: 'badKey', key: names[bad] ?? '', reason };
    }
    if (!this.#input.isOnBranch(settings)) return { kind: 'branch' };
    const key = names[at] ?? '';
    const { logic = 'andAny', secondary: others = [] } = settings;
    const isThere = secondary.map((other) => this.#find(settings, other) !== null);
    const wanted = logic === 'notAny' || logic === 'notAll';
    const some = others.filter((_, index) => isThere[index] === wanted);
    const isMet = {
      andAny: some.length < others.length,
      andAll: some.length === 0,
      notAny: some.length === 0,
      notAll: some.length < others.length,
    }[logic];
    const { text, range } = found;
    const place = text === null ? null : placeIn(text, range);
    if (!isMet && others.length > 0) return { kind: 'secondary', logic, missingOrPresent: some, key, place };
    if (text === null || place === null) {
      const { source } = found;
      return { kind: 'wokenBy', title: source?.title ?? '', part: source?.settings.part ?? null, key };
    }
    return { kind: 'key', key, place, paragraphsUp: countAfter(text, range.from) };
  }

  #find({ wokenBy = 'text', scan }: LoreEntry, key: number): Found | null {
    const { matcher } = this.#input.lore;
    const isPattern = matcher.isPattern(key);
    if (wokenBy !== 'lore')
      for (const [index, text] of this.#input.texts.entries()) {
        const { length } = text.story.text;
        const from = scan === undefined ? text.from : Math.max(0, length - scan);
        const range = isPattern
          ? this.#findPattern(key, `${index} ${from}`, text.story.text, from)
          : this.#words[index]?.get(key);
        if (range != null && range.from >= from) return { text, source: null, range };
      }
    if (wokenBy !== 'text')
      for (const { source, text, words } of this.#lore) {
        const of = `${source.treeId} ${source.entry}`;
        const range = isPattern ? this.#findPattern(key, of, text, 0) : words.get(key);
        if (range != null) return { text: null, source, range };
      }
    return null;
  }

  #findPattern(key: number, of: string, text: string, from: number): TextRange | null {
    const id = `${key} ${of}`;
    const known = this.#patterns.get(id);
    if (known !== undefined) return known;
    const range = this.#input.lore.matcher.findPattern(key, text.slice(from));
    const found = range && { from: range.from + from, to: range.to + from };
    this.#patterns.set(id, found);
    return found;
  }
}

/** The place of a key: in a text, or in that of an entry. */
interface Found {
  readonly text: ScannedText | null;
  readonly source: LoreSource | null;
  readonly range: TextRange;
}
