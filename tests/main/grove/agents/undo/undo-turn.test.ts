import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { commandsOnly } from '../../../../../src/core/commands/commands-only.ts';
import { NO_INVERSE } from '../../../../../src/core/commands/inverse.ts';
import { inverseToJson } from '../../../../../src/core/commands/inverse-json.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId, TurnId } from '../../../../../src/core/ids.ts';
import { normaliseText } from '../../../../../src/core/text/normalise.ts';
import { wholeSpans } from '../../../../../src/core/text/span.ts';
import { fixInPlace } from '../../../../../src/core/tree/operations.ts';
import { moveHead, selectVersion } from '../../../../../src/core/tree/path.ts';
import { textOf } from '../../../../../src/core/tree/tree-node.ts';
import { defaultPreferences } from '../../../../../src/ipc/preferences.ts';
import type { CommandContext, WriterWork } from '../../../../../src/main/grove/agents/command-context.ts';
import { CommandRunner } from '../../../../../src/main/grove/agents/command-runner.ts';
import { redoTurn, undoTurn } from '../../../../../src/main/grove/agents/undo/undo-turn.ts';
import { ChangeFeed, type WrittenChange } from '../../../../../src/main/grove/change-feed.ts';
import { verifyGrove } from '../../../../../src/main/grove/checking/verify-grove.ts';
import { listVersions } from '../../../../../src/main/grove/reading/node-reader.ts';
import { readContinuations } from '../../../../../src/main/grove/reading/read-continuations.ts';
import { TreeTransactions } from '../../../../../src/main/grove/writing/tree-transactions.ts';
import { defineQuery } from '../../../../../src/main/store/connection/query.ts';
import {
  addAction,
  addCall,
  addTurn,
  findTurn,
  finishTurn,
  loggedTurn,
} from '../../../../../src/main/store/tables/agent-turns.ts';
import { addAgent } from '../../../../../src/main/store/tables/agents.ts';
import { appendLog, readLog } from '../../../../../src/main/store/tables/log.ts';
import { listAssignmentsAt } from '../../../../../src/main/store/tables/marks/tag-assignments.ts';
import {
  findCursor,
  getHead,
  listAgentsIn,
  listChoices,
} from '../../../../../src/main/store/tables/path-state.ts';
import {
  addResponse,
  findResponseBytes,
  packResponse,
} from '../../../../../src/main/store/tables/responses.ts';
import { readOrdinals } from '../../../../../src/main/store/tree/path-loading.ts';
import { sqlTree, sqlViews } from '../../../../../src/main/store/tree/sql-tree.ts';
import { listTurnOutcomes } from '../../../../../src/main/store/tree/turns/turn-outcomes.ts';
import { describeTurnUndo } from '../../../../../src/ui-text/agents/turns.ts';
import { newResponse } from '../../../../helpers/agent-turns.ts';
import { agentOf, dumpGrove, plantGrove } from '../../../../helpers/grove.ts';

/** A story that splits in two, with a note, a bookmark and something pruned; the agent has not been in it. */
function open(mode: 'buffer' | 'dialogue' = 'buffer') {
  const grove = plantGrove({ mode });
  const { store, tree, root, human, model, idsAndClock } = grove;
  const other = agentOf(idsAndClock, 'model', 'Bo');
  store.transact((tx) => addAgent(tx, other, human));
  const rain = grove.continue(root, 'It rained.');
  const sun = grove.continue(rain.positionId, ' The sun came.', {
    authorId: model,
    authorType: 'model',
    follow: false,
  });
  const snow = grove.continue(rain.positionId, ' It snowed.');
  const ice = grove.continue(snow.positionId, ' Ice.');
  const feed = new ChangeFeed();
  const moves: string[] = [];
  const changes: WrittenChange[] = [];
  feed.onWritten((written) => {
    moves.push(...written.moved);
    changes.push(written);
  });
  const transactions = new TreeTransactions(store, feed);
  const work: { edited: readonly NodeId[]; typedAfter: PositionId | null } = { edited: [], typedAfter: null };
  const writerWork = (): WriterWork => ({ head: getHead(store, tree.id, human), ...work });
  // These turns propose nothing: what undo does to suggestions is tested with a window.
  const proposals = {
    decide: (_: TreeId, suggestions: readonly unknown[]) => expect(suggestions).toEqual([]),
  };
  const options = { store, transactions, idsAndClock, writerId: human, writerWork, proposals };
  const writer = { id: human, type: 'human' as const };

  /** A turn whose one answer is these lines, carried out from a position. */
  const takeTurn = async (
    given: string,
    at: PositionId = getHead(store, tree.id, human),
    agentId: AgentId = model,
  ) => {
    const turnId = idsAndClock.newId() as TurnId;
    const answer = normaliseText(given);
    const body = Buffer.from(JSON.stringify({ choices: [{ text: given }] }));
    const response = newResponse(idsAndClock, body);
    store.transact((tx) => {
      const packed = packResponse(response, { gzippedBody: gzipSync(body), headers: {} });
      addResponse(tx, packed, { treeId: tree.id, agentId });
      addTurn(tx, {
        id: turnId,
        treeId: tree.id,
        agentId,
        parentId: root,
        state: 'running',
        used: {},
        startedAt: idsAndClock.now(),
        endedAt: null,
        undoneAt: null,
      });
      addCall(tx, turnId, { ordinal: 0, responseId: response.id, nodeId: null });
    });
    let ordinal = 0;
    const context: CommandContext = {
      store,
      treeId: tree.id,
      actor: { id: agentId, type: 'model' },
      writerId: human,
      transactions,
      idsAndClock,
      writerWork,
      preferences: () => defaultPreferences,
      turn: {
        turnId,
        action: () => ordinal,
        answer: () => ({
          responseId: response.id,
          responseHash: response.bodySha256,
          finishReason: 'stop',
        }),
      },
    };
    const runner = new CommandRunner(context, at, true);
    const results: string[] = [];
    for (const command of commandsOnly(answer) ?? []) {
      const { text, error, written } = await runner.run(command);
      results.push(text);
      store.transact((tx) =>
        addAction(tx, turnId, {
          ordinal,
          callOrdinal: 0,
          from: command.from,
          to: command.to,
          line: answer.slice(command.from, command.to),
          command: null,
          treeId: tree.id,
          approval: null,
          outcome: error?.code ?? 'done',
          result: text,
          inverse: written?.inverse ?? null,
          logSeq: written?.logSeq ?? null,
          startedAt: idsAndClock.now(),
          tookMs: 0,
        }),
      );
      ordinal += 1;
    }
    store.transact((tx) => finishTurn(tx, turnId, { state: 'done', used: {}, endedAt: idsAndClock.now() }));
    return { turnId, results };
  };
  const undo = (turnId: TurnId) => undoTurn(options, turnId);
  const redo = (turnId: TurnId) => redoTurn(options, turnId);
  const write = (act: Parameters<TreeTransactions['run']>[1]) =>
    transactions.run({ tree: tree.id, author: writer, kind: 'commit' }, act);
  const made = (result: string | undefined) => {
    const [, localId = ''] = /\[(\w+)\]/.exec(result ?? '') ?? [];
    const node = (dumpGrove(store).node ?? []).find(
      (row) => (row as { local_id: string }).local_id === localId,
    );
    return (node as { id: NodeId } | undefined)?.id ?? ('' as NodeId);
  };
  /** Faults but the hashes of the planted texts, which are made up. */
  const verify = () => {
    const { violations, log } = verifyGrove(store);
    return [...violations, ...log];
  };
  return {
    ...grove,
    bo: other.id,
    rain,
    sun,
    snow,
    ice,
    work,
    moves,
    takeTurn,
    undo,
    redo,
    write,
    made,
    verify,
    writer,
    changes,
  };
}

/** A reader's view of the tree: every text that is shown somewhere, the metadata, and all paths. */
function shownOf({
  store,
  tree,
  root,
  human,
}: Pick<ReturnType<typeof open>, 'store' | 'tree' | 'root' | 'human'>) {
  const view = sqlTree(store, tree.id);
  const rows = (dumpGrove(store).node ?? []) as readonly { id: NodeId; pruned: number; offered: number }[];
  const positions = new Set(rows.map(({ id }) => view.findNode(id)?.positionId ?? root));
  const nodes = [...positions].flatMap((position) => {
    const [first] = view.versionsAt(position);
    if (first === undefined || first.pruned) return [];
    const isNote = position !== root && view.parentOf(position) === null;
    const versions = view.versionsAt(position);
    // Of a note, only the newest version is shown.
    const listed = listVersions(store, tree.id, human, position).map(({ nodeId }) => nodeId);
    const shown = isNote ? versions.slice(-1) : versions.filter(({ id }) => listed.includes(id));
    const { bookmarked, bookmarkLabel, excluded } = first;
    const tags = listAssignmentsAt(store, [position]).map(({ tag }) => tag);
    const contents = shown.map(({ id }) => view.getContent(id));
    return [[position, bookmarked, bookmarkLabel, excluded, tags, ...contents]];
  });
  const paths = listAgentsIn(store, tree.id).map((agent) => [
    agent,
    findCursor(store, tree.id, agent)?.head,
    listChoices(store, tree.id, agent).map(({ position, version, lastChild }) => [
      position,
      version,
      lastChild,
    ]),
  ]);
  return { nodes, paths };
}

describe('the texts of a turn', () => {
  test('are nodes with the answer and where they are in it, and the log names the turn', async () => {
    const { store, tree, takeTurn, made, verify, rain } = open();
    const { turnId, results } = await takeTurn(
      `→ respond [${rain.localId}] "Hail "and" wind."\r\n→ annotate here:\r\nOne\r\n\\←\r\ntwo\r\n←\r\n→ edit [${rain.localId}] ""\r\n`,
    );
    const view = sqlTree(store, tree.id);
    const seams = results.map((result) => view.findNode(made(result))?.seam);
    expect(seams).toEqual([
      { promptTrimmed: 0, answerTrimmed: 0, ranges: [expect.anything()] },
      { promptTrimmed: 0, answerTrimmed: 0, ranges: [expect.anything(), expect.anything()] },
      { promptTrimmed: 0, answerTrimmed: 0, ranges: [] },
    ]);
    expect(view.getContent(made(results[1])).content).toEqual({ type: 'text', text: 'One\n←\ntwo' });
    expect(view.findNode(made(results[0]))).toMatchObject({ choiceIndex: 0, finishReason: 'stop' });
    expect(
      readLog(store, 0, 1_000).flatMap(({ entry }) =>
        entry.details?.turn === turnId ? [entry.details] : [],
      ),
    ).toEqual([0, 1, 2].map((action) => ({ turn: turnId, action })));
    expect(verify()).toEqual([]);

    // The script beside docs/format.md rebuilds each text from the raw bytes.
    const rebuilt = results.map((result, index) => {
      const node = view.findNode(made(result));
      const body = findResponseBytes(store, node?.responseId ?? ('' as ResponseId))?.body ?? new Uint8Array();
      const code =
        'import json,sys; from verify_grove import text_of_turn; r=json.load(sys.stdin);' +
        'print(json.dumps(text_of_turn(bytes(r["body"]),r["choice"],r["ranges"])))';
      const input = JSON.stringify({
        body: [...body],
        choice: node?.choiceIndex,
        ranges: seams[index]?.ranges,
      });
      const { status, stdout } = spawnSync('python3', ['-B', '-c', code], {
        cwd: 'docs',
        input,
        encoding: 'utf8',
      });
      return status === 0 ? (JSON.parse(stdout) as string) : null;
    });
    if (spawnSync('python3', ['--version']).status === 0)
      expect(rebuilt).toEqual(results.map((result) => textOf(view.getContent(made(result)).content)));
  });
});

describe('undoing a turn', () => {
  test('takes back what it made, and its place; redo brings it back', async () => {
    const grove = open();
    const { takeTurn, undo, redo, verify, store, model, human, tree, rain, sun, ice } = grove;
    const before = shownOf(grove);
    const { turnId, results } = await takeTurn(
      `→ respond here "More ice."\n→ prune [${sun.localId}]\n→ switch to [${rain.localId}]\n→ bookmark here "Rain"\n→ edit here "It poured."`,
    );
    expect(results.join('\n')).not.toContain('✗');
    expect(getHead(store, tree.id, model)).toBe(rain.positionId);
    expect(getHead(store, tree.id, human)).toBe(ice.positionId);
    const after = shownOf(grove);
    expect(undo(turnId)).toMatchObject({ isRefused: false, changed: 4, of: 4, kept: [], hasRest: false });
    expect(shownOf(grove)).toEqual(before);
    expect(findTurn(store, turnId)?.undoneAt).not.toBeNull();
    expect(() => undo(turnId)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect(describeTurnUndo(redo(turnId))).toBe('Turn redone');
    expect(shownOf(grove)).toEqual(after);
    expect(() => redo(turnId)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect(undo(turnId).kept).toEqual([]);
    expect(shownOf(grove)).toEqual(before);
    expect(verify()).toEqual([]);
  });

  test('keeps and names what the writer has written on from', async () => {
    const grove = open();
    const { takeTurn, undo, made, store, tree, ice, work } = grove;
    const { turnId, results } = await takeTurn(
      '→ respond here "One."\n→ respond here "Two."\n→ annotate here "Note."',
    );
    const view = sqlTree(store, tree.id);
    const [one, two] = results.map((result) => view.findNode(made(result)));
    if (one === undefined || two === undefined) throw new Error('two nodes');
    grove.continue(one.positionId, ' The writer’s.');
    const report = undo(turnId);
    expect(describeTurnUndo(report)).toBe(
      `2 of 3 undone; [${one.localId}] stays: you wrote on from it; it can be undone once that is`,
    );
    expect(sqlTree(store, tree.id).findNode(two.id)?.pruned).toBe(true);
    expect(sqlTree(store, tree.id).findNode(one.id)?.pruned).toBe(false);

    const next = await takeTurn('→ respond here "Three."', ice.positionId);
    const three = sqlTree(store, tree.id).findNode(made(next.results[0]));
    work.typedAfter = three?.positionId ?? null;
    expect(undo(next.turnId).kept).toEqual([{ localId: three?.localId, why: 'writtenOn', byWriter: true }]);
  });

  test('a version that the writer took is shown no more, unless they revised it', async () => {
    const grove = open();
    const { takeTurn, undo, redo, made, store, tree, human, rain, write, moves, idsAndClock, writer } = grove;
    const { turnId, results } = await takeTurn(`→ edit [${rain.localId}] "It poured."`);
    const version = made(results[0]);
    write((after) => after.addPath(selectVersion(after.tree, after.path, version)));
    const selected = () => sqlViews(store, tree.id, human).path.selectedAt(rain.positionId);
    expect(undo(turnId)).toMatchObject({ changed: 1, kept: [] });
    expect(selected()).toBe(rain.id);
    expect(moves).toContain(human);
    redo(turnId);
    expect(selected()).toBe(version);
    const text = 'It poured and poured.';
    const content = { content: { type: 'text' as const, text }, spans: wholeSpans(human, text.length) };
    write((after) => after.add(fixInPlace(after.tree, after.path, version, content, writer, idsAndClock)));
    expect(undo(turnId).kept).toMatchObject([{ why: 'writtenOn', byWriter: true }]);
    expect(selected()).not.toBe(rain.id);
  });

  test('a version that it offered is listed no longer, until redo; one that is used is', async () => {
    const grove = open();
    const { takeTurn, undo, redo, made, store, tree, human, root, rain, write, changes } = grove;
    const before = shownOf(grove);
    const { turnId, results } = await takeTurn(`→ edit [${rain.localId}] "It poured."`);
    const version = made(results[0]);
    const listed = async () => {
      const { results: lines } = await takeTurn(`→ list [${rain.localId}] versions`);
      const [shown] = readContinuations(store, tree.id, human, root);
      return [
        listVersions(store, tree.id, human, rain.positionId).length,
        shown?.versionCount,
        shown?.versions.length,
        readOrdinals(store, [rain])[0]?.version.count,
        lines[0]?.split('\n').length,
      ];
    };
    expect(await listed()).toEqual([2, 2, 2, 2, 2]);
    undo(turnId);
    expect(changes.at(-1)?.change.relisted).toEqual([rain.positionId]);
    expect(await listed()).toEqual([1, 1, 0, 1, 1]);
    expect(shownOf(grove).nodes).toEqual(before.nodes);
    redo(turnId);
    expect(changes.at(-1)?.change.relisted).toEqual([rain.positionId]);
    expect(await listed()).toEqual([2, 2, 2, 2, 2]);
    undo(turnId);
    // Elsewhere somebody may know it still.
    write((after) => after.addPath(selectVersion(after.tree, after.path, version)));
    expect(await listed()).toEqual([2, 2, 2, 2, 2]);
  });

  test('it can be undone once what kept it is undone, and redo of both brings back both', async () => {
    const grove = open();
    const { takeTurn, undo, redo, made, store, ice, bo, verify } = grove;
    const before = shownOf(grove);
    const first = await takeTurn('→ respond here "One."');
    const one = sqlTree(store, grove.tree.id).findNode(made(first.results[0]));
    if (one === undefined) throw new Error('a node');
    const second = await takeTurn(`→ respond [${one.localId}] "Two."`, ice.positionId, bo);
    const both = shownOf(grove);
    const kept = undo(first.turnId);
    expect(kept).toMatchObject({ isUndone: true, changed: 0, of: 1, hasRest: true });
    expect(describeTurnUndo(kept)).toBe(
      `Nothing undone; [${one.localId}] stays: Bo wrote on from it; it can be undone once that is`,
    );
    expect(shownOf(grove)).toEqual(both);
    expect(findTurn(store, first.turnId)?.undoneAt).toBeNull();
    undo(second.turnId);
    expect(undo(first.turnId)).toMatchObject({ changed: 1, kept: [], hasRest: false });
    expect(shownOf(grove)).toEqual(before);
    redo(first.turnId);
    redo(second.turnId);
    expect(shownOf(grove)).toEqual(both);
    expect(verify()).toEqual([]);
  });

  test('the rest of one that was undone in part can be undone later, and redo brings back all of it', async () => {
    const grove = open();
    const { takeTurn, undo, redo, made, store, ice, bo, tree } = grove;
    const before = shownOf(grove);
    const first = await takeTurn('→ respond here "One."\n→ annotate here "Note."');
    const one = sqlTree(store, tree.id).findNode(made(first.results[0]));
    if (one === undefined) throw new Error('a node');
    const alone = shownOf(grove);
    const second = await takeTurn(`→ respond [${one.localId}] "Two."`, ice.positionId, bo);
    const rests = () => listTurnOutcomes(store, tree.id).map(({ isUndone, hasRest }) => [isUndone, hasRest]);
    expect(describeTurnUndo(undo(first.turnId))).toBe(
      `1 of 2 undone; [${one.localId}] stays: Bo wrote on from it; it can be undone once that is`,
    );
    expect(rests()).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(undo(first.turnId)).toMatchObject({ changed: 0, of: 1, hasRest: true });
    undo(second.turnId);
    expect(describeTurnUndo(undo(first.turnId))).toBe('Turn undone');
    expect(rests()).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(shownOf(grove)).toEqual(before);
    expect(() => undo(first.turnId)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect(describeTurnUndo(redo(first.turnId))).toBe('Turn redone');
    expect(shownOf(grove)).toEqual(alone);
  });

  test('law: two turns undone in any order leave nothing, and redone in theirs, everything', async () => {
    const place = fc.integer({ min: 0, max: 11 });
    const verb = fc.constantFrom(
      'respond',
      'annotate',
      'edit',
      'bookmark',
      'unbookmark',
      'tag',
      'untag',
      'prune',
      'restore',
      'exclude',
      'include',
      'switch',
    );
    const command = fc.record({ verb, place, word: fc.constantFrom('Hail.', 'Ash.', 'Fog.') });
    const commands = fc.array(command, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('buffer' as const, 'dialogue' as const),
        commands,
        commands,
        fc.boolean(),
        async (mode, one, other, isLastFirst) => {
          const grove = open(mode);
          const { takeTurn, undo, redo, store, bo, human, verify, ice } = grove;
          // Each agent has been there.
          await takeTurn('→ switch to here');
          await takeTurn('→ switch to here', ice.positionId, bo);
          const linesOf = (wanted: readonly { verb: string; place: number; word: string }[]) => {
            const known = ((dumpGrove(store).node ?? []) as { local_id: string }[]).map(
              (row) => row.local_id,
            );
            const lines = wanted.map(({ verb, place, word }) => {
              const says = ['respond', 'annotate', 'edit', 'bookmark', 'tag', 'untag'].includes(verb);
              return `→ ${verb} [${known.at(-1 - (place % known.length)) ?? ''}]${says ? ` "${word}"` : ''}`;
            });
            return lines.join('\n');
          };
          // Out of order, agents may be left elsewhere.
          const shown = () => {
            const { nodes, paths } = shownOf(grove);
            return { nodes, paths: isLastFirst ? paths : paths.filter(([agent]) => agent === human) };
          };
          const before = shown();
          const first = await takeTurn(linesOf(one));
          const alone = shown();
          const second = await takeTurn(linesOf(other), ice.positionId, bo);
          const both = shown();
          const [early, late] = isLastFirst ? [second, first] : [first, second];
          const report = undo(early.turnId);
          undo(late.turnId);
          if (report.hasRest) undo(early.turnId);
          expect(shown()).toEqual(before);
          redo(first.turnId);
          expect(shown()).toEqual(alone);
          redo(second.turnId);
          expect(shown()).toEqual(both);
          undo(second.turnId);
          expect(shown()).toEqual(alone);
          undo(first.turnId);
          expect(shown()).toEqual(before);
          expect(verify()).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('what somebody has set since stays, and redo does not touch what was changed meanwhile', async () => {
    const grove = open();
    const { takeTurn, undo, redo, store, tree, rain, sun, write } = grove;
    const setTo = (position: PositionId, set: object) =>
      write((after) => {
        const { bookmarked, bookmarkLabel, pruned, excluded } = after.tree.versionsAt(position)[0] ?? rain;
        const metadata = { bookmarked, bookmarkLabel, pruned, excluded, ...set };
        after.add({
          nodes: [],
          edges: [],
          metadata: [{ position, metadata }],
          path: { selected: [], lastChild: [] },
        });
      });
    const { turnId } = await takeTurn(`→ bookmark [${rain.localId}] "A"\n→ prune [${sun.localId}]`);
    setTo(rain.positionId, { bookmarkLabel: 'B' });
    expect(describeTurnUndo(undo(turnId))).toBe(
      `1 of 2 undone; [${rain.localId}] stays: you have changed it since; it can be undone once that is`,
    );
    expect(sqlTree(store, tree.id).findNode(rain.id)?.bookmarkLabel).toBe('B');
    expect(sqlTree(store, tree.id).findNode(sun.id)?.pruned).toBe(false);
    grove.continue(sun.positionId, ' Later.', { follow: false });
    expect(redo(turnId).kept).toMatchObject([{ localId: sun.localId, why: 'writtenOn', byWriter: true }]);
    expect(sqlTree(store, tree.id).findNode(sun.id)?.pruned).toBe(false);
  });

  test('the writer’s path ends above what is pruned, and their window is told', async () => {
    const grove = open();
    const { takeTurn, undo, made, store, tree, human, ice, write, moves } = grove;
    const { turnId, results } = await takeTurn('→ respond here "More."');
    const position = sqlTree(store, tree.id).findNode(made(results[0]))?.positionId ?? ice.positionId;
    write((after) => after.addPath(moveHead(after.tree, after.path, position)));
    undo(turnId);
    expect(getHead(store, tree.id, human)).toBe(ice.positionId);
    expect(moves).toContain(human);
  });

  test('law: it leaves every text, path and metadata as before, and redo brings all of it back', async () => {
    const ref = fc.integer({ min: 0, max: 9 });
    const word = fc.constantFrom('Hail.', ' And so on.', 'Ash "and" dust.', 'It rained.');
    const verb = fc.constantFrom('respond', 'annotate', 'edit');
    const mark = fc.constantFrom(
      'bookmark',
      'unbookmark',
      'prune',
      'restore',
      'exclude',
      'include',
      'switch',
    );
    const command = fc.oneof(
      fc.record({ verb, ref, word }),
      fc.record({ verb: mark, ref, word: fc.constant('') }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('buffer' as const, 'dialogue' as const),
        fc.boolean(),
        fc.array(command, { minLength: 1, maxLength: 8 }),
        async (mode, hasBeenThere, commands) => {
          const grove = open(mode);
          const { takeTurn, undo, redo, store, sun, snow, verify, write, rain, idsAndClock, human } = grove;
          if (hasBeenThere)
            await takeTurn(`→ switch to [${sun.localId}]\n→ annotate [${rain.localId}] "Wet."`);
          write((after) => after.addPath(moveHead(after.tree, after.path, snow.positionId)));
          expect(idsAndClock.newId() > human).toBe(true);
          const before = shownOf(grove);
          const ids = () =>
            ((dumpGrove(store).node ?? []) as { local_id: string }[]).map((row) => row.local_id);
          const known = ids();
          const lines = commands.map(({ verb, ref, word }) => {
            const id = ref === 9 ? 'here' : `[${known[ref % known.length] ?? ''}]`;
            return `→ ${verb} ${id}${word === '' ? '' : ` "${word}"`}`;
          });
          const { turnId } = await takeTurn(lines.join('\n'));
          const after = shownOf(grove);
          expect(undo(turnId).kept).toEqual([]);
          expect(shownOf(grove)).toEqual(before);
          redo(turnId);
          expect(shownOf(grove)).toEqual(after);
          undo(turnId);
          expect(shownOf(grove)).toEqual(before);
          expect(verify()).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('what undoes a turn is not run', () => {
  const setInverse = defineQuery(
    'test.setInverse',
    (_, p: { inverse: string }) => sql<never>`update agent_action set inverse = ${p.inverse}`,
  );
  const inverseOf = (position: PositionId) =>
    JSON.stringify(inverseToJson({ ...NO_INVERSE, positions: [position] }));

  test('if it is not what was recorded', async () => {
    const grove = open();
    const { store, takeTurn, undo, ice } = grove;
    const { turnId } = await takeTurn('→ bookmark here "One"');
    const later = grove.continue(ice.positionId, ' The writer went on.');
    store.transact((tx) => tx.run(setInverse, { inverse: inverseOf(later.positionId) }));
    const before = dumpGrove(store);
    expect(() => undo(turnId)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(dumpGrove(store)).toEqual(before);
  });

  test('if it names what was there before the turn, though the log has a digest of it', async () => {
    const grove = open();
    const { store, takeTurn, undo, sun, human, tree } = grove;
    const { turnId } = await takeTurn('→ bookmark here "One"');
    store.transact((tx) => {
      tx.run(setInverse, { inverse: inverseOf(sun.positionId) });
      appendLog(tx, human, 'turn', { tree: tree.id, turns: [loggedTurn(tx, turnId)] });
    });
    const before = dumpGrove(store);
    expect(() => undo(turnId)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(dumpGrove(store)).toEqual(before);
  });
});
