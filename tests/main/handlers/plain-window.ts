/** A window as plain as can be: what it shows is worked out from what was typed and from main's replies, and from nothing else. */
import { expect } from 'vitest';
import type { SpannedText } from '../../../src/core/buffer/draft.ts';
import type { DraftOp } from '../../../src/core/buffer/pending-edit.ts';
import { AspenError } from '../../../src/core/errors.ts';
import { idAt, type NodeId, type PositionId, type RequestId, type TreeId } from '../../../src/core/ids.ts';
import { wholeSpans } from '../../../src/core/text/span.ts';
import type { PathReply, PathSegments, PathSnapshot, PrunedPosition } from '../../../src/ipc/wire/path.ts';
import { mergeDraft } from '../../../src/renderer/session/manuscript/merge-draft.ts';
import { headersOf, type NodeHeader, nodesOf } from '../../../src/renderer/session/path/path-segments.ts';
import { type HandlersDesk, textsOf } from '../../helpers/desk.ts';

/** A node of the path, and what is typed in it and not committed. */
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

/** What a request does with the draft: commits it, white space with it or not, or leaves it a draft. */
export type WithDraft = 'commits' | 'commits, blanks let go' | 'keeps';

type Reply = PathReply | { readonly path: PathReply };
type IntentName =
  | `path.${'selectSibling' | 'moveHead' | 'goTo' | 'goToChild' | 'arrive' | 'selectVersion'}`
  | `node.${'split' | 'branchEdit' | 'chooseToken'}`
  | `position.${'bookmark' | 'exclude' | 'prune' | 'setPruned'}`
  | 'draft.commit'
  | 'generation.start';

const LONE = { siblingIndex: 1, siblingCount: 1, versionIndex: 1, versionCount: 1, flags: 0 } as const;

export class PlainWindow {
  readonly treeId: TreeId;
  #desk: HandlersDesk;
  #version = 0;
  #page: Page = { nodes: [], buffer: '' };
  /** What main has told that it holds. */
  #told: Page = this.#page;
  /** What the journal had heard of, and the last intent let go. */
  #letGo: Page = this.#page;
  #unsent: DraftOp[] = [];
  /** The last commit, and what was answered. */
  #answered: { readonly input: object; readonly reply: Reply } | null = null;
  /** Every node that was ever shown. */
  readonly seen = new Map<NodeId, { readonly positionId: PositionId; readonly text: string }>();
  /** What has been committed. */
  readonly committed = new Set<string>();

  private constructor(desk: HandlersDesk, treeId: TreeId) {
    this.#desk = desk;
    this.treeId = treeId;
  }

  static async open(desk: HandlersDesk, treeId: TreeId): Promise<PlainWindow> {
    const window = new PlainWindow(desk, treeId);
    window.#take(await desk.call('path.read', { treeId }));
    return window;
  }

  get page(): Page {
    return this.#page;
  }

  get text(): string {
    return textOf(this.#page);
  }

  /**
   * The program was opened again: it shows what main had told that it holds, and no more. An edit that changes nothing may
   * come or go.
   * @param isDeaf what the last intent let go of may be back: the journal had not heard of that yet
   */
  async openAgain(desk: HandlersDesk, isDeaf: boolean): Promise<void> {
    this.#desk = desk;
    this.#unsent = [];
    this.#answered = null;
    const told = this.#told;
    this.#take(await desk.call('path.read', { treeId: this.treeId }));
    expect(withoutIdle(this.#page)).toEqual(withoutIdle(isDeaf ? this.#withBack(told) : told));
  }

  /** What is to be shown where what was let go of is back. */
  #withBack({ nodes, buffer }: Page): Page {
    const { nodes: now, buffer: backBuffer } = this.#page;
    const edits = new Map(this.#letGo.nodes.map(({ nodeId, edit }) => [nodeId, edit]));
    const isBack = (edit: string | null, nodeId: NodeId) => edit !== null && edit === edits.get(nodeId);
    return {
      nodes: nodes.map((node, index) => {
        const edit = now[index]?.edit ?? null;
        return node.edit === null && isBack(edit, node.nodeId) ? { ...node, edit } : node;
      }),
      buffer: buffer === '' && backBuffer === this.#letGo.buffer ? backBuffer : buffer,
    };
  }

  /** Another text in place of `[from, to)` of a node's, or of the working buffer's where `index` is behind the last. */
  type(index: number, from: number, to: number, insert: string): void {
    const { nodes, buffer } = this.#page;
    const node = nodes[index];
    const spans = wholeSpans(this.#desk.grove.snapshot().writerId, insert.length);
    const change = (text: string) => text.slice(0, from) + insert + text.slice(to);
    this.#unsent.push({ nodeId: node?.nodeId ?? null, splice: { from, to, insert, spans } });
    if (node === undefined) this.#page = { nodes, buffer: change(buffer) };
    else this.#page = { nodes: nodes.with(index, { ...node, edit: change(node.edit ?? node.text) }), buffer };
  }

  /** An edit is taken back. */
  close(index: number): void {
    const { nodes, buffer } = this.#page;
    const node = nodes[index];
    if (node === undefined || node.edit === null) return;
    this.#unsent.push({ nodeId: node.nodeId, closed: true });
    this.#page = { nodes: nodes.with(index, { ...node, edit: null }), buffer };
  }

  async save(): Promise<void> {
    this.#letGo = { nodes: [], buffer: '' };
    const ops = this.#unsent.splice(0);
    await this.#desk.call('draft.save', { ...this.#base, ops, digest: null });
    await this.#compare();
  }

  /**
   * An intent with everything that is unsent.
   * @returns the reply; null where main refused it, and the draft is told again
   */
  async intend(name: IntentName, more: object, withDraft: WithDraft): Promise<Reply | null> {
    const before = this.#page;
    this.#letGo = withoutKept(this.#told, before);
    const input = { ...this.#base, ops: this.#unsent.splice(0), ...more };
    let reply: Reply;
    try {
      reply = (await this.#desk.callRaw(name, input)) as Reply;
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      expect(['INVALID_ARGUMENT', 'NOT_FOUND', 'CONFLICT', 'IN_USE'], String(error)).toContain(error.code);
      await this.#tellAgain();
      return null;
    }
    if (name === 'draft.commit') this.#answered = { input, reply };
    this.#apply('path' in reply ? reply.path : reply, withDraft);
    await this.#compare();
    if (withDraft !== 'keeps') this.#commits(before, withDraft === 'commits');
    return reply;
  }

  /** Commits though another program may have written meanwhile: as the page does, its draft comes along to what main has now. */
  async commitWhatever(newId: () => RequestId): Promise<void> {
    const { nodes, buffer } = this.#page;
    this.#commits({ nodes, buffer: '' }, true);
    const writer = this.#desk.grove.snapshot().writerId;
    const said = (text: string) => ({ text, spans: wholeSpans(writer, text.length) });
    let edits = nodes.flatMap(({ nodeId, edit }) => (edit === null ? [] : [{ nodeId, ...said(edit) }]));
    let rest: SpannedText = said(buffer);
    let headers: readonly NodeHeader[] = nodes.map(({ nodeId, positionId }) => ({
      ...LONE,
      nodeId,
      positionId,
      authorId: writer,
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
    this.#take(await this.#desk.call('path.read', { treeId: this.treeId }));
    expect(this.#page.nodes.filter(({ edit }) => edit !== null)).toEqual([]);
    expect(this.#page.buffer).toBe('');
    // The other may have made a node of its beginning.
    expect(this.text.endsWith(buffer)).toBe(true);
  }

  /**
   * What undo puts back: a page as it was.
   * @param pruned positions that it hides, and shows again
   * @returns whether main took it
   */
  async restore(page: Page, pruned: readonly PrunedPosition[]): Promise<boolean> {
    const { nodes, buffer } = page;
    const writer = this.#desk.grove.snapshot().writerId;
    const said = (text: string) => ({ text, spans: wholeSpans(writer, text.length) });
    const edits = nodes.flatMap(({ nodeId, edit }) => (edit === null ? [] : [{ nodeId, ...said(edit) }]));
    const root = this.#root;
    await this.save();
    try {
      const reply = await this.#desk.call('path.restore', {
        ...this.#base,
        head: nodes.at(-1)?.positionId ?? root,
        versions: nodes.map(({ nodeId }) => nodeId),
        pruned,
        draft: { buffer: said(buffer), edits },
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

  /** A commit whose answer was lost is asked for once more: it writes nothing. */
  async commitAgain(): Promise<void> {
    if (this.#answered === null) return;
    const { input, reply } = this.#answered;
    await this.save();
    expect(await this.#desk.callRaw('draft.commit', input)).toEqual(reply);
    await this.#compare();
  }

  /** The draft is another: what is committed stays as it was. */
  async takeOtherDraft(): Promise<void> {
    const committed = ({ nodes }: Page) => nodes.map((node) => ({ ...node, edit: null }));
    const before = committed(this.#page);
    this.#take(await this.#desk.call('path.read', { treeId: this.treeId }));
    expect(committed(this.#page)).toEqual(before);
    await this.#compare();
  }

  /** What was read is stale: a request made against it is refused, and changes nothing. */
  async intendTooLate(): Promise<void> {
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

  /** As the page does after a refusal: whatever main took of the draft, this is it. */
  async #tellAgain(): Promise<void> {
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

  /** Takes a reply over, by what `PathReply` says of itself. */
  #apply(reply: PathReply, withDraft: WithDraft): void {
    const { nodes, buffer } = this.#page;
    const became = new Map(reply.committed.map((part) => [part.was, part]));
    const after = nodes.map((node): ShownNode => {
      const part = became.get(node.nodeId);
      if (part === undefined) return node;
      expect(part.positionId, 'a version stands where its node stood').toBe(node.positionId);
      return { ...node, nodeId: part.nodeId, text: node.edit ?? node.text, edit: null };
    });
    const added = became.get(null);
    if (added !== undefined)
      after.push({ nodeId: added.nodeId, positionId: added.positionId, text: buffer, edit: null });
    const rest = reply.rest === 0 ? [] : after.slice(-reply.rest);
    const edits = new Map(nodes.map(({ nodeId, edit }) => [nodeId, edit]));
    const tail = shownIn(reply.tail).map((node) =>
      withDraft === 'keeps' ? { ...node, edit: edits.get(node.nodeId) ?? null } : node,
    );
    this.#page = {
      nodes: [...after.slice(0, reply.keep), ...tail, ...rest],
      buffer: withDraft === 'keeps' ? buffer : '',
    };
    this.#version = reply.pathVersion;
    if (withDraft === 'keeps') expect(reply.committed).toEqual([]);
  }

  /** Nothing that was typed is lost by being committed. */
  #commits({ nodes, buffer }: Page, blanks: boolean): void {
    for (const { edit } of nodes) if (edit !== null) this.committed.add(edit);
    if (blanks ? buffer !== '' : buffer.trim() !== '') this.committed.add(buffer);
  }

  /** Main holds what is shown here. */
  async #compare(): Promise<void> {
    const shown = this.#page;
    const version = this.#version;
    this.#take(await this.#desk.call('path.read', { treeId: this.treeId }));
    expect(shown).toEqual(this.#page);
    expect(version).toBe(this.#version);
    const { edits } = this.#desk.grove.treeSession(this.treeId).draft;
    const nodeIds = shown.nodes.map(({ nodeId }) => nodeId);
    expect(nodeIds, 'nothing is edited that nobody sees').toEqual(
      expect.arrayContaining(edits.map(({ nodeId }) => nodeId)),
    );
  }

  #take({ pathVersion, rootPositionId, segments, edits, buffer }: PathSnapshot): void {
    this.#version = pathVersion;
    this.#root = rootPositionId;
    const texts = new Map(edits.map(({ nodeId, text }) => [nodeId, text]));
    const nodes = shownIn(segments).map((node) => ({ ...node, edit: texts.get(node.nodeId) ?? null }));
    this.#page = { nodes, buffer: buffer.text };
    this.#told = this.#page;
    for (const { nodeId, positionId, text } of nodes) this.seen.set(nodeId, { positionId, text });
  }
}

function withoutIdle({ nodes, buffer }: Page): Page {
  return { nodes: nodes.map((node) => (node.edit === node.text ? { ...node, edit: null } : node)), buffer };
}

/** Of what was told what was taken back since: edits, and a working buffer that says nothing any more. */
function withoutKept(told: Page, { nodes, buffer }: Page): Page {
  const isTaken = new Set(
    nodes.flatMap(({ nodeId, text, edit }) => (edit === null || edit === text ? [nodeId] : [])),
  );
  return {
    nodes: told.nodes.filter(({ nodeId }) => isTaken.has(nodeId)),
    buffer: buffer.trim() === '' ? told.buffer : '',
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
