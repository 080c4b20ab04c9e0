/**
 * A fake main for the outbox: it keeps a tree, a path and a draft by the rules of `domain.md` with core's own draft
 * functions, and answers the requests of the contract. It can be made to wait or to refuse, as the real one does when
 * the disk is slow or full.
 */
import type { Draft, PendingEdit } from '../../../src/core/buffer/draft.ts';
import { applyDraftOps, draftDigest } from '../../../src/core/buffer/pending-edit.ts';
import { AspenError, type ErrorCode } from '../../../src/core/errors.ts';
import {
  type AgentId,
  firstNodeAt,
  ID_LENGTH,
  type JobId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type RequestId,
  type TreeId,
} from '../../../src/core/ids.ts';
import { authorsOf } from '../../../src/core/provenance/who-wrote.ts';
import { divideAnswer } from '../../../src/core/rewrites/divide-answer.ts';
import type { ReplacedPart } from '../../../src/core/rewrites/offer-replacement.ts';
import { equalSpans, type SpannedText, wholeSpans } from '../../../src/core/text/span.ts';
import { type FinishReason, POSITION_FLAGS } from '../../../src/core/tree/tree-node.ts';
import type { Input, Output, RequestName, Requests } from '../../../src/ipc/contract.ts';
import type { ReplacementJob, SlotSnapshot, TextPoint } from '../../../src/ipc/wire/generation.ts';
import type { NodeDetails } from '../../../src/ipc/wire/node.ts';
import type { Committed, Intent, PathReply, PathSegments, PathSnapshot } from '../../../src/ipc/wire/path.ts';
import type { ChildSummary } from '../../../src/ipc/wire/position.ts';
import type { TreeUpdate } from '../../../src/ipc/wire/tree-update.ts';
import type { Client } from '../../../src/renderer/client.ts';

/** An id that sorts by its number. */
export function testId(number: number): string {
  return String(number).padStart(ID_LENGTH, '0');
}

export const WRITER = testId(1) as AgentId;
export const MODEL = testId(2) as AgentId;
export const TREE = testId(3) as TreeId;
const AGENTS = [WRITER, MODEL];

interface Version extends SpannedText {
  readonly finishReason?: FinishReason | null;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly parentId: PositionId;
  readonly authorId: AgentId;
}

const NO_ROWS: TreeUpdate['positions'] = {
  count: 0,
  ids: '',
  agents: [],
  keys: new Float64Array(0),
  parents: new Float64Array(0),
  offsets: new Int32Array(0),
  authors: new Uint32Array(0),
  shared: [],
  flags: new Uint8Array(0),
  versions: new Uint32Array(0),
};

type Answerer = { readonly [N in RequestName]?: (input: Input<N>) => Output<N> };

export class LittleMain {
  readonly rootId = testId(10) as PositionId;
  /** Requests that were carried out or refused, in order, with their input. */
  readonly log: { readonly name: RequestName; readonly input: object }[] = [];
  /** Requests for texts in place of parts. */
  readonly jobs = new Map<JobId, ReplacementJob>();
  /** Texts that were handed over to be kept. */
  readonly kept: string[] = [];
  pathVersion = 1;
  #ids = 10;
  #versions: Version[] = [];
  readonly #selected = new Map<PositionId, NodeId>();
  readonly #lastChild = new Map<PositionId, PositionId>();
  #head = this.rootId;
  #draft: Pick<Draft, 'buffer' | 'edits'> = { buffer: { text: '', spans: [] }, edits: [] };
  #refusals: ErrorCode[] = [];
  readonly #broken = new Set<RequestName>();
  readonly #refused = new Map<RequestName, ErrorCode>();
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};
  #isChecking = false;
  #checked: Promise<void> = Promise.resolve();
  #endCheck: () => void = () => {};

  readonly client: Pick<Client, 'call' | 'newRequestId'> = {
    newRequestId: () => this.#newId() as RequestId,
    call: async <N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>> => {
      // Every manuscript asks for its suggestions, of which there are none here.
      if (name === 'proposal.list') return [] as unknown as Output<N>;
      const crossed = structuredClone(input);
      await this.#gate;
      if (name === 'grove.awaitCheck') await this.#checked;
      this.log.push({ name, input: crossed });
      const refusal = this.#refused.get(name) ?? this.#refusals.shift();
      if (refusal !== undefined) throw new AspenError(refusal, 'as the test wants it');
      const answer: ((input: Input<N>) => Output<N>) | undefined = (this.#answers as Answerer)[name];
      if (answer === undefined) throw new Error(`the little main does not know ${name}`);
      const answered = structuredClone(answer(crossed));
      if (this.#broken.has(name)) throw new AspenError('INTERNAL', 'after it was done');
      return answered;
    },
  };

  /** True while it checks the file. */
  get isChecking(): boolean {
    return this.#isChecking;
  }

  /** Checks the file from now on, until `endCheck`. */
  startCheck(): void {
    this.#isChecking = true;
    this.#checked = new Promise((resolve) => {
      this.#endCheck = resolve;
    });
  }

  endCheck(): void {
    this.#isChecking = false;
    this.#endCheck();
  }

  /** Makes requests wait from now on. */
  hold(): void {
    this.release();
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  release(): void {
    this.#open();
  }

  /** Refuses the next requests, one code each. */
  refuse(...codes: readonly ErrorCode[]): void {
    this.#refusals.push(...codes);
  }

  /** Refuses every request of this name from now on. */
  refuseAll(name: RequestName, code: ErrorCode): void {
    this.#refused.set(name, code);
  }

  /** Another program deletes the tree. */
  loseTree(): void {
    for (const name of ['path.read', 'draft.save', 'draft.commit', 'draft.flush'] as const)
      this.refuseAll(name, 'NOT_FOUND');
  }

  /** Another program deletes every version at a position that is not on the path. */
  remove(positionId: PositionId): void {
    this.#versions = this.#versions.filter((version) => version.positionId !== positionId);
  }

  /** Makes requests of this name fail after they are carried out. */
  breakAfter(name: RequestName): void {
    this.#broken.add(name);
  }

  /** Stops refusing requests. */
  recover(): void {
    this.#refusals = [];
    this.#refused.clear();
    this.#broken.clear();
  }

  /** The update that a window gets when continuations of a position changed. */
  updateBelow(parentId: PositionId): TreeUpdate {
    const children = this.#children(parentId).map((child) => this.#summary(child));
    return {
      treeId: TREE,
      seq: 0,
      changed: children.map(({ positionId }) => positionId),
      positions: NO_ROWS,
      labels: [],
      headers: [],
      children: [{ parentId, children }],
      stale: [],
      bookmarks: null,
      anchors: null,
      isPathMoved: false,
    };
  }

  /** Another agent adds a node; the writer's path does not move. */
  add(parentId: PositionId, text: string, authorId: AgentId = MODEL): PositionId {
    const nodeId = this.#newId() as NodeId;
    this.#write({
      nodeId,
      positionId: positionOpenedBy(nodeId),
      parentId,
      authorId,
      text,
      spans: wholeSpans(authorId, text.length),
    });
    return positionOpenedBy(nodeId);
  }

  /** A requested continuation completes and becomes a node. */
  finish(
    positionId: PositionId,
    parentId: PositionId,
    text: string,
    finishReason: FinishReason | null = null,
  ): void {
    const spans = wholeSpans(MODEL, text.length);
    const nodeId = firstNodeAt(positionId);
    this.#write({ nodeId, positionId, parentId, authorId: MODEL, text, spans, finishReason });
  }

  /** An answer to a request for texts in place of parts completes. Returns the versions that it makes. */
  answer({ replaces }: ReplacementJob, text: string): readonly NodeId[] {
    const parts = replaces.map((part) => ({ ...this.#version(part.nodeId), ...part }));
    const ranges = [{ from: 0, to: text.length, at: 0 }];
    return divideAnswer(parts, { text, ranges }, MODEL).map((made) => {
      const nodeId = this.#newId() as NodeId;
      const { text: whole, spans } = made;
      this.#write({ ...this.#version(made.nodeId), nodeId, authorId: MODEL, text: whole, spans });
      return nodeId;
    });
  }

  /** Another window moves the path, so the next intent's path version is stale. */
  moveAway(to: PositionId): void {
    this.#goTo(to);
    this.pathVersion += 1;
  }

  /** The path's texts with the draft in them, then the working buffer: `Once |there was a tower|`. */
  show(): string {
    const texts = this.#path().map(({ nodeId, text }) => this.#editOf(nodeId)?.text ?? text);
    return [...texts, this.#draft.buffer.text].join('|');
  }

  /** The committed texts of the path, without the draft. */
  showCommitted(): string {
    return this.#path()
      .map(({ text }) => text)
      .join('|');
  }

  /** The texts of every version at a position, oldest first. */
  versionsAt(positionId: PositionId): readonly string[] {
    return this.#versions.filter((version) => version.positionId === positionId).map(({ text }) => text);
  }

  /** Every text in the tree, in the order written. */
  texts(): readonly string[] {
    return this.#versions.map(({ text }) => text);
  }

  snapshot(): PathSnapshot {
    return {
      treeId: TREE,
      rootPositionId: this.rootId,
      pathVersion: this.pathVersion,
      segments: this.#pack(this.#path()),
      buffer: this.#draft.buffer,
      edits: this.#draft.edits,
      waitingEdits: [],
      cursor: null,
    };
  }

  readonly #answers = {
    'path.read': () => this.snapshot(),
    'grove.awaitCheck': () => ({}),
    'draft.save': ({ pathVersion, ops }) => {
      this.#checkVersion(pathVersion);
      this.#apply(ops);
      return { digest: draftDigest({ ...this.#draft, head: this.#head }) };
    },
    'draft.commit': (intent) => this.#run(intent, false, () => {}),
    'draft.keep': ({ ops }) => {
      for (const op of ops) if ('whole' in op) this.kept.push(op.whole.text);
      return {};
    },
    'path.selectSibling': ({ at, fork: _, to, ...intent }) => {
      let positionId = at;
      const reply = this.#run(intent, true, () => {
        const siblings = this.#children(this.#get(at).parentId);
        const index = siblings.indexOf(at);
        const target =
          'positionId' in to
            ? to.positionId
            : siblings[('index' in to ? to.index - 1 : index + to.step + siblings.length) % siblings.length];
        if (target === undefined) throw new AspenError('NOT_FOUND', 'no such sibling');
        positionId = target;
        this.#goTo(this.#deepest(target));
      });
      return { ...reply, positionId, offset: null };
    },
    'path.moveHead': ({ to, ...intent }) => this.#run(intent, true, () => this.#goTo(to)),
    'path.goToChild': (intent) =>
      this.#run(intent, true, () => {
        const child = this.#lastChild.get(this.#head) ?? this.#children(this.#head).at(-1);
        if (child !== undefined) this.#goTo(child);
      }),
    'path.restore': ({ pathVersion, head, versions, draft }) => {
      this.#checkVersion(pathVersion);
      const before = this.#path().map(({ nodeId }) => nodeId);
      for (const nodeId of versions) this.#selected.set(this.#version(nodeId).positionId, nodeId);
      this.#goTo(head);
      this.#draft = draft;
      this.pathVersion += 1;
      const path = this.#path();
      let keptBefore = 0;
      while (keptBefore < path.length && path[keptBefore]?.nodeId === before[keptBefore]) keptBefore += 1;
      return {
        pathVersion: this.pathVersion,
        committed: [],
        keptBefore,
        tail: this.#pack(path.slice(keptBefore)),
        keptAfter: 0,
        headers: [],
      };
    },
    'path.children': ({ parentId }) => this.#children(parentId).map((child) => this.#summary(child)),
    'draft.committed': () => ({ reply: null }),
    'draft.flush': () => ({}),
    'draft.undo': () => ({ undo: null }),
    'cursor.save': () => ({}),
    'generation.stop': () => ({}),
    'generation.start': ({ at, agentIds, count, maxTokens: _, ...intent }) => {
      const path = this.#run(intent, false, () => {});
      const slots = this.#slotsFor(agentIds, count);
      return {
        path,
        job: {
          jobId: this.#newId() as JobId,
          treeId: TREE,
          requestedBy: WRITER,
          turnId: null,
          continues: false,
          replaces: null,
          parentId: at ?? this.#head,
          slots,
        },
      };
    },
    'generation.rewrite': ({ from, to, agentIds, count, ...intent }) => {
      const path = this.#run(intent, false, () => {});
      const replaces = this.#partsBetween(from, to);
      const slots = this.#slotsFor(agentIds, count);
      const job: ReplacementJob = {
        jobId: this.#newId() as JobId,
        treeId: TREE,
        requestedBy: WRITER,
        turnId: null,
        replaces,
        parentId: null,
        continues: false,
        slots,
      };
      this.jobs.set(job.jobId, job);
      return { path, job };
    },
    'path.selectVersions': ({ versions, ...intent }) =>
      this.#run(intent, true, () => {
        for (const nodeId of versions) this.#selected.set(this.#version(nodeId).positionId, nodeId);
      }),
    'node.read': ({ nodeId }) => ({ node: this.#version(nodeId), leftOut: [] }) as unknown as NodeDetails,
    'path.arrive': ({ positionId, ...intent }) => this.#run(intent, true, () => this.#goTo(positionId)),
    'position.bookmarks': () => [],
    'position.anchors': () => [],
    'position.exclude': ({ positionId, excluded, ...intent }) => {
      this.#checkVersion(intent.pathVersion);
      this.#apply(intent.ops);
      this.pathVersion += 1;
      const path = this.#path();
      const flags = excluded ? POSITION_FLAGS.excluded : 0;
      return {
        pathVersion: this.pathVersion,
        committed: [],
        keptBefore: path.length,
        tail: this.#pack([]),
        keptAfter: 0,
        headers: [{ positionId, ...this.#countsOf(this.#get(positionId)), flags }],
      };
    },
  } satisfies Partial<Requests>;

  /** All or nothing, like a transaction. */
  #run(intent: Intent, discardBlank: boolean, move: () => void): PathReply {
    this.#checkVersion(intent.pathVersion);
    const before = this.#path().map(({ nodeId }) => nodeId);
    this.#apply(intent.ops);
    const committed = this.#commit(discardBlank);
    const became = new Map(committed.map(({ was, nodeId }) => [was, nodeId]));
    const expected = before.map((nodeId) => became.get(nodeId) ?? nodeId);
    const own = became.get(null);
    if (own !== undefined) expected.push(own);
    move();
    this.pathVersion += 1;
    const path = this.#path();
    let keptBefore = 0;
    while (keptBefore < path.length && path[keptBefore]?.nodeId === expected[keptBefore]) keptBefore += 1;
    const headers = path.slice(0, keptBefore).map((version) => ({
      positionId: version.positionId,
      ...this.#countsOf(version),
      flags: 0,
    }));
    return {
      pathVersion: this.pathVersion,
      committed,
      keptBefore,
      tail: this.#pack(path.slice(keptBefore)),
      keptAfter: 0,
      headers,
    };
  }

  #slotsFor(agentIds: readonly AgentId[], count: number): readonly SlotSnapshot[] {
    return agentIds
      .flatMap((agentId) => Array<AgentId>(count).fill(agentId))
      .map((agentId, slot) => ({
        slot,
        positionId: this.#newId() as PositionId,
        agentId,
        state: 'waiting' as const,
        text: '',
        finishReason: null,
        error: null,
        versions: [],
      }));
  }

  /** A point in the working buffer was committed to the head's node. */
  #partsBetween(from: TextPoint, to: TextPoint): readonly ReplacedPart[] {
    const path = this.#path();
    const indexOf = ({ at }: TextPoint) =>
      at === null ? path.length - 1 : path.findIndex(({ positionId }) => positionId === at);
    return path.slice(indexOf(from), indexOf(to) + 1).map(({ nodeId, text }, index, { length }) => ({
      nodeId,
      from: index === 0 ? from.offset : 0,
      to: index === length - 1 ? to.offset : text.length,
    }));
  }

  #commit(discardBlank: boolean): readonly Committed[] {
    const committed: Committed[] = [];
    for (const { nodeId: was, text, spans } of this.#draft.edits) {
      const old = this.#version(was);
      const equalNode = this.#versions.find(
        (version) =>
          version.positionId === old.positionId && version.text === text && equalSpans(version.spans, spans),
      );
      const nodeId = equalNode?.nodeId ?? (this.#newId() as NodeId);
      if (equalNode === undefined) this.#write({ ...old, nodeId, authorId: WRITER, text, spans });
      this.#selected.set(old.positionId, nodeId);
      const authorId = equalNode?.authorId ?? WRITER;
      const authors = authorsOf(spans, authorId);
      committed.push({ was, nodeId, positionId: old.positionId, authorId, authors });
    }
    const { text, spans } = this.#draft.buffer;
    if (discardBlank ? text.trim() !== '' : text !== '') {
      const nodeId = this.#newId() as NodeId;
      const positionId = positionOpenedBy(nodeId);
      this.#write({ nodeId, positionId, parentId: this.#head, authorId: WRITER, text, spans });
      this.#goTo(positionId);
      const authors = authorsOf(spans, WRITER);
      committed.push({ was: null, nodeId, positionId, authorId: WRITER, authors });
    }
    this.#draft = { buffer: { text: '', spans: [] }, edits: [] };
    return committed;
  }

  #apply(ops: Intent['ops']): void {
    const order = new Map(this.#versions.map(({ nodeId }, index) => [nodeId, index]));
    for (const [index, { nodeId }] of this.#path().entries())
      order.set(nodeId, index - this.#versions.length);
    this.#draft = applyDraftOps(
      { ...this.#draft, head: this.#head },
      ops,
      (nodeId) => this.#versions.find((version) => version.nodeId === nodeId),
      (nodeId) => order.get(nodeId),
    );
  }

  #checkVersion(pathVersion: number): void {
    if (pathVersion !== this.pathVersion)
      throw new AspenError('CONFLICT', `${pathVersion}, not ${this.pathVersion}`);
  }

  #editOf(nodeId: NodeId): PendingEdit | undefined {
    return this.#draft.edits.find((edit) => edit.nodeId === nodeId);
  }

  #newId(): string {
    this.#ids += 1;
    return testId(this.#ids);
  }

  #write(version: Version): void {
    this.#versions = [...this.#versions, version];
  }

  #version(nodeId: NodeId): Version {
    const version = this.#versions.find((known) => known.nodeId === nodeId);
    if (version === undefined) throw new AspenError('NOT_FOUND', nodeId);
    return version;
  }

  /** The version shown at a position: the selected one, otherwise the newest. */
  #get(positionId: PositionId): Version {
    const selected = this.#selected.get(positionId);
    const version =
      selected === undefined
        ? this.#versions.findLast((known) => known.positionId === positionId)
        : this.#version(selected);
    if (version === undefined) throw new AspenError('NOT_FOUND', positionId);
    return version;
  }

  #summary(positionId: PositionId): ChildSummary {
    const { nodeId, authorId, text, spans, parentId, finishReason = null } = this.#get(positionId);
    return {
      positionId,
      parentId,
      isRest: false,
      offset: 0,
      shownBy: [],
      nodeId,
      authorId,
      authors: authorsOf(spans, authorId),
      excerpt: text.slice(0, 240),
      length: text.length,
      firstIdentical:
        this.#children(parentId).find((sibling) => this.#get(sibling).text === text) ?? positionId,
      pruned: false,
      bookmarked: false,
      finishReason,
      versionCount: this.versionsAt(positionId).length,
      versions: [],
      createdAt: 0,
    };
  }

  #children(parentId: PositionId): readonly PositionId[] {
    return [
      ...new Set(
        this.#versions.filter((known) => known.parentId === parentId).map((known) => known.positionId),
      ),
    ];
  }

  #deepest(positionId: PositionId): PositionId {
    const child = this.#lastChild.get(positionId) ?? this.#children(positionId).at(-1);
    return child === undefined ? positionId : this.#deepest(child);
  }

  #goTo(positionId: PositionId): void {
    this.#head = positionId;
    for (const version of this.#path()) {
      this.#lastChild.set(version.parentId, version.positionId);
      this.#selected.set(version.positionId, version.nodeId);
    }
  }

  #path(): readonly Version[] {
    const path: Version[] = [];
    for (let at = this.#head; at !== this.rootId; ) {
      const version = this.#get(at);
      path.unshift(version);
      at = version.parentId;
    }
    return path;
  }

  #countsOf(version: Version) {
    const siblings = this.#children(version.parentId);
    const versions = this.#versions.filter((known) => known.positionId === version.positionId);
    return {
      siblingIndex: siblings.indexOf(version.positionId) + 1,
      siblingCount: siblings.length,
      versionIndex: versions.indexOf(version) + 1,
      versionCount: versions.length,
      forks: [],
    };
  }

  #pack(versions: readonly Version[]): PathSegments {
    const counts = versions.map((version) => this.#countsOf(version));
    const spans = versions.flatMap((version) => version.spans);
    return {
      count: versions.length,
      text: versions.map(({ text }) => text).join(''),
      lengths: Uint32Array.from(versions, ({ text }) => text.length),
      nodeIds: versions.map(({ nodeId }) => nodeId).join(''),
      positionIds: versions.map(({ positionId }) => positionId).join(''),
      agents: AGENTS,
      authors: Uint32Array.from(versions, ({ authorId }) => AGENTS.indexOf(authorId)),
      spanCounts: Uint32Array.from(versions, (version) => version.spans.length),
      spanAgents: Uint32Array.from(spans, ({ agent }) => AGENTS.indexOf(agent)),
      spanLengths: Uint32Array.from(spans, ({ length }) => length),
      spanInferred: new Uint8Array(spans.length),
      siblingIndexes: Uint32Array.from(counts, ({ siblingIndex }) => siblingIndex),
      siblingCounts: Uint32Array.from(counts, ({ siblingCount }) => siblingCount),
      versionIndexes: Uint32Array.from(counts, ({ versionIndex }) => versionIndex),
      versionCounts: Uint32Array.from(counts, ({ versionCount }) => versionCount),
      flags: new Uint8Array(versions.length),
      forks: [],
      speakers: [],
      cut: [],
      continues: [],
      unfinished: [],
    };
  }
}
