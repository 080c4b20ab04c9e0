/** Every command of the list, in the situations of a writer: it acts, or says why not, or is dimmed with a reason. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { GroveSnapshot } from '../../../src/ipc/wire/grove.ts';
import { commandAccessTo, runCommand } from '../../../src/renderer/app/command-access.ts';
import { commands } from '../../../src/renderer/app/commands.ts';
import { EffectiveKeys } from '../../../src/renderer/app/shortcuts/effective-keys.ts';
import { defaultPreferences } from '../../../src/renderer/session/settings/preferences-session.ts';
import type { AppSession } from '../../../src/renderer/session/window/app-session.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { showBoxes } from '../session/dialogue/conversation-desk.ts';
import { openWindowDesk, type WindowDesk } from '../session/window-desk.ts';

// jsdom has no layout: everything can be seen.
Element.prototype.checkVisibility = () => true;

turnClockByHand();

/** A store or a signal. */
interface Watched {
  subscribe(listener: () => void): () => void;
}

/** By then a command has acted or has been refused. Milliseconds. */
const SETTLED = 500;

/** Depth at which the sessions hold their stores. */
const DEPTH = 5;

/** Every store and signal that the window's sessions show to others. */
function watchedIn(session: AppSession): ReadonlySet<Watched> {
  const found = new Set<Watched>();
  const seen = new Set<object>();
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if ('subscribe' in value && typeof value.subscribe === 'function') found.add(value as Watched);
    if (depth === DEPTH || value instanceof Node || Array.isArray(value)) return;
    const prototype: unknown = Object.getPrototypeOf(value);
    const isOurs = prototype !== null && prototype !== Object.prototype && prototype !== Map.prototype;
    const getters = isOurs ? Object.entries(Object.getOwnPropertyDescriptors(prototype)) : [];
    const names = getters.flatMap(([name, { get }]) => (get === undefined ? [] : [name]));
    for (const name of [...Object.keys(value), ...names])
      visit((value as Record<string, unknown>)[name], depth + 1);
  };
  visit(session, 0);
  const scene = session.scene.get();
  if (scene.kind === 'grove') visit(scene.desk, 0);
  return found;
}

/**
 * State that a command could change for the commands after it; a window is opened again only then, since each costs a
 * second.
 */
function stateOf({ session }: WindowDesk): string {
  const scene = session.scene.get();
  if (scene.kind !== 'grove') return scene.kind;
  const { treeId, path } = scene.desk.tree;
  const typed = scene.desk.mode === 'buffer' ? scene.desk.summary.get()?.characters : 0;
  return JSON.stringify([treeId, path.headId, typed]);
}

/** Closes what a command opened over the text, and puts the settings back. */
function tidy({ session }: WindowDesk): void {
  session.fullPage.set(null);
  session.palette.close();
  for (const id of ['find.close', 'timeline.close', 'rewrite.close', 'proposal.close'])
    runCommand(
      session,
      commands.find((command) => command.id === id),
    );
  session.setPreferences(defaultPreferences);
}

interface Walked {
  /** Commands that ran and did nothing. */
  readonly silent: readonly string[];
  /** Commands that are neither listed nor dimmed with a reason. */
  readonly unmentioned: readonly string[];
}

async function walk(open: () => Promise<WindowDesk>): Promise<Walked> {
  const silent: string[] = [];
  const unmentioned: string[] = [];
  const keys = new EffectiveKeys(commands, defaultPreferences.shortcuts, 'linux');
  let isHeard = false;
  const openAndListen = async () => {
    const opened = await open();
    for (const watched of watchedIn(opened.session))
      watched.subscribe(() => {
        isHeard = true;
      });
    return opened;
  };
  let window = await openAndListen();
  for (const command of commands) {
    const { session, asked } = window;
    const dimmed = commandAccessTo(session, keys).listUnavailable();
    isHeard = false;
    const state = stateOf(window);
    const requests = asked.length;
    const focused = document.activeElement;
    const hasRun = runCommand(session, command);
    if (!hasRun) {
      if (!dimmed.some(({ id }) => id === command.id)) unmentioned.push(command.id);
      continue;
    }
    await vi.advanceTimersByTimeAsync(SETTLED);
    if (!isHeard && asked.length === requests && document.activeElement === focused) silent.push(command.id);
    tidy(window);
    if (stateOf(window) === state) continue;
    await window.settle();
    window = await openAndListen();
  }
  return { silent, unmentioned };
}

/** Two panes beside the text, as the window has. */
function addPanes(): void {
  for (const name of ['Grove', 'Inspector']) {
    const pane = document.body.appendChild(document.createElement('aside'));
    pane.setAttribute('aria-label', name);
    pane.append(document.createElement('button'));
    onTestFinished(() => pane.remove());
  }
}

/** The caret is in the middle of the text, and the tree is listed. */
async function inTheMiddle(): Promise<WindowDesk> {
  const window = await openWindowDesk('# The lake\n\nThe lake froze in one night.');
  await window.session.findTree()?.commit();
  window.session.findTree()?.outline.reader.setShown(true);
  await window.settle();
  window.manuscript().focus();
  window.manuscript().moveCaretInto(0, 20);
  await window.settle();
  return window;
}

/** A message was sent in a conversation, and the keyboard is in its composer. */
async function inAConversation(): Promise<WindowDesk> {
  const window = await openWindowDesk('The lake froze in one night.');
  const { session } = window;
  await session.trees.create('dialogue');
  await window.settle();
  const desk = session.findDesk();
  if (desk?.mode !== 'dialogue') expect.unreachable();
  const boxes = showBoxes(desk, window.desk.grove.snapshot().writerId);
  onTestFinished(() => boxes.close());
  // No agent replies: what a reply does meanwhile would be taken for what a command does.
  desk.tree.choice.change({ agentIds: [] });
  desk.conversation.type('Who was there?');
  void desk.commands.send();
  await window.settle();
  expect(desk.conversation.view.get().messages).toHaveLength(1);
  boxes.find(null)?.editor.focus();
  await window.settle();
  return window;
}

async function withGrove(change: (grove: GroveSnapshot) => GroveSnapshot | null): Promise<WindowDesk> {
  const window = await openWindowDesk('The lake froze in one night.');
  window.emit('grove.changed', change(window.desk.grove.snapshot()));
  await window.settle();
  return window;
}

/** Those that end something, and those that a notice about trouble with the file offers. */
const UNMENTIONED = /\.close$|^trouble\./;

it.each([
  ['a manuscript without text', () => openWindowDesk('')],
  ['the middle of a text', inTheMiddle],
  ['a conversation', inAConversation],
  ['a grove that can only be read', () => withGrove((grove) => ({ ...grove, readOnly: true }))],
  ['the welcome page', () => withGrove(() => null)],
])('in %s, every command acts, says why not, or is dimmed with a reason', async (_where, open) => {
  addPanes();
  const { silent, unmentioned } = await walk(open);
  expect(silent).toEqual([]);
  expect(unmentioned.filter((id) => !UNMENTIONED.test(id))).toEqual([]);
});
