/** The whole program with a conversation in the page of the benchmarks. */
import type { EditorView } from '@codemirror/view';
import type { AgentId, JobId, NodeId, PositionId, TreeId } from '../../../../src/core/ids.ts';
import type { TreeMode } from '../../../../src/core/tree/loom-tree.ts';
import type { GenerationUpdate, JobSnapshot } from '../../../../src/ipc/wire/generation.ts';
import type { DialogueDesk } from '../../../../src/renderer/session/dialogue/dialogue-desk.ts';
import { nodesOf } from '../../../../src/renderer/session/path/path-segments.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './compare-frames.ts';
import { viewIn } from './editors.ts';
import { makeText } from './made-text.ts';
import { client, currentGrove, type OpenProgram, openProgram } from './open-program.tsx';
import { settle } from './time-frame.ts';
import { typeLetter } from './typing.ts';

export interface ConversationOptions {
  /** Messages of the long conversation. */
  readonly messages: number;
  readonly blocks: number;
  readonly steps: number;
}

/** Changes of a step are measured in one frame and painted in it or in the next one. */
const FRAMES = 2;

/** The microtasks of work in a frame are part of the frame, and so are measured with it. */
function inFrame(work: () => void): void {
  requestAnimationFrame(() => work());
}

async function findTree(mode: TreeMode): Promise<TreeId> {
  const { trees } = await currentGrove();
  const found = trees.find((tree) => tree.mode === mode);
  if (found === undefined) throw new Error(`the grove has no tree of mode ${mode}`);
  return found.id;
}

let empty: Promise<TreeId> | undefined;

/** The tree of an empty conversation. */
function emptyTree(): Promise<TreeId> {
  empty ??= client.call('tree.create', { title: 'Empty', mode: 'dialogue' }).then(({ id }) => id);
  return empty;
}

/** Waits until the conversation on the screen has this many messages, and their alternatives are counted. */
async function shownConversation({ session }: OpenProgram, messages: number): Promise<DialogueDesk> {
  for (;;) {
    await settle(1);
    const desk = session.findDesk();
    if (desk?.mode !== 'dialogue' || !isShown('[role="feed"]', messages)) continue;
    const { headers } = desk.tree.path.mirror.get();
    if (headers.length === messages && headers.every(({ siblingCount }) => siblingCount > 0)) return desk;
  }
}

function isShown(selector: string, length: number): boolean {
  return document.querySelector(`${selector}[data-path-length="${length}"]`) !== null;
}

/** The composer with one letter, so that no keystroke makes it empty or fills it. */
async function readyComposer({ container }: OpenProgram): Promise<EditorView> {
  const view = viewIn(container);
  view.focus();
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: 'A' }, selection: { anchor: 1 } });
  await settle(8);
  return view;
}

/** Compares keystrokes in the composer of a long conversation with those in an empty one. */
export async function timeComposer({ messages, blocks, steps }: ConversationOptions): Promise<Samples> {
  const [long, none] = [await findTree('dialogue'), await emptyTree()];
  await client.call('tree.show', { treeId: none });
  const program = openProgram();
  await shownConversation(program, 0);
  const typing = (treeId: TreeId, length: number): Side => {
    let view: EditorView | undefined;
    return {
      prepare: async () => {
        await program.session.showTree(treeId);
        await shownConversation(program, length);
        view = await readyComposer(program);
      },
      step: (count) =>
        inFrame(() => {
          if (view !== undefined) typeLetter(view, count);
        }),
    };
  };
  const samples = await compareFrames({
    ours: typing(long, messages),
    baseline: typing(none, 0),
    blocks,
    steps,
    warmUp: 1,
    frames: FRAMES,
  });
  program.close();
  return samples;
}

export interface ConversationOpeningOptions {
  readonly messages: number;
  readonly rounds: number;
}

/** Time from the start of the page to the first frame of a conversation, compared with a manuscript of as many nodes. */
export async function timeConversationOpening({
  messages,
  rounds,
}: ConversationOpeningOptions): Promise<Samples> {
  const lanes = [
    { into: 'ours', treeId: await findTree('dialogue'), selector: '[role="feed"]' },
    { into: 'baseline', treeId: await findTree('buffer'), selector: '.cm-content' },
    { into: 'again', treeId: await findTree('buffer'), selector: '.cm-content' },
  ] as const;
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const { into, treeId, selector } of round % 2 === 0 ? lanes : lanes.toReversed()) {
      await client.call('tree.show', { treeId });
      globalThis.gc?.();
      await settle();
      const started = performance.now();
      const program = openProgram();
      while (!isShown(selector, messages)) await settle(1);
      await settle(1);
      if (round >= 0) samples[into].push(performance.now() - started);
      program.close();
    }
  }
  return samples;
}

export interface ReplyOptions extends ConversationOptions {
  /** UTF-16 code units of the reply. */
  readonly length: number;
  readonly form: ReplyForm;
}

/** The form of a reply: paragraphs, one paragraph, blocks of every kind, or one block of code. */
export type ReplyForm = 'paragraphs' | 'unbroken' | 'blocks' | 'code';

const TOKEN = ' and then';

/**
 * Frames in which a token arrives at the end of a long reply in a long conversation, compared with a keystroke in the composer
 * of the same page.
 */
export async function timeReply(options: ReplyOptions): Promise<Samples> {
  const { messages, blocks, steps, length, form } = options;
  const treeId = await findTree('dialogue');
  const text = makeReplyText(form, length);
  const job = await makeReply(treeId, text);
  await client.call('tree.show', { treeId });
  const program = openProgram((name, input) =>
    name === 'generation.running' ? Promise.resolve([job] as never) : client.call(name, input),
  );
  await shownConversation(program, messages);
  const view = await readyComposer(program);
  let from = text.length;
  const { jobId, requestedBy, parentId, slots } = job;
  const update = { ...slots[0], jobId, treeId, requestedBy, parentId, append: TOKEN } as GenerationUpdate;
  const samples = await compareFrames({
    ours: {
      prepare: () => settle(8),
      step: () => {
        program.sendEvent('generation.updated', { ...update, from });
        from += TOKEN.length;
      },
    },
    baseline: { prepare: () => settle(8), step: (count) => inFrame(() => typeLetter(view, count)) },
    blocks,
    steps,
    warmUp: 1,
    frames: FRAMES,
  });
  if (document.querySelector('[aria-busy="true"] article[aria-busy="true"]') === null)
    throw new Error('no reply streams');
  program.close();
  return samples;
}

function makeReplyText(form: ReplyForm, length: number): string {
  const made = makeText(length, 1);
  if (form === 'paragraphs') return made;
  if (form === 'unbroken') return made.replaceAll('\n', ' ');
  const lines = made.replaceAll('\n', ' ').match(/.{1,60}(?: |$)/g) ?? [];
  if (form === 'code') return `\`\`\`js\n${lines.join('\n')}`.slice(0, length);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 24) {
    const [heading = '', ...rest] = lines.slice(at, at + 24);
    const list = rest.slice(4, 10).map((line) => `- *${line.trim()}* and \`so on\``);
    const rows = rest.slice(10, 16).map((line) => `| ${line.trim()} | **1** | 2 |`);
    const code = rest.slice(16);
    parts.push(`## ${heading}`, '', rest.slice(0, 4).join(''), '', ...list, '');
    parts.push('| a | b | c |', '|---|:-:|--:|', ...rows, '', '```js', ...code, '```', '');
  }
  return parts.join('\n').slice(0, length);
}

async function makeReply(treeId: TreeId, text: string): Promise<JobSnapshot> {
  const { writerId: requestedBy, agents } = await currentGrove();
  const { segments } = await client.call('path.read', { treeId });
  const parentId = nodesOf(segments).at(-1)?.positionId;
  if (parentId === undefined) throw new Error('the conversation is empty');
  const agentId = (agents.find(({ type }) => type === 'model')?.id ?? '') as AgentId;
  const slot = {
    slot: 0,
    positionId: 'stream' as PositionId,
    agentId,
    state: 'streaming',
    text,
    finishReason: null,
    error: null,
    versions: [],
  } as const;
  return {
    jobId: 'bench' as JobId,
    treeId,
    requestedBy,
    turnId: null,
    parentId,
    continues: false,
    replaces: null,
    slots: [slot],
  };
}

/**
 * Switches an alternative and back, with everything after the first tenth of the path, as `timeSiblingSwitch` does in a
 * manuscript, compared with a keystroke in the composer of the same page.
 */
export async function timeAlternatives({ messages, blocks, steps }: ConversationOptions): Promise<Samples> {
  const treeId = await findTree('dialogue');
  await client.call('tree.show', { treeId });
  const program = openProgram();
  const { conversation } = await shownConversation(program, messages);
  const nodes = conversation.view.get().messages;
  const keep = Math.floor(nodes.length / 10);
  const tail = nodes.slice(keep);
  const other = tail.map((node, index) => ({
    ...(tail.at(-1 - index) ?? node),
    nodeId: `${node.nodeId}-other` as NodeId,
    positionId: `${node.positionId}-other` as PositionId,
  }));
  let view: EditorView | undefined;
  const samples = await compareFrames({
    ours: {
      prepare: async () => {
        conversation.moveCaretAfter(keep - 1);
        await settle(8);
      },
      step: (count) =>
        inFrame(() => conversation.replaceTail(keep, count % 2 === 0 ? other : tail, { caret: 'keep' })),
    },
    baseline: {
      prepare: async () => {
        view = await readyComposer(program);
      },
      step: (count) =>
        inFrame(() => {
          if (view !== undefined) typeLetter(view, count);
        }),
    },
    blocks,
    steps,
    warmUp: 2,
    frames: FRAMES,
  });
  program.close();
  return samples;
}
