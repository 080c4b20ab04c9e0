/** A writer who takes random steps in a conversation, and what must be true of everything they typed. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../../src/core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, TreeId } from '../../../../src/core/ids.ts';
import { normaliseSpans, type SpannedText } from '../../../../src/core/text/span.ts';
import type { RequestName } from '../../../../src/ipc/contract.ts';
import type { PathSnapshot } from '../../../../src/ipc/wire/path.ts';
import type { EditedMessage, TextBox } from '../../../../src/renderer/session/dialogue/text-box.ts';
import { headersOf, type NodeHeader, nodesOf } from '../../../../src/renderer/session/path/path-segments.ts';
import {
  createTextSnapshots,
  type TextSnapshots,
} from '../../../../src/renderer/session/window/tree-desks.ts';
import type { PathNode } from '../../../../src/renderer/surface.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { temporaryFolder } from '../../../helpers/grove.ts';
import { journalHere } from '../../../helpers/journal.ts';
import { runPause } from '../random-steps.ts';
import {
  type ConversationDesk,
  type LateProvider,
  lateProvider,
  type RequestInterceptor,
  resumeConversation,
} from './conversation-desk.ts';
import type { MoveName, Step } from './conversation-steps.ts';

/** The characters that the writer types, and those of the model's replies; each is written once. */
const TYPED = 0xa000;
const REPLIED = 0x4e00;
const COUNT = 2_000;

/** Each lost reply costs a retry and a conflict with its own retry, two seconds each. Milliseconds. */
const LONGEST_RETRIES = 20_000;

/** A text that the writer types in: the composer (null) or the open edit of a node. */
type Place = NodeId | null;

/** A node of the file. */
interface Written {
  readonly id: string;
  readonly text: string;
  readonly editedFrom: string | null;
  readonly pruned: number;
}

/** Requests that change something; others always pass through. */
function isWriting(name: RequestName): boolean {
  const [kind, verb] = name.split('.');
  if (kind === 'path')
    return !['read', 'headers', 'children', 'childrenWith', 'preview'].includes(verb ?? '');
  if (kind === 'node') return verb === 'split' || verb === 'branchEdit';
  return kind === 'draft' || kind === 'position' || kind === 'message' || name === 'generation.start';
}

function charactersOf(text: string): readonly string[] {
  return [...text].filter(isTyped);
}

function isTyped(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code >= TYPED && code < TYPED + COUNT;
}

function plain({ text, spans }: SpannedText) {
  return { text, spans: normaliseSpans(spans).map(({ agent, length }) => [agent, length]) };
}

/** The setting of random conversations: one grove after another, with a provider whose replies the test lets arrive. */
export interface Stage {
  /** A new conversation of two messages and two replies. */
  begin(): Promise<RandomWriter>;
  /** The grove is undamaged. */
  expectUndamaged(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const journal = journalHere();
  let replies = 0;
  const provider = lateProvider(() => {
    replies += 1;
    return String.fromCodePoint(REPLIED + (replies % COUNT)).repeat(2);
  });
  let desk = new HandlersDesk(undefined, 0, journal);
  desk.provider = provider;
  const made = { name: 'Late', modelRef: 'scripted:one', configuration: {}, color: null };
  const agentId = (await desk.call('agent.create', made)).id;
  let opened = 0;
  const open = async (path: string) => {
    opened += 1;
    desk = new HandlersDesk(path, opened * 10_000_000, journal, desk.backups);
    desk.provider = provider;
    await desk.grove.recover([desk.grove.sessionId]);
    return desk;
  };
  return {
    begin: () => RandomWriter.create(desk, { provider, agentId, open }),
    expectUndamaged: async () => {
      const { violations, nodes, log, records } = await desk.call('grove.verify', {});
      expect({ violations, log, records }).toEqual({ violations: [], log: [], records: [] });
      // The replies that the conversations begin with have no response.
      expect(nodes.verdict).not.toBe('invalid');
    },
  };
}

interface Surroundings {
  readonly provider: LateProvider;
  /** The model whose replies arrive late. */
  readonly agentId: AgentId;
  /** Opens a grove's file after a crash. */
  open(path: string): Promise<HandlersDesk>;
}

let otherRequests = 0;

export class RandomWriter {
  readonly #surroundings: Surroundings;
  #desk: HandlersDesk;
  #page: ConversationDesk;
  #typed = 0;
  /** Typed or put there at the beginning, and not deleted by the writer. */
  readonly #expected = new Set<string>();
  /** The part of `#expected` that main held when everything last agreed. */
  #acknowledged: ReadonlySet<string> = new Set();
  /** Text that may be gone because a page disappeared with it. */
  readonly #mayBeMissing = new Set<string>();
  /** Text that the writer asked to commit, so that it may be in a node. */
  readonly #mayBeCommitted = new Set<string>();
  /** Text that the writer deleted, by its place: it must not come back there. */
  readonly #deleted = new Map<Place, Set<string>>();
  /** Messages that the writer split: the edit stays, and may equal a branch. */
  readonly #divided = new Set<string>();
  /** Text that undo took out of the tree, where it stays off the path: it may be there and in a draft. */
  readonly #takenBack = new Set<string>();
  /** The places of which a commit is on its way, by what is typed there meanwhile. */
  readonly #committing = new Map<Place, number>();
  readonly #pending: Promise<unknown>[] = [];
  #refuse: { times: number; code: ErrorCode; reads: boolean } = { times: 0, code: 'IO_ERROR', reads: false };
  #lose = 0;
  #holds: 'before' | 'after' | null = null;
  #held: (() => void)[] = [];

  private constructor(desk: HandlersDesk, page: ConversationDesk, surroundings: Surroundings) {
    this.#desk = desk;
    this.#page = page;
    this.#surroundings = surroundings;
  }

  static async create(desk: HandlersDesk, surroundings: Surroundings): Promise<RandomWriter> {
    await desk.call('tree.create', { title: null, mode: 'dialogue' });
    let writer: RandomWriter | null = null;
    const intercept: RequestInterceptor = (name, send) =>
      writer === null ? send() : writer.#intercept(name, send);
    let typed = 0;
    for (let turn = 1; turn <= 2; turn += 1) {
      typed += 2;
      const text = String.fromCodePoint(TYPED + typed - 1, TYPED + typed);
      await desk.commit([desk.typed(text)]);
      const other = desk.grove.agentSession(desk.treeId, { id: surroundings.agentId, type: 'model' });
      const { segments } = await desk.call('path.read', { treeId: desk.treeId });
      const head = segments.positionIds.slice(-26) as PositionId;
      let to = head;
      for (let reply = 1; reply <= turn; reply += 1) {
        const intent = () => ({ pathVersion: other.readPath().pathVersion, ops: [] });
        other.moves.moveHead(intent(), head);
        const insert = String.fromCodePoint(REPLIED + COUNT + turn * 10 + reply).repeat(2);
        const spans = [{ agent: other.agentId, length: insert.length }];
        const ops = [{ nodeId: null, splice: { from: 0, to: 0, insert, spans } }];
        otherRequests += 1;
        other.commit({ ...intent(), ops }, `01KDXT${String(otherRequests).padStart(20, '0')}` as RequestId);
        to = other.readPath().segments.positionIds.slice(-26) as PositionId;
      }
      await desk.call('path.moveHead', { ...(await desk.intent()), to });
    }
    writer = new RandomWriter(desk, await resumeConversation(desk, intercept), surroundings);
    writer.#typed = typed;
    for (let count = 1; count <= typed; count += 1) {
      const character = String.fromCodePoint(TYPED + count);
      writer.#expected.add(character);
      writer.#mayBeCommitted.add(character);
    }
    return writer;
  }

  get #treeId(): TreeId {
    return this.#page.dialogue.tree.treeId;
  }

  async run(step: Step): Promise<void> {
    const { dialogue } = this.#page;
    const { conversation, commands, tree } = dialogue;
    switch (step.do) {
      case 'type':
        await this.#type(step);
        break;
      case 'edit': {
        const { messages } = conversation.view.get();
        const message = messages[step.pick % Math.max(1, messages.length)];
        if (message !== undefined) this.#byWriter(() => commands.edit(message.positionId));
        break;
      }
      case 'cancel': {
        const box = this.#openEdit(step.pick);
        if (box?.nodeId != null) {
          const { nodeId } = box;
          this.#byWriter(() => commands.cancelEdit(nodeId));
        }
        break;
      }
      case 'focus': {
        const count = tree.path.length;
        if (step.pick === 0 || count === 0) conversation.focusComposer();
        else if (step.pick < 3) conversation.goTo(step.pick % count);
        else this.#page.find(this.#openEdit(step.pick)?.nodeId ?? null)?.editor.focus();
        break;
      }
      case 'save': {
        const nodeId = this.#openEdit(step.pick)?.nodeId ?? null;
        if (nodeId !== null)
          await this.#commit(nodeId, () => commands.saveEdit(nodeId, step.how), step.waits);
        break;
      }
      case 'split': {
        const box = this.#openEdit(step.pick);
        if (box?.nodeId == null) break;
        const { nodeId } = box;
        conversation.openEdit(nodeId);
        const shown = this.#page.find(nodeId);
        if (shown === undefined) break;
        shown.view.dispatch({ selection: { anchor: Math.min(step.at, shown.view.state.doc.length) } });
        this.#divided.add(nodeId);
        await this.#commit(nodeId, () => commands.split(), step.waits);
        break;
      }
      case 'send': {
        const agentIds = step.agents > 0 ? [this.#surroundings.agentId] : [];
        tree.choice.change({ agentIds, count: Math.max(1, step.agents) });
        await this.#commit(null, () => commands.send(), step.waits);
        break;
      }
      case 'move':
        await this.#move(step.move, step.pick, step.waits);
        break;
      case 'continue': {
        const findCut = () =>
          conversation.view.get().messages.filter(({ positionId }) => commands.canContinueAt(positionId));
        // Few replies arrive by themselves.
        if (findCut().length === 0 && step.waits) {
          tree.choice.change({ agentIds: [this.#surroundings.agentId], count: 1 });
          await this.#do(commands.reply(tree.path.headId), true);
          this.#surroundings.provider.arrive();
          await this.#page.settle();
        }
        const cut = findCut();
        const message = cut[step.pick % Math.max(1, cut.length)];
        if (message !== undefined) await this.#do(commands.continueReply(message.positionId), step.waits);
        break;
      }
      case 'undo':
        this.#revert(() => (step.pick < 3 ? commands.undo() : conversation.undoStep()));
        break;
      case 'redo':
        this.#revert(() => conversation.redo());
        break;
      case 'arrive':
        this.#surroundings.provider.arrive();
        break;
      case 'wait':
      case 'turns':
        await runPause(step);
        break;
      case 'settle':
        await this.settle();
        break;
      case 'reload':
        await this.#vanish();
        await this.#page.settle();
        await this.#resume();
        break;
      case 'kill':
        await this.#kill();
        break;
      case 'leave':
        await this.#leave();
        break;
      case 'scroll':
        this.#page.setEditsShown(!step.away);
        break;
      case 'outside':
        this.#pruneOutside(step.pick);
        break;
      case 'refuse':
        this.#refuse = { times: step.times, code: step.code, reads: step.reads };
        break;
      case 'lose':
        this.#lose = step.times;
        break;
      case 'hold':
        this.#holds = step.when;
        break;
      case 'release':
        this.#release();
        break;
    }
  }

  /** Ends all trouble and checks everything. */
  async settle(): Promise<void> {
    await this.#calm();
    const { dialogue, notices, bugs } = this.#page;
    expect(bugs).toEqual([]);
    expect(notices.banners.get().filter(({ code }) => code === 'INTERNAL')).toEqual([]);
    expect(dialogue.tree.draft.status.get()).toEqual({ unsent: false, error: null });
    const path = await this.#desk.call('path.read', { treeId: this.#treeId });
    this.#expectShown(path);
    this.#expectAuthors(path);
    this.#expectTexts(path);
  }

  async end(): Promise<void> {
    await this.#vanish();
    while (this.#surroundings.provider.arrive());
    await vi.advanceTimersByTimeAsync(1_000);
  }

  /** The window shows exactly what main holds. */
  #expectShown(path: PathSnapshot): void {
    const { conversation } = this.#page.dialogue;
    const { messages, edits, waiting, sending } = conversation.view.get();
    const ids = ({ nodeId, positionId }: { nodeId: NodeId; positionId: PositionId }) => ({
      nodeId,
      positionId,
    });
    expect(sending).toBe(null);
    const shown = (message: PathNode) => ({
      ...ids(message),
      ...plain(message),
      continues: message.continues === true,
    });
    expect(messages.map(shown)).toEqual(nodesOf(path.segments).map(shown));
    const facts = ({ positionId, continues, isUnfinished }: NodeHeader) => ({
      positionId,
      continues,
      isUnfinished,
    });
    expect(this.#page.dialogue.tree.path.mirror.get().headers.map(facts)).toEqual(
      headersOf(path.segments).map(facts),
    );
    expect(plain(conversation.composer.content)).toEqual(plain(path.buffer));
    const drafts = [...edits].filter(([, { isDraft }]) => isDraft);
    expect(new Map(drafts.map(([nodeId, { content }]) => [nodeId, plain(content)]))).toEqual(
      new Map(path.edits.map((edit) => [edit.nodeId, plain(edit)])),
    );
    const placesOf = (messages: readonly EditedMessage[]) =>
      messages.map(({ nodeId, positionId, parentId }) => `${nodeId} ${positionId} ${parentId}`).sort();
    expect(placesOf(waiting)).toEqual(placesOf(path.waitingEdits));
    for (const edit of path.waitingEdits) {
      const box = conversation.findEdit(edit.nodeId);
      expect(box === null ? null : plain(box.content)).toEqual(plain(edit));
    }
    for (const box of [conversation.composer, ...edits.values()]) {
      const shown = this.#page.find(box.nodeId);
      if (shown === undefined) continue;
      expect(plain(shown.editor.content())).toEqual(plain(box.content));
      expect(shown.view.state.doc.toString()).toBe(box.content.text);
    }
  }

  /** Every character has the author who wrote it. */
  #expectAuthors(path: PathSnapshot): void {
    const writer = this.#desk.grove.snapshot().writerId;
    for (const { text, spans } of [
      ...nodesOf(path.segments),
      ...path.edits,
      ...path.waitingEdits,
      path.buffer,
    ]) {
      const authors = spans.flatMap(({ agent, length }) => Array.from({ length }, () => agent));
      const wanted = Array.from(text, (unit) =>
        isTyped(unit) || unit === ' ' ? writer : this.#surroundings.agentId,
      );
      expect([text, authors]).toEqual([text, wanted]);
    }
  }

  /** Nothing typed is lost, appears twice, was committed by itself or came back. */
  #expectTexts({ buffer, edits, waitingEdits }: PathSnapshot): void {
    const nodes = this.#nodes();
    const drafts: readonly (readonly [Place, string])[] = [
      [null, buffer.text],
      ...[...edits, ...waitingEdits].map(({ nodeId, text }) => [nodeId, text] as const),
    ];
    const inNodes = new Set(nodes.flatMap(({ text }) => charactersOf(text)));
    const inDrafts = drafts.flatMap(([, text]) => charactersOf(text));
    const found = new Set([...inNodes, ...inDrafts]);
    for (const character of this.#mayBeMissing) if (!found.has(character)) this.#expected.delete(character);
    this.#mayBeMissing.clear();
    expect({ lost: [...this.#expected].filter((character) => !found.has(character)) }).toEqual({ lost: [] });
    expect({ committed: [...inNodes].filter((character) => !this.#mayBeCommitted.has(character)) }).toEqual({
      committed: [],
    });
    for (const [place, text] of drafts) {
      const characters = charactersOf(text);
      expect(characters).toEqual([...new Set(characters)]);
      const back = characters.filter((character) => this.#deleted.get(place)?.has(character) === true);
      expect({ place, back }).toEqual({ place, back: [] });
    }
    // The composer's text is nowhere else that the writer sees: of a message that was pruned before its reply was read
    // again, nothing tells the window.
    const seen = nodes.filter(({ pruned }) => pruned === 0).flatMap(({ text }) => charactersOf(text));
    const others = new Set([...seen, ...drafts.slice(1).flatMap(([, text]) => charactersOf(text))]);
    const isTwice = (character: string) => others.has(character) && !this.#takenBack.has(character);
    expect({ twice: charactersOf(buffer.text).filter(isTwice) }).toEqual({ twice: [] });
    // An edit that was saved is not open.
    for (const [place, text] of drafts.slice(1)) {
      if (place === null || this.#divided.has(place) || this.#isTakenBack(text)) continue;
      const twins = nodes.filter((node) => node.editedFrom === place && node.text === text);
      expect({ saved: twins, text }).toEqual({ saved: [], text });
    }
    // Nothing was sent or saved twice.
    const written = nodes.filter(({ text }) => charactersOf(text).length > 0 && !this.#isTakenBack(text));
    const keys = written.map(({ editedFrom, text }) => `${editedFrom}: ${text}`);
    expect(keys.toSorted()).toEqual([...new Set(keys)].sort());
    const sent = written
      .filter(({ editedFrom }) => editedFrom === null)
      .flatMap(({ text }) => charactersOf(text));
    expect(sent.toSorted()).toEqual([...new Set(sent)].sort());
    this.#acknowledged = new Set(this.#expected);
  }

  /** Undo or redo: what it takes back of the path stays in the tree. One that waits for a move changes nothing at once. */
  #revert(change: () => void): void {
    const { view } = this.#page.dialogue.conversation;
    const { messages } = view.get();
    const texts = [...this.#texts()].join();
    this.#byWriter(change);
    const isSamePath = view.get().messages === messages;
    const isSameText = [...this.#texts()].join() === texts;
    if (isSamePath && !isSameText) return;
    const now = [...messages, ...view.get().messages].map(({ text }) => text);
    for (const character of charactersOf([...now, ...this.#texts().values()].join('')))
      this.#takenBack.add(character);
    this.#deleted.clear();
    if (!isSamePath || !isSameText) return;
    // Later it may take back what is being sent, or typing.
    for (const character of this.#expected) {
      this.#takenBack.add(character);
      this.#mayBeMissing.add(character);
    }
  }

  #isTakenBack(text: string): boolean {
    return charactersOf(text).some((character) => this.#takenBack.has(character));
  }

  #nodes(): readonly Written[] {
    const file = new Database(this.#desk.path, { readonly: true });
    const rows = file
      .prepare(
        `SELECT node.id, node.text, node.pruned, edited.id AS editedFrom FROM node
         LEFT JOIN node AS edited ON edited.key = node.edited_from_key
         WHERE node.loom_tree_key = (SELECT key FROM loom_tree WHERE id = ?) AND node.text IS NOT NULL`,
      )
      .all(this.#treeId) as Written[];
    file.close();
    return rows;
  }

  /** Types, pastes or deletes in a text box, which comes onto the screen for it. */
  async #type({ pick, at, length, how }: Extract<Step, { do: 'type' }>): Promise<void> {
    const place = pick === 0 ? null : (this.#openEdit(pick)?.nodeId ?? null);
    this.#page.setEditsShown(true);
    const shown = this.#page.find(place);
    if (shown === undefined) return;
    const { view } = shown;
    const from = Math.min(at, view.state.doc.length);
    const to = Math.min(from + length, view.state.doc.length);
    const dispatch = (kind: string) => view.contentDOM.dispatchEvent(new Event(kind, { bubbles: true }));
    if (how === 'compose') dispatch('compositionstart');
    this.#byWriter(() => {
      if (how === 'delete') {
        const first = Math.max(0, from - 1);
        view.dispatch({ changes: { from: first, to }, userEvent: 'delete.backward' });
        return;
      }
      this.#typed += 1;
      const insert = `${String.fromCodePoint(TYPED + this.#typed)}${how === 'paste' ? ' ' : ''}`;
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: { paste: 'input.paste', compose: 'input.type.compose', type: 'input.type' }[how],
      });
    });
    if ((this.#committing.get(place) ?? 0) > 0) this.#allowCommit(place);
    if (how !== 'compose') return;
    await vi.advanceTimersByTimeAsync(300);
    dispatch('compositionend');
    await vi.advanceTimersByTimeAsync(10);
  }

  #openEdit(pick: number): TextBox | undefined {
    const boxes = [...this.#page.dialogue.conversation.view.get().edits.values()];
    return boxes[pick % Math.max(1, boxes.length)];
  }

  async #move(move: MoveName, pick: number, waits: boolean): Promise<void> {
    const { conversation, commands, tree } = this.#page.dialogue;
    const { messages } = conversation.view.get();
    const message = messages[pick % Math.max(1, messages.length)];
    if (message === undefined) return;
    const { positionId, nodeId } = message;
    const list = { at: positionId, fork: null };
    const there = () => conversation.onMessageFocus(message);
    switch (move) {
      case 'nextAlternative':
        return this.#do(tree.navigation.selectSiblingAt(list, { step: 1 }), waits);
      case 'previousAlternative':
        return this.#do(tree.navigation.selectSiblingAt(list, { step: -1 }), waits);
      case 'nextVersion':
        there();
        return this.#do(tree.navigation.stepVersion(1), waits);
      case 'endHere':
        there();
        return this.#do(tree.navigation.endPathHere(), waits);
      case 'child':
        return this.#do(tree.navigation.extendPath(), waits);
      case 'prune':
        there();
        return this.#do(tree.pruning.pruneCurrent(), waits);
      case 'restoreAll':
        return this.#do(tree.pruning.restoreAll(), waits);
      case 'parent':
        there();
        return this.#do(tree.navigation.goToParent(), waits);
      case 'bookmark':
        there();
        return this.#do(tree.markCommands.toggleBookmark(), waits);
      case 'regenerate':
      case 'reply':
        tree.choice.change({ agentIds: [this.#surroundings.agentId], count: 1 });
        return this.#do(commands[move](positionId), waits);
      case 'branchActive':
        if (conversation.findEdit(nodeId) === null) return;
        conversation.openEdit(nodeId);
        return this.#commit(nodeId, () => commands.save(), waits);
    }
  }

  /** Runs a command that commits the text at a place, and what is typed there until it is done. */
  async #commit(place: Place, command: () => Promise<unknown>, waits: boolean): Promise<void> {
    this.#allowCommit(place);
    this.#committing.set(place, (this.#committing.get(place) ?? 0) + 1);
    const done = command().finally(() => {
      this.#committing.set(place, (this.#committing.get(place) ?? 1) - 1);
    });
    await this.#do(done, waits);
  }

  async #do(done: Promise<unknown>, waits: boolean): Promise<void> {
    this.#pending.push(done);
    if (waits) await this.#page.settle();
  }

  #allowCommit(place: Place): void {
    const { conversation } = this.#page.dialogue;
    const box = place === null ? conversation.composer : conversation.findEdit(place);
    for (const character of charactersOf(box?.content.text ?? '')) this.#mayBeCommitted.add(character);
  }

  /** Text that the writer deletes is meant to be gone from that place, and text that comes back is meant to. */
  #byWriter(change: () => void): void {
    const before = this.#texts();
    change();
    const after = this.#texts();
    for (const [place, text] of before) {
      const now = new Set(charactersOf(after.get(place) ?? ''));
      for (const character of charactersOf(text)) {
        if (now.has(character)) continue;
        this.#expected.delete(character);
        const deleted = this.#deleted.get(place) ?? new Set();
        this.#deleted.set(place, deleted.add(character));
      }
    }
    for (const [place, text] of after) {
      for (const character of charactersOf(text)) {
        this.#deleted.get(place)?.delete(character);
        this.#expected.add(character);
      }
    }
  }

  #texts(): ReadonlyMap<Place, string> {
    const { conversation } = this.#page.dialogue;
    const { edits } = conversation.view.get();
    return new Map<Place, string>([
      [null, conversation.composer.content.text],
      ...[...edits].map(([nodeId, { content }]) => [nodeId, content.text] as const),
    ]);
  }

  async #intercept<T>(name: RequestName, send: () => Promise<T>): Promise<T> {
    if (!isWriting(name) && !(name === 'path.read' && this.#refuse.reads)) return send();
    if (this.#holds === 'before') await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.#refuse.times > 0) {
      this.#refuse.times -= 1;
      throw new AspenError(this.#refuse.code, 'as the test wants it');
    }
    const answer = await send();
    if (this.#holds === 'after') await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.#lose > 0) {
      this.#lose -= 1;
      throw new AspenError('IO_ERROR', 'carried out, as the test wants it');
    }
    return answer;
  }

  #release(): void {
    this.#holds = null;
    for (const resolve of this.#held.splice(0)) resolve();
  }

  #endTrouble(): void {
    this.#refuse = { ...this.#refuse, times: 0 };
    this.#lose = 0;
    this.#release();
  }

  /** Ends all trouble, lets every reply arrive, and waits until nothing is in progress. */
  async #calm(): Promise<void> {
    this.#endTrouble();
    const { dialogue, settle } = this.#page;
    await settle();
    while (this.#surroundings.provider.arrive());
    await settle();
    const flushed = dialogue.flush();
    await settle();
    let isSettled = false;
    const done = Promise.all([...this.#pending.splice(0), flushed]).then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    if (!isSettled) await vi.advanceTimersByTimeAsync(LONGEST_RETRIES);
    expect(isSettled).toBe(true);
    await done;
    while (this.#surroundings.provider.arrive());
    await settle();
  }

  /** Another agent prunes a message of the writer's path. */
  #pruneOutside(pick: number): void {
    const { messages } = this.#page.dialogue.conversation.view.get();
    const message = messages[pick % Math.max(1, messages.length)];
    if (message === undefined) return;
    const other = this.#desk.grove.agentSession(this.#treeId, {
      id: this.#surroundings.agentId,
      type: 'model',
    });
    try {
      other.prune({ pathVersion: other.readPath().pathVersion, ops: [] }, message.positionId);
    } catch (error) {
      // A message that is being sent may be shown and not be in the file.
      if (!(error instanceof AspenError)) throw error;
    }
  }

  /** The program ends without writing: only the file and the journal are left. */
  async #kill(): Promise<void> {
    await this.#vanish();
    const { treeId } = this.#page.dialogue.tree;
    while (this.#surroundings.provider.arrive());
    await this.#page.settle();
    const held = async () => {
      const { segments, edits, waitingEdits, buffer } = await this.#desk.call('path.read', { treeId });
      return {
        nodes: nodesOf(segments).map((node) => ({ nodeId: node.nodeId, ...plain(node) })),
        edits: edits.map((edit) => [edit.nodeId, plain(edit)]),
        waiting: waitingEdits.map((edit) => [edit.nodeId, plain(edit)]),
        composer: plain(buffer),
      };
    };
    const before = await held();
    const copy = join(temporaryFolder(), 'story.aspen');
    copyFileSync(this.#desk.path, copy);
    const killed = this.#desk;
    this.#desk = await this.#surroundings.open(copy);
    await killed.close();
    expect(await held()).toEqual(before);
    await this.#resume();
  }

  /** The writer goes to another tree and comes back: texts keep their undo history. */
  async #leave(): Promise<void> {
    await this.settle();
    const kept = createTextSnapshots();
    await this.#page.leave(kept);
    await this.#resume(kept);
  }

  /** The page is gone with everything that it did not send. */
  async #vanish(): Promise<void> {
    for (const character of this.#expected)
      if (!this.#acknowledged.has(character)) this.#mayBeMissing.add(character);
    // Deletions may not have been sent either.
    this.#deleted.clear();
    this.#pending.length = 0;
    this.#committing.clear();
    this.#page.vanish();
    this.#endTrouble();
    // Requests already on their way reach main.
    await vi.advanceTimersByTimeAsync(0);
  }

  async #resume(keptTexts?: TextSnapshots): Promise<void> {
    const intercept: RequestInterceptor = (name, send) => this.#intercept(name, send);
    this.#page = await resumeConversation(this.#desk, intercept, keptTexts);
    this.#expectShown(await this.#desk.call('path.read', { treeId: this.#treeId }));
  }
}
