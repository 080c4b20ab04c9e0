import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { VersionSummary } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace, TextAsk } from '../../surface.ts';
import type { PathCounts } from '../path/path-counts.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type WritableStore } from '../store.ts';
import type { Notices } from '../window/notices.ts';
import type { NodeSession } from './node-session.ts';

/** Which node a popover is asked for, and where. */
export type AboutAsk = Extract<TextAsk, { kind: 'about' }>;

export interface NodePopoverOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly counts: PathCounts;
  readonly node: NodeSession;
  readonly notices: Notices;
  findManuscript(): ManuscriptFace | null;
  /** The caret's node; null before the first one. */
  findCurrent(): PositionId | null;
}

/** Looks closer at a node of the text: its popover, its tokens, its tab and its record. */
export class NodePopover {
  /** The node whose popover is open, and where; null for none. */
  readonly about: WritableStore<AboutAsk | null> = createStore<AboutAsk | null>(null);
  readonly #options: NodePopoverOptions;

  constructor(options: NodePopoverOptions) {
    this.#options = options;
  }

  /** Opens the popover of a node. */
  showAbout(ask: AboutAsk): void {
    this.about.set(ask);
    void this.#options.counts.know([ask.positionId]);
  }

  /** A sibling stands in the place of another: a popover that told of it tells of the sibling. */
  followSwitch(from: PositionId, to: PositionId): void {
    const about = this.about.get();
    if (about?.positionId === from) this.about.set({ ...about, positionId: to });
  }

  /** The versions at a position, oldest first. @throws {AspenError} as main answers */
  readVersions(positionId: PositionId): Promise<readonly VersionSummary[]> {
    const { client, treeId } = this.#options;
    return client.call('node.versions', { treeId, positionId });
  }

  /** Opens the popover of the caret's node. */
  askAboutCaret(): void {
    const { findManuscript, notices } = this.#options;
    if (findManuscript()?.askAboutCaret() === false) notices.announce('There is no node here yet.');
  }

  /** Tells how likely the token at the caret was, and what else might have come. */
  async askAboutToken(): Promise<void> {
    const { findManuscript, notices } = this.#options;
    const reason = await findManuscript()?.askAboutToken();
    if (reason === 'none') notices.announce('No model wrote the text here.');
    if (reason === 'edited')
      notices.announce('This text was edited: its likelihoods are of the version before.');
  }

  /** Asks the Node tab to take the keyboard: for what the caret's node is, or for a new note on it. */
  showNode(kind: 'about' | 'write'): void {
    const { node, findManuscript } = this.#options;
    node.requestFocus({ kind, positionId: findManuscript()?.summary().currentPositionId ?? null });
  }

  /** Puts the caret into a node of the path and asks the Node tab for its notes. */
  showNotes(positionId: PositionId): void {
    const { node, path, findManuscript } = this.#options;
    const index = path.indexOf(positionId);
    if (index < 0) return;
    const manuscript = findManuscript();
    if (manuscript?.summary().currentPositionId !== positionId) manuscript?.placeCaretAfter(index);
    node.requestFocus({ kind: 'notes', positionId });
  }

  /** Saves the record of the caret's node as a file. */
  async exportRecord(): Promise<void> {
    const { node, path, notices, findCurrent } = this.#options;
    const current = findCurrent();
    const header = current === null ? undefined : path.findHeader(current);
    if (header === undefined) notices.announce('There is no node here yet.');
    else await node.exportRecord(header.nodeId);
  }
}
