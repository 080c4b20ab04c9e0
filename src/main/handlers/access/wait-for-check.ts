import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { Handlers, RequestName } from '../../../ipc/contract.ts';
import type { OpenGrove } from '../../grove/open-grove.ts';
import type { Caller } from './caller.ts';

/** Requests that write the grove's file, or make a copy of it, which would be as damaged as the file is. */
const WRITING: ReadonlySet<string> = new Set<RequestName>([
  'agent.create',
  'agent.duplicate',
  'agent.update',
  'copy.duplicate',
  'copy.merge',
  'copy.saveAs',
  'copy.share',
  'draft.commit',
  'draft.keep',
  'exchange.exportHistory',
  'exchange.importAs',
  'exchange.importHistories',
  'exchange.importTexts',
  'generation.rewrite',
  'generation.start',
  'grove.awaitCheck',
  'grove.rename',
  'link.mention',
  'link.passage',
  'link.setRemoved',
  'link.takeBack',
  'link.writeNames',
  'message.runCommands',
  'message.saveEdit',
  'node.annotate',
  'node.branchEdit',
  'node.chooseToken',
  'node.keepNote',
  'node.reviseNote',
  'node.setSummary',
  'node.split',
  'path.arrive',
  'path.goTo',
  'path.goToChild',
  'path.moveHead',
  'path.readOn',
  'path.leaveEmpty',
  'path.restore',
  'path.selectSibling',
  'path.selectVersion',
  'path.selectVersions',
  'position.bookmark',
  'position.bookmarkPhrase',
  'position.setAnchor',
  'position.setTarget',
  'position.exclude',
  'position.prune',
  'position.setPruned',
  'proposal.ask',
  'proposal.askAgain',
  'proposal.update',
  'tag.assign',
  'tag.merge',
  'tag.unassign',
  'tag.update',
  'timeline.layers',
  'timeline.mark',
  'timeline.restore',
  'tree.addAlias',
  'tree.asManuscript',
  'tree.create',
  'tree.delete',
  'tree.duplicate',
  'tree.move',
  'tree.removeAlias',
  'tree.update',
  'turn.redo',
  'turn.start',
  'turn.startRound',
  'turn.undo',
]);

/** Requests that open the writer's session in a tree, which writes a path where the writer has none yet. */
const ENTERING: ReadonlySet<string> = new Set<RequestName>([
  'exchange.exportPath',
  'exchange.exportFolder',
  'exchange.preview',
  'exchange.exportPdf',
  'exchange.exportTree',
  'exchange.print',
  'generation.context',
  'generation.topicWords',
  'path.headers',
  'path.read',
  'proposal.read',
  'report.read',
  'report.save',
  'timeline.compare',
  'timeline.trace',
  'tree.show',
]);

/**
 * Makes the requests that must write the file wait until it is checked (`storage.md`, *Opening, in order*, step 4). The
 * window shows the progress and a way to stop waiting. All others, such as typing, are answered at once.
 */
export function waitForCheck(handlers: Handlers<Caller>): Handlers<Caller> {
  const waiting = Object.entries(handlers).map(([name, handler]) => {
    const answer = handler as (input: never, caller: Caller) => unknown;
    const whenChecked = (input: never, caller: Caller) => {
      const grove = caller.findGrove();
      if (grove === undefined || !grove.check.isWaiting || !mustWrite(name, input, grove))
        return answer(input, caller);
      return untilChecked(caller, grove).then(() => answer(input, caller));
    };
    return [name, whenChecked] as const;
  });
  return Object.fromEntries(waiting) as unknown as Handlers<Caller>;
}

function mustWrite(name: string, input: { readonly treeId?: TreeId }, grove: OpenGrove): boolean {
  if (WRITING.has(name)) return true;
  return ENTERING.has(name) && input.treeId !== undefined && !grove.read.hasPath(input.treeId);
}

/** The check that each window's requests wait for. */
const waits = new WeakMap<Caller, Promise<void>>();

/**
 * Resolves once a grove may be written; the window shows the progress and a way to stop waiting. Requests of one
 * window wait together.
 * @throws {AspenError} CANCELLED if the writer stops it, or the grove is closed; what reading its file throws
 */
function untilChecked(caller: Caller, grove: OpenGrove): Promise<void> {
  const known = waits.get(caller);
  if (known !== undefined) return known;
  const wait = showCheck(caller, grove).finally(() => waits.delete(caller));
  waits.set(caller, wait);
  return wait;
}

/** The same, for another grove than the window's own, which the request is about to write or copy. */
export async function showCheck(caller: Caller, grove: OpenGrove): Promise<void> {
  if (!grove.check.isWaiting) return;
  const isDone = await caller.runFileTask('checking', basename(grove.path), async (signal, onProgress) => {
    await grove.check.wait(onProgress, signal);
    return true;
  });
  if (isDone === null) throw new AspenError('CANCELLED', `${basename(grove.path)} is still being checked`);
}

/** Returns true if a request of the window waits for the check of its grove. */
export function isWaitingForCheck(caller: Caller): boolean {
  return waits.has(caller);
}
