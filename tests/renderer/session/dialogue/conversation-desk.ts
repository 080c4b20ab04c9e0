/**
 * A conversation in a window: its desk with real text boxes, and the program's own handlers on a real file. Only what a
 * browser would draw is missing.
 */
import { EditorView } from '@codemirror/view';
import { onTestFinished, vi } from 'vitest';
import type { AgentId, NodeId, RequestId } from '../../../../src/core/ids.ts';
import type { Events, RequestName } from '../../../../src/ipc/contract.ts';
import type { GenerationUpdate } from '../../../../src/ipc/wire/generation.ts';
import type { Provider } from '../../../../src/main/generation/providers/provider.ts';
import type { Call, Client } from '../../../../src/renderer/client.ts';
import { createMessageEditor, type MessageEditor } from '../../../../src/renderer/editor/index.ts';
import { DialogueDesk } from '../../../../src/renderer/session/dialogue/dialogue-desk.ts';
import type { TextBox } from '../../../../src/renderer/session/dialogue/text-box.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import type { TurnStarts } from '../../../../src/renderer/session/tree/turn-starts.ts';
import type { TextSnapshots } from '../../../../src/renderer/session/window/tree-desks.ts';
import type { HandlersDesk } from '../../../helpers/desk.ts';
import { NO_TAGS } from '../../../helpers/no-tags.ts';
import { scriptedProvider } from '../../../helpers/scripted-provider.ts';

// jsdom has no layout, but CodeMirror measures anyway.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

/** Timers that tests do not replace. */
const setRealTimeout = globalThis.setTimeout;
const realTime = (milliseconds: number) =>
  new Promise<void>((resolve) => void setRealTimeout(resolve, milliseconds));

/** Counts requests across all desks, because main recognizes a repeated request by its id. */
let requests = 0;

/** Intercepts a request on its way to main, and the reply on its way back. */
export type RequestInterceptor = <T>(name: RequestName, send: () => Promise<T>, input: object) => Promise<T>;

/** A provider whose replies arrive when the test says so. */
export interface LateProvider extends Provider {
  /** Lets the oldest reply that waits arrive; false if none waits. */
  arrive(): boolean;
}

/** @param nextText the text of the next reply */
export function lateProvider(nextText: () => string): LateProvider {
  const waiting: (() => void)[] = [];
  return {
    ...scriptedProvider([]),
    async *complete(request, signal) {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      yield* scriptedProvider([nextText(), { finish: 'length' }]).complete(request, signal);
    },
    arrive: () => {
      const next = waiting.shift();
      next?.();
      return next !== undefined;
    },
  };
}

/** The editor of a text box on the screen. */
export interface ShownBox {
  readonly editor: MessageEditor;
  readonly view: EditorView;
}

export interface ConversationDesk {
  readonly desk: HandlersDesk;
  readonly dialogue: DialogueDesk;
  readonly notices: Notices;
  /** Uncaught errors of the session. */
  readonly bugs: readonly unknown[];
  /** The editor of the composer (null) or of an open edit; undefined if there is none on the screen. */
  find(nodeId: NodeId | null): ShownBox | undefined;
  /** Scrolls the open edits off the screen, or back onto it. */
  setEditsShown(isShown: boolean): void;
  /** Destroys the page abruptly: whatever it did not send is never sent. */
  vanish(): void;
  /** Leaves for another tree: sends and keeps the texts, and ends the page. */
  leave(keptTexts: TextSnapshots): Promise<void>;
  /** Advances time until no work is in progress. */
  settle(): Promise<void>;
}

/** Puts the conversation that a desk shows on the screen. */
export async function resumeConversation(
  desk: HandlersDesk,
  intercept: RequestInterceptor,
  keptTexts?: TextSnapshots,
  turns: TurnStarts = {
    takesTurns: () => false,
    findTopicPlace: () => null,
    findTarget: (treeId) => treeId,
    onCommandsRun: () => undefined,
    onTakenBack: () => Promise.resolve(),
    goTo: () => Promise.resolve(),
    onAnswer: () => {},
  },
): Promise<ConversationDesk> {
  let isGone = false;
  const never = new Promise<never>(() => {});
  const call: Call = async (name, input) => {
    const crossed = structuredClone(input);
    if (isGone) return never;
    try {
      const answer = await intercept(name, () => desk.call(name, crossed), crossed);
      return isGone ? await never : answer;
    } catch (error) {
      if (isGone) return never;
      throw error;
    }
  };
  const client: Client = {
    call,
    on: () => () => {},
    openDropped: async () => {},
    newRequestId: () => {
      requests += 1;
      return `01KDXC${String(requests).padStart(20, '0')}` as RequestId;
    },
  };
  const { treeId } = desk;
  const grove = desk.grove.snapshot();
  const notices = new Notices();
  const bugs: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => bugs.push(error));
  const snapshot = await desk.call('path.read', { treeId });
  const runningJobs = await desk.call('generation.running', { treeId });
  const dialogue = new DialogueDesk({
    client,
    grove,
    snapshot,
    textSnapshot: keptTexts?.take(snapshot) ?? null,
    undo: (await desk.call('draft.undo', { treeId })).undo,
    outline: null,
    turns,
    runningJobs,
    checks: true,
    notices,
    schedule: (callback) => setTimeout(callback),
    findPreset: () => undefined,
    tags: NO_TAGS,
    onJump: () => {},
    onReady: () => false,
    showsFailure: () => false,
  });
  const { tree } = dialogue;
  desk.grove.listen((name, value) => {
    if (isGone) return;
    if (name === 'generation.updated') dialogue.tree.generation.update(value as GenerationUpdate);
    if (name === 'reply.arrived') dialogue.replies.onArrived(value as Events['reply.arrived']);
    if (name === 'tree.changed') dialogue.tree.onTreeChange(value as Events['tree.changed']);
    if (name === 'tree.replaced') dialogue.tree.onTreeReplaced();
  });

  const boxes = showBoxes(dialogue, grove.writerId);
  const { close } = boxes;
  onTestFinished(close);
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    // Answers are hashed and compressed outside the event loop, in real time.
    for (let turn = 0; turn < 200 && tree.generation.isRunning; turn += 1) {
      await realTime(2);
      await vi.advanceTimersByTimeAsync(200);
    }
  };
  return {
    desk,
    dialogue,
    notices,
    bugs,
    find: boxes.find,
    setEditsShown: boxes.setEditsShown,
    vanish: () => {
      isGone = true;
      dialogue.leave();
      close();
    },
    leave: async (kept) => {
      const flushed = dialogue.flush();
      await settle();
      await flushed;
      kept.save(treeId, dialogue.leave());
      isGone = true;
      close();
    },
    settle,
  };
}

/** The text boxes of a conversation on the screen. */
export interface ShownBoxes extends Pick<ConversationDesk, 'find' | 'setEditsShown'> {
  close(): void;
}

/** Puts the composer and the open edits of a conversation on the screen, as its pane does. */
export function showBoxes(dialogue: DialogueDesk, writerId: AgentId): ShownBoxes {
  const { conversation } = dialogue;
  const shown = new Map<TextBox, ShownBox & { close(): void }>();
  let areEditsShown = true;
  const update = () => {
    const { edits } = conversation.view.get();
    const wanted = new Set([conversation.composer, ...(areEditsShown ? edits.values() : [])]);
    for (const [box, { close }] of shown) {
      if (wanted.has(box)) continue;
      shown.delete(box);
      close();
    }
    for (const box of wanted) if (!shown.has(box)) shown.set(box, mount(dialogue, box, writerId));
  };
  update();
  const stop = conversation.view.subscribe(update);
  return {
    find: (nodeId) => {
      const box = nodeId === null ? conversation.composer : conversation.view.get().edits.get(nodeId);
      return box === undefined ? undefined : shown.get(box);
    },
    setEditsShown: (isShown) => {
      areEditsShown = isShown;
      update();
    },
    close: () => {
      stop();
      for (const box of shown.values()) box.close();
      shown.clear();
    },
  };
}

/** Puts a text box on the screen, as `BoxEditor` does. */
function mount(
  { conversation, typedCommands }: DialogueDesk,
  box: TextBox,
  writerId: AgentId,
): ShownBox & { close(): void } {
  const parent = document.body.appendChild(document.createElement('div'));
  const editor = createMessageEditor({
    parent,
    content: box.content,
    state: box.state,
    label: box.nodeId === null ? 'Message' : 'Edit message',
    writerId,
    nonce: 'nonce',
    readOnly: false,
    onChange: (splices, content) => conversation.onTyped(box, splices, content),
    onPasted: () => {
      if (box === conversation.composer) typedCommands.onPasted();
    },
    onFocus: () => conversation.onBoxFocus(box),
  });
  const detach = box.attach(editor);
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const close = () => {
    detach();
    editor.destroy();
    parent.remove();
  };
  return { editor, view, close };
}
