import { assert } from '../../../core/assert.ts';
import type { SpannedText } from '../../../core/buffer/draft.ts';
import { split } from '../../../core/buffer/split.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import { applySplice } from '../../../core/text/splice.ts';
import { onlyPath } from '../../../core/tree/adding.ts';
import { annotate } from '../../../core/tree/annotate.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { bookmark, exclude, prune } from '../../../core/tree/metadata.ts';
import { type Author, getNode } from '../../../core/tree/new-node.ts';
import { branchEdit, continueFrom, revise } from '../../../core/tree/operations.ts';
import { moveHead, selectVersion } from '../../../core/tree/path.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { FileTransaction } from '../../store/connection/store.ts';
import { saveDraft } from '../../store/tables/drafts.ts';
import type { LogKind } from '../../store/tables/log.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { type SqlViews, sqlViews } from '../../store/tree/sql-tree.ts';
import type { Replacement, SampleStep } from './sample-source.ts';

/** Everybody who writes in the sample, by the names that its files give them. */
export type Cast = ReadonlyMap<string, Author>;

/** Where the steps of one tree are carried out. */
export interface Stage {
  readonly treeId: TreeId;
  readonly cast: Cast;
  /** The nodes that were written, by the names that the file gives them; each step adds its own. */
  readonly names: Map<string, NodeId>;
  readonly idsAndClock: IdsAndClock;
}

/** Whoever the sample calls so. */
export function getAuthor(cast: Cast, name: string): Author {
  const author = cast.get(name);
  assert(author !== undefined, `the sample has nobody called ${name}`);
  return author;
}

/**
 * Carries out one step as the program would if people did it by hand.
 * @throws {BugError} where the step names what is not there
 */
export function carryOut(tx: FileTransaction, step: SampleStep, stage: Stage): void {
  const { treeId, cast, names } = stage;
  if (step.does === 'later') return;
  const owner = getAuthor(cast, 'writer');
  if (step.does === 'draft') {
    const { head } = sqlViews(tx, treeId, owner.id).path;
    saveDraft(tx, treeId, owner.id, { head, buffer: writtenBy(owner.id, step.text), edits: [] });
    return;
  }
  const author = 'by' in step ? getAuthor(cast, step.by) : owner;
  // What models said comes in on the writer's path; another person has a path of their own.
  const walker = author.type === 'human' ? author : owner;
  const [kind, change] = operate(sqlViews(tx, treeId, walker.id), step, author, stage);
  // A model's node without a provider's record is not from a generation, and the log does not say so.
  writeChange(tx, treeId, walker.id, change, author.type === 'human' ? kind : 'import');
  const [made] = change.nodes;
  if (made !== undefined) names.set(step.name, made.id);
}

type StepOnTree = Exclude<SampleStep, { readonly does: 'draft' | 'later' }>;

function operate(
  { tree, path }: SqlViews,
  step: StepOnTree,
  author: Author,
  { names, idsAndClock }: Stage,
): readonly [LogKind, TreeChange] {
  const node = (name: string) => {
    const id = names.get(name);
    assert(id !== undefined, `the sample has no node ${name} yet`);
    return id;
  };
  const position = (name: string): PositionId => getNode(tree, node(name)).positionId;
  switch (step.does) {
    case 'node': {
      const content = contentOf(writtenBy(author.id, step.text));
      return ['commit', continueFrom(tree, path, position(step.after), content, author, idsAndClock)];
    }
    case 'edit': {
      const content = contentOf(edited(textAt(tree, node(step.of)), step.replacements, author.id));
      return ['commit', revise(tree, path, node(step.of), content, author, idsAndClock)];
    }
    case 'rewrite': {
      const old = textAt(tree, node(step.of));
      const text = joinOf(old.text) + step.text;
      const content = contentOf({ text, spans: inferSpans(old, text, author.id) });
      return ['commit', revise(tree, path, node(step.of), content, author, idsAndClock)];
    }
    case 'branch': {
      const content = contentOf(edited(textAt(tree, node(step.of)), step.replacements, author.id));
      return ['branch-edit', branchEdit(tree, path, node(step.of), content, author, idsAndClock)];
    }
    case 'split': {
      const offset = offsetOf(step.before, textAt(tree, node(step.of)).text);
      return ['split', split(tree, path, node(step.of), offset, author, idsAndClock)];
    }
    case 'remark': {
      const content = contentOf(writtenBy(author.id, step.text));
      return ['annotate', annotate(tree, node(step.on), content, author, idsAndClock)];
    }
    case 'bookmark':
      return ['metadata', bookmark(tree, position(step.name), step.label)];
    case 'exclude':
      return ['metadata', exclude(tree, position(step.name), true)];
    case 'prune':
      return ['metadata', prune(tree, path, position(step.name))];
    case 'select':
      return ['commit', onlyPath(selectVersion(tree, node(step.name)))];
    case 'go':
      return ['commit', onlyPath(moveHead(tree, path, position(step.name)))];
  }
}

/** A text after tracked changes: what stays keeps its author. */
function edited(text: SpannedText, replacements: readonly Replacement[], editor: AgentId): SpannedText {
  return replacements.reduce((before, { old, new: insert }) => {
    const from = old === null ? 0 : offsetOf(old, before.text);
    const to = from + (old ?? before.text).length;
    return applySplice(before, { from, to, insert, spans: wholeSpans(editor, insert.length) });
  }, text);
}

function offsetOf(words: string, text: string): number {
  const offset = text.indexOf(words);
  assert(offset >= 0 && text.indexOf(words, offset + 1) < 0, `“${words}” does not stand once in “${text}”`);
  return offset;
}

/** What joins a node to the text before it. */
function joinOf(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function writtenBy(author: AgentId, text: string): SpannedText {
  return { text, spans: wholeSpans(author, text.length) };
}

function contentOf({ text, spans }: SpannedText): NodeContent {
  return { content: { type: 'text', text }, spans };
}

function textAt(tree: TreeView, id: NodeId): SpannedText {
  const { content, spans } = tree.getContent(id);
  return { text: textOf(content), spans };
}
