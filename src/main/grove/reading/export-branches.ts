/** Every branch of a story as a folder: a text for each, and a list of them (`books.md`, *Folders*). */
import { AspenError } from '../../../core/errors.ts';
import { stemsOfFolder } from '../../../core/exchange/file-name.ts';
import { typedMarkdown } from '../../../core/exchange/manuscript-markdown.ts';
import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { BRANCH_INDEX, FOLDER_TITLES, NO_BRANCHES } from '../../../ui-text/exchange.ts';
import { fencesLeftOut } from '../../../ui-text/history/fences.ts';
import type { FolderFile } from '../../exchange/write-folder-atomically.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { findHidingBases } from '../../store/tree/hidden-splits.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { eachPosition } from '../../store/tree/tree-export.ts';
import { piecesOf, readPathToExport, type ShownTree } from './export-path.ts';
import type { ExportedPart } from './read-marks.ts';

/** A folder that is exported. */
export interface FolderExport {
  readonly title: string;
  /** The number of texts, which may be fewer than the files. */
  readonly count: number;
  /** Read while they are written, once. */
  readonly files: Iterable<FolderFile>;
}

/** A text of its own. */
interface Branch {
  readonly end: PositionId;
  /** It is the text on the screen, to which belongs what is typed and at no position yet. */
  readonly isShown: boolean;
}

/** A part of a branch at a position. */
interface Step extends ExportedPart {
  readonly positionId: PositionId;
}

/**
 * Every branch of a manuscript as the writer would see it, with what is typed; without what is pruned, and without versions
 * that are not shown.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a conversation
 */
export function exportBranches(shown: ShownTree, withFences: boolean): FolderExport {
  const { store, treeId } = shown;
  const { mode, title } = getTree(store, treeId);
  if (mode === 'dialogue') throw new AspenError('INVALID_ARGUMENT', NO_BRANCHES);
  const reader = new BranchReader(shown);
  const branches = reader.list();
  function* files(): Generator<FolderFile> {
    const stemOf = stemsOfFolder();
    const index = `${stemOf(BRANCH_INDEX.file)}.md`;
    const { length: digits } = String(branches.length);
    const lines: string[] = [];
    let leftOut = 0;
    for (const [at, branch] of branches.entries()) {
      const { parts, steps } = reader.read(branch);
      const exported = readPathToExport(
        { ...shown, partsOf: (id) => (id === treeId ? parts : shown.partsOf(id)) },
        withFences,
      );
      leftOut += exported.fencesLeftOut;
      const words = steps.at(-1) ?? title;
      const stem = stemOf(`${String(at + 1).padStart(digits, '0')} ${words.replace(/…$/u, '')}`);
      const count = BRANCH_INDEX.words(countWords(exported.path.text));
      const facts = branch.isShown ? [count, BRANCH_INDEX.isShown] : [count];
      // One step is in the name already.
      const way = steps.length < 2 ? '' : `\\\n   ${steps.map(typedMarkdown).join(BRANCH_INDEX.step)}`;
      lines.push(`${at + 1}. [${typedMarkdown(stem)}](${linkTo(`${stem}.md`)}): ${facts.join(', ')}${way}`);
      const style = { format: 'markdown', names: 'bold', formatMessages: true } as const;
      yield { name: `${stem}.md`, pieces: piecesOf(exported.path, style) };
    }
    const notes = [BRANCH_INDEX.about(branches.length), ...(leftOut === 0 ? [] : [fencesLeftOut(leftOut)])];
    const heading = `# ${typedMarkdown(BRANCH_INDEX.title(title))}`;
    yield { name: index, pieces: [[heading, notes.join(' '), lines.join('\n')].join('\n\n'), '\n'] };
  }
  return { title: FOLDER_TITLES.branches(title), count: branches.length, files: files() };
}

/** A file's name as a link of Markdown. */
function linkTo(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
}

/** Reads the branches of a tree as it is now. What is written meanwhile is not in them. */
class BranchReader {
  readonly #store: Reader;
  readonly #root: PositionId;
  readonly #views: ReturnType<typeof sqlViews>;
  /** The text on the screen by its nodes, with pending edits; what is at no position yet is by null. */
  readonly #shown: ReadonlyMap<NodeId | null, ExportedPart>;
  /** The end of the path on the screen. */
  readonly #head: PositionId;
  /** The positions that can be reached, with those that continue them in the order in which they were made. */
  readonly #children = new Map<PositionId, PositionId[]>();
  readonly #parents = new Map<PositionId, PositionId>();
  readonly #labels = new Map<PositionId, string>();
  /** The positions whose text a split divides, by the split (`domain.md`, *Forks*). */
  readonly #bases: ReadonlyMap<PositionId, { readonly positionId: PositionId }>;
  /** The last branch that was read: the next one begins like it. */
  #last: readonly Step[] = [];

  constructor({ store, treeId, writerId, partsOf }: ShownTree) {
    this.#store = store;
    this.#root = getTree(store, treeId).rootPositionId;
    this.#views = sqlViews(store, treeId, writerId);
    const parts = partsOf(treeId);
    this.#shown = new Map(parts.map((part) => [part.nodeId, part]));
    this.#head = parts.findLast(({ positionId }) => positionId !== null)?.positionId ?? this.#root;
    this.#readShape(treeId);
    this.#bases = findHidingBases(store, treeId, [...this.#parents.keys()]);
  }

  #readShape(treeId: TreeId): void {
    for (const { id, parent, edgeType, pruned, bookmarkLabel } of eachPosition(this.#store, treeId)) {
      if (parent === null || edgeType !== 'continuation' || pruned) continue;
      const others = this.#children.get(parent);
      if (others === undefined) this.#children.set(parent, [id]);
      else others.push(id);
      this.#parents.set(id, parent);
      if (bookmarkLabel !== null) this.#labels.set(id, bookmarkLabel);
    }
  }

  /** The ends of all branches, in the order of the tree. */
  list(): readonly Branch[] {
    const branches: Branch[] = [];
    const isTyped = (this.#shown.get(null)?.whole.text ?? '') !== '';
    const pending = [this.#root];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const next = this.#children.get(at) ?? [];
      if (next.length === 0 && !this.#isBeginningOfBase(at))
        branches.push({ end: at, isShown: at === this.#head });
      else if (at === this.#head && isTyped) branches.push({ end: at, isShown: true });
      for (const child of next.toReversed()) pending.push(child);
    }
    return branches;
  }

  /** Returns true for a split that has no words which the text that it divides has not. */
  #isBeginningOfBase(position: PositionId): boolean {
    const base = this.#bases.get(position)?.positionId;
    return base !== undefined && this.#textAt(base).startsWith(this.#textAt(position));
  }

  #textAt(position: PositionId): string {
    const [step] = this.#readSteps([position]);
    return step?.whole.text ?? '';
  }

  #readSteps(positions: readonly PositionId[]): readonly Step[] {
    const { tree, path } = this.#views;
    const ids = positions.map((position) => versionAt(tree, path, position).id);
    const nodes = findWholeNodes(this.#store, ids);
    return ids.flatMap((nodeId) => {
      const node = nodes.get(nodeId);
      if (node === undefined) return [];
      const stored = { text: textOf(node.content), spans: node.spans };
      const whole = this.#shown.get(nodeId)?.whole ?? stored;
      return [{ nodeId, positionId: node.positionId, whole }];
    });
  }

  /** The parts of a branch, and the words with which its path leaves others. */
  read({ end, isShown }: Branch): {
    readonly parts: readonly ExportedPart[];
    readonly steps: readonly string[];
  } {
    const positions: PositionId[] = [];
    for (let at: PositionId | undefined = end; at !== undefined; at = this.#parents.get(at))
      positions.push(at);
    positions.reverse();
    const differs = positions.findIndex((position, index) => this.#last[index]?.positionId !== position);
    const shared = this.#last.slice(0, differs < 0 ? positions.length : differs);
    const parts = [...shared, ...this.#readSteps(positions.slice(shared.length))];
    this.#last = parts;
    const typed = isShown ? this.#shown.get(null) : undefined;
    const steps = parts.flatMap((_, index) => this.#wordsAt(parts, index));
    if (typed === undefined) return { parts, steps };
    const isAway = (this.#children.get(end) ?? []).length > 0;
    const last = isAway ? [firstWords(typed.whole.text) ?? '…'] : [];
    return { parts: [...parts, typed], steps: [...steps, ...last] };
  }

  /** The words with which a path goes another way than others at a part; none if there is no other way. */
  #wordsAt(parts: readonly Step[], index: number): readonly string[] {
    const [part, before] = [parts[index], parts[index - 1]];
    if (part === undefined || before === undefined || this.#bases.has(part.positionId)) return [];
    const siblings = this.#children.get(before.positionId) ?? [];
    // A position after a split leaves the text that the split divides.
    if (siblings.length === 1 && !this.#bases.has(before.positionId)) return [];
    const label = this.#labels.get(part.positionId);
    if (label !== undefined) return [label];
    const shared = siblings
      .filter((sibling) => this.#bases.get(sibling)?.positionId === part.positionId)
      .map((split) => this.#textAt(split))
      .filter((text) => part.whole.text.startsWith(text));
    const own = part.whole.text.slice(Math.max(0, ...shared.map(({ length }) => length)));
    for (const text of [own, ...parts.slice(index + 1).map(({ whole }) => whole.text)]) {
      const words = firstWords(text);
      if (words !== null) return [words];
    }
    return ['…'];
  }
}
