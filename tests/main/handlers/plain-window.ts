/** A minimal window: what it shows comes only from what was typed and from main’s replies. */
import { expect } from 'vitest';
import type { DraftOp } from '../../../src/core/buffer/pending-edit.ts';
import { AspenError } from '../../../src/core/errors.ts';
import { idAt, type NodeId, type PositionId, type RequestId, type TreeId } from '../../../src/core/ids.ts';
import { type SpannedText, wholeSpans } from '../../../src/core/text/span.ts';
import type { PathReply, PathSegments, PathSnapshot, PrunedPosition } from '../../../src/ipc/wire/path.ts';
import { mergeDraft } from '../../../src/renderer/session/draft/draft-resend.ts';
import { headersOf, type NodeHeader, nodesOf } from '../../../src/renderer/session/path/path-segments.ts';
import { type HandlersDesk, textsOf } from '../../helpers/desk.ts';

/** A node of the path and its pending edit. */
export interface ShownNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly text: string;
  readonly edit: string | null;
}

export interface Page {
  readonly nodes: readonly ShownNode[];
  readonly buffer: string;
}

/** A request's treatment of the draft: commits it, with or without a blank working buffer, or keeps it. */
export type WithDraft = 'commits' | 'commits, blanks dropped' | 'keeps';

type Reply = PathReply | { readonly path: PathReply };
type IntentName =
  | `path.${'selectSibling' | 'moveHead' | 'goTo' | 'goToChild' | 'arrive' | 'selectVersion'}`
  | `node.${'split' | 'branchEdit' | 'chooseToken'}`
  | `position.${'bookmark' | 'exclude' | 'prune' | 'setPruned'}`
  | 'draft.commit'
  | 'generation.start';

const LONE = {
  siblingIndex: 1,
  siblingCount: 1,
  versionIndex: 1,
  versionCount: 1,
  flags: 0,
  forks: [],
} as const;

export class PlainWindow {
  readonly treeId: TreeId;
  #desk: HandlersDesk;
  #version = 0;
  #page: Page = { nodes: [], buffer: '' };
  /** The page as main last confirmed it. */
  #confirmed: Page = this.#page;
  /** Text that the last intent dropped from the draft; a stale journal may still have it. */
  #dropped: Page = this.#page;
  #unsent: DraftOp[] = [];
  /** The last commit and its reply. */
  #answered: { readonly input: object; readonly reply: Reply } | null = null;
  /** All nodes ever shown. */
  readonly seen = new Map<NodeId, { readonly positionId: PositionId; readonly text: string }>();
  /** All committed texts. */
  readonly committed = new Set<string>();

  private constructor(desk: HandlersDesk, treeId: TreeId) {
    this.#desk = desk;
    this.treeId = treeId;
  }

  static async open(desk: HandlersDesk, treeId: TreeId): Promise<PlainWindow> {
    const window = new PlainWindow(desk, treeId);
    window.#load(await desk.call('path.read', { treeId }));
    return window;
  }

  get page(): Page {
    return this.#page;
  }

  get text(): string {
    return textOf(this.#page);
  }

  /**
   * Continues after a restart: shows what main had confirmed, and nothing else. An edit that changes nothing may come
   * or go.
   * @param isJournalStale the journal may still have what the last intent dropped
   */
  async reopen(desk: HandlersDesk, isJournalStale: boolean): Promise<void> {
    this.#desk = desk;
    this.#unsent = [];
    this.#answered = null;
    const confirmed = this.#confirmed;
    this.#load(await desk.call('path.read', { treeId: this.treeId }));
    expect(withoutIdle(this.#page)).toEqual(
      withoutIdle(isJournalStale ? this.#withRestored(confirmed) : confirmed),
    );
  }

  /** The page with the dropped parts that a stale journal restored. */
  #withRestored({ nodes, buffer }: Page): Page {
    const { nodes: now, buffer: restoredBuffer } = this.#page;
    const edits = new Map(this.#dropped.nodes.map(({ nodeId, edit }) => [nodeId, edit]));
    const isRestored = (edit: string | null, nodeId: NodeId) => edit !== null && edit === edits.get(nodeId);
    return {
      nodes: nodes.map((node, index) => {
        const edit = now[index]?.edit ?? null;
        return node.edit === null && isRestored(edit, node.nodeId) ? { ...node, edit } : node;
      }),
      buffer: buffer === '' && restoredBuffer === this.#dropped.buffer ? restoredBuffer : buffer,
    };
  }

  /** Replaces `[from, to)` of a node, or of the working buffer if `index` is after the last node. */
  type(index: number, from: number, to: number, insert: string): void {
    const { nodes, buffer } = this.#page;
    const node = nodes[index];
    const spans = wholeSpans(this.#desk.grove.snapshot().writerId, insert.length);
    const change = (text: string) => text.slice(0, from) + insert + text.slice(to);
    this.#unsent.push({ nodeId: node?.nodeId ?? null, splice: { from, to, insert, spans } });
    if (node === undefined) this.#page = { nodes, buffer: change(buffer) };
    else this.#page = { nodes: nodes.with(index, { ...node, edit: change(node.edit ?? node.text) }), buffer };
  }

  /** Discards an edit. */
  close(index: number): void {
    const { nodes, buffer } = this.#page;
    const node = nodes[index];
    if (node === undefined || node.edit === null) return;
    this.#unsent.push({ nodeId: node.nodeId, closed: true });
    this.#page = { nodes: nodes.with(index, { ...node, edit: null }), buffer };
  }

  async save(): Promise<void> {
    this.#dropped = { nodes: [], buffer: '' };
    const ops = this.#unsent.splice(0);
    await this.#desk.call('draft.save', { ...this.#base, ops, digest: null });
    await this.#compare();
  }

  /**
   * Runs an intent with all unsent input.
   * @returns the reply; null if main refused it, and then the draft is sent again
   */
  async intend(name: IntentName, more: object, withDraft: WithDraft): Promise<Reply | null> {
    const before = this.#page;
    this.#dropped = droppedSince(this.#confirmed, before);
    const input = { ...this.#base, ops: this.#unsent.splice(0), ...more };
    let reply: Reply;
    try {
      reply = (await this.#desk.callRaw(name, input)) as Reply;
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      expect(['INVALID_ARGUMENT', 'NOT_FOUND', 'CONFLICT', 'IN_USE'], String(error)).toContain(error.code);
      await this.#resendDraft();
      return null;
    }
    if (name === 'draft.commit') this.#answered = { input, reply };
    this.#apply('path' in reply ? reply.path : reply, withDraft);
    await this.#compare();
    if (withDraft !== 'keeps') this.#commits(before, withDraft === 'commits');
    return reply;
  }

  /** Commits even if another program has written: like the page, rebases the draft onto what main has now. */
  async commitDespiteConflicts(newId: () => RequestId): Promise<void> {
    const { nodes, buffer } = this.#page;
    this.#commits({ nodes, buffer: '' }, true);
    const writer = this.#desk.grove.snapshot().writerId;
    const spanned = (text: string) => ({ text, spans: wholeSpans(writer, text.length) });
    let edits = nodes.flatMap(({ nodeId, edit }) => (edit === null ? [] : [{ nodeId, ...spanned(edit) }]));
    let rest: SpannedText = spanned(buffer);
    let headers: readonly NodeHeader[] = nodes.map(({ nodeId, positionId }) => ({
      ...LONE,
      nodeId,
      positionId,
      authorId: writer,
      authors: [writer],
      speakerId: writer,
      isCut: false,
      continues: false,
      isUnfinished: false,
    }));
    for (let again = 0; ; again += 1) {
      try {
        await this.#desk.call('draft.commit', {
          ...this.#base,
          ops: this.#unsent.splice(0),
          requestId: newId(),
        });
        break;
      } catch (error) {
        if (!(error instanceof AspenError) || error.code !== 'CONFLICT' || again > 2) throw error;
      }
      const path = await this.#desk.call('path.read', { treeId: this.treeId });
      const draft = { head: this.#root, buffer: rest, edits };
      const merged = mergeDraft(headers, nodesOf(path.segments), path.edits, draft, new Set());
      const all = [...merged.edits, ...merged.strays];
      const whole = ({ text, spans }: SpannedText) => ({ whole: { text, spans } });
      this.#unsent = all.map((edit): DraftOp => ({ nodeId: edit.nodeId, ...whole(edit) }));
      this.#unsent.push({ nodeId: null, ...whole(merged.buffer) });
      this.#version = path.pathVersion;
      edits = all.map(({ nodeId, text, spans }) => ({ nodeId, text, spans }));
      rest = merged.buffer;
      headers = headersOf(path.segments);
    }
    this.#load(await this.#desk.call('path.read', { treeId: this.treeId }));
    expect(this.#page.nodes.filter(({ edit }) => edit !== null)).toEqual([]);
    expect(this.#page.buffer).toBe('');
    // The other program may have made a node of its beginning.
    expect(this.text.endsWith(buffer)).toBe(true);
  }

  /** Restores a page, as undo does. @param pruned positions to hide or show again @returns whether main accepted it */
  async restore(page: Page, pruned: readonly PrunedPosition[]): Promise<boolean> {
    const { nodes, buffer } = page;
    const writer = this.#desk.grove.snapshot().writerId;
    const spanned = (text: string) => ({ text, spans: wholeSpans(writer, text.length) });
    const edits = nodes.flatMap(({ nodeId, edit }) => (edit === null ? [] : [{ nodeId, ...spanned(edit) }]));
    const root = this.#root;
    await this.save();
    try {
      const reply = await this.#desk.call('path.restore', {
        ...this.#base,
        head: nodes.at(-1)?.positionId ?? root,
        versions: nodes.map(({ nodeId }) => nodeId),
        pruned,
        draft: { buffer: spanned(buffer), edits },
      });
      this.#version = reply.pathVersion;
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      expect(['INVALID_ARGUMENT', 'IN_USE']).toContain(error.code);
      await this.#compare();
      return false;
    }
    this.#page = page;
    await this.#compare();
    return true;
  }

  /** Repeats a commit whose reply was lost: it writes nothing. */
  async commitAgain(): Promise<void> {
    if (this.#answered === null) return;
    const { input, reply } = this.#answered;
    await this.save();
    expect(await this.#desk.callRaw('draft.commit', input)).toEqual(reply);
    await this.#compare();
  }

  /** Reads another draft: what is committed stays the same. */
  async reloadDraft(): Promise<void> {
    const committed = ({ nodes }: Page) => nodes.map((node) => ({ ...node, edit: null }));
    const before = committed(this.#page);
    this.#load(await this.#desk.call('path.read', { treeId: this.treeId }));
    expect(committed(this.#page)).toEqual(before);
    await this.#compare();
  }

  /** An outdated request is refused and changes nothing. */
  async intendOutdated(): Promise<void> {
    await this.save();
    const ops = [this.#typed('late')];
    const late = { treeId: this.treeId, pathVersion: this.#version + 1, ops };
    await expect(this.#desk.call('path.goToChild', late)).rejects.toMatchObject({ code: 'CONFLICT' });
    await this.#compare();
  }

  get #base() {
    return { treeId: this.treeId, pathVersion: this.#version };
  }

  #root = '' as PositionId;

  get root(): PositionId {
    return this.#root;
  }

  #typed(insert: string): DraftOp {
    const spans = wholeSpans(this.#desk.grove.snapshot().writerId, insert.length);
    return { nodeId: null, splice: { from: 0, to: 0, insert, spans } };
  }

  /** Sends the whole draft, as the page does after a refusal, whatever part of it main already has. */
  async #resendDraft(): Promise<void> {
    const { nodes, buffer } = this.#page;
    const writer = this.#desk.grove.snapshot().writerId;
    const whole = (nodeId: NodeId | null, text: string): DraftOp => ({
      nodeId,
      whole: { text, spans: wholeSpans(writer, text.length) },
    });
    this.#unsent = nodes.map(
      ({ nodeId, edit }): DraftOp => (edit === null ? { nodeId, closed: true } : whole(nodeId, edit)),
    );
    this.#unsent.push(whole(null, buffer));
    await this.save();
  }

  /** Applies a reply as `PathReply` describes. */
  #apply(reply: PathReply, withDraft: WithDraft): void {
    const { nodes, buffer } = this.#page;
    const became = new Map(reply.committed.map((part) => [part.was, part]));
    const after = nodes.map((node): ShownNode => {
      const part = became.get(node.nodeId);
      if (part === undefined) return node;
      expect(part.positionId, 'a version has the position of its node').toBe(node.positionId);
      return { ...node, nodeId: part.nodeId, text: node.edit ?? node.text, edit: null };
    });
    const added = became.get(null);
    if (added !== undefined)
      after.push({ nodeId: added.nodeId, positionId: added.positionId, text: buffer, edit: null });
    const rest = reply.keptAfter === 0 ? [] : after.slice(-reply.keptAfter);
    const edits = new Map(nodes.map(({ nodeId, edit }) => [nodeId, edit]));
    const tail = shownIn(reply.tail).map((node) =>
      withDraft === 'keeps' ? { ...node, edit: edits.get(node.nodeId) ?? null } : node,
    );
    this.#page = {
      nodes: [...after.slice(0, reply.keptBefore), ...tail, ...rest],
      buffer: withDraft === 'keeps' ? buffer : '',
    };
    this.#version = reply.pathVersion;
    if (withDraft === 'keeps') expect(reply.committed).toEqual([]);
  }

  /** Expects the typed text of a page to be in the file. */
  #commits({ nodes, buffer }: Page, blanks: boolean): void {
    for (const { edit } of nodes) if (edit !== null) this.committed.add(edit);
    if (blanks ? buffer !== '' : buffer.trim() !== '') this.committed.add(buffer);
  }

  /** Expects main to have what is shown here. */
  async #compare(): Promise<void> {
    const shown = this.#page;
    const version = this.#version;
    this.#load(await this.#desk.call('path.read', { treeId: this.treeId }));
    expect(shown).toEqual(this.#page);
    expect(version).toBe(this.#version);
    const { edits } = this.#desk.grove.treeSession(this.treeId).draft;
    const nodeIds = shown.nodes.map(({ nodeId }) => nodeId);
    expect(nodeIds, 'every edited node is shown').toEqual(
      expect.arrayContaining(edits.map(({ nodeId }) => nodeId)),
    );
  }

  #load({ pathVersion, rootPositionId, segments, edits, buffer }: PathSnapshot): void {
    this.#version = pathVersion;
    this.#root = rootPositionId;
    const texts = new Map(edits.map(({ nodeId, text }) => [nodeId, text]));
    const nodes = shownIn(segments).map((node) => ({ ...node, edit: texts.get(node.nodeId) ?? null }));
    this.#page = { nodes, buffer: buffer.text };
    this.#confirmed = this.#page;
    for (const { nodeId, positionId, text } of nodes) this.seen.set(nodeId, { positionId, text });
  }
}

function withoutIdle({ nodes, buffer }: Page): Page {
  return { nodes: nodes.map((node) => (node.edit === node.text ? { ...node, edit: null } : node)), buffer };
}

/** Text dropped since `confirmed`: edits, and a working buffer that is blank now. */
function droppedSince(confirmed: Page, { nodes, buffer }: Page): Page {
  const isTaken = new Set(
    nodes.flatMap(({ nodeId, text, edit }) => (edit === null || edit === text ? [nodeId] : [])),
  );
  return {
    nodes: confirmed.nodes.filter(({ nodeId }) => isTaken.has(nodeId)),
    buffer: buffer.trim() === '' ? confirmed.buffer : '',
  };
}

function shownIn(segments: PathSegments): readonly ShownNode[] {
  return textsOf(segments).map((text, index) => ({
    nodeId: idAt(segments.nodeIds, index) as NodeId,
    positionId: idAt(segments.positionIds, index) as PositionId,
    text,
    edit: null,
  }));
}

/** The text on the screen. */
export function textOf({ nodes, buffer }: Page): string {
  return nodes.map(({ text, edit }) => edit ?? text).join('') + buffer;
}
