import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { NodeId, PositionId, ResponseId } from '../../../src/core/ids.ts';
import {
  offerReplacement,
  type ReplacedPart,
  type Replacement,
} from '../../../src/core/rewrites/offer-replacement.ts';
import { ReplacementReader } from '../../../src/core/rewrites/replacement-reader.ts';
import { snapToPairStart } from '../../../src/core/text/surrogate-pair.ts';
import { familyOf } from '../../../src/core/tree/family.ts';
import { Overlay } from '../../../src/core/tree/overlay.ts';
import { resolvePath, selectVersion } from '../../../src/core/tree/path.ts';
import { commonPrefixLength, versionAt } from '../../../src/core/tree/shown-version.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import { anyStep, applySteps, type Step } from '../../helpers/random-tree.ts';
import { author, emptyTree, type TreeWorld, treeOf } from '../../helpers/tree.ts';
import { metadataOf, nodesWithEdges, spansOnPath, structureOf } from '../../helpers/tree-snapshots.ts';
import '../../helpers/fast-check-runs.ts';

/** Effects of offering and choosing a rewrite or a bridge on any tree (`edits.md`, *Rewrites and bridges*). */

const GROWING = ['continue', 'commit', 'answer', 'revise', 'other’s revision', 'branch edit'] as const;
const MOVING = ['sibling', 'version', 'move head', 'child', 'prune', 'restore'] as const;
const anyPlainSteps = fc.array(anyStep(...GROWING, ...MOVING), { maxLength: 25, size: 'max' });
const anyForkedSteps = fc.array(
  fc.oneof(
    { arbitrary: anyStep(...GROWING, ...MOVING), weight: 3 },
    { arbitrary: anyStep('split'), weight: 1 },
  ),
  { maxLength: 25, size: 'max' },
);
const anyAnswer = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '🏰', '"'),
  minLength: 1,
  maxLength: 12,
});

function grown(steps: readonly Step[]): TreeWorld {
  const world = emptyTree();
  applySteps(world, steps);
  return world;
}

interface Asked extends Replacement {
  readonly before: string;
  readonly replaced: string;
  readonly after: string;
}

/** A range of the text on the path, in whole characters; null if there is no text. */
function askFor(world: TreeWorld, one: number, other: number): Asked | null {
  const text = world.text();
  const nodes = resolvePath(world.tree, world.path);
  const offset = (number: number) => snapToPairStart(text, number % (text.length + 1));
  const [from = 0, to = 0] = [offset(one), offset(other)].toSorted((a, b) => a - b);
  let end = 0;
  const placed = nodes.map(({ id }) => {
    const start = end;
    end += textOf(world.tree.getContent(id).content).length;
    return { id, start, end };
  });
  const first = placed.findIndex(({ start, end: stop }, index) =>
    index === 0 ? false : from < to ? start <= from && from < stop : from <= stop && start < stop,
  );
  const origin = placed[first - 1];
  if (text === '' || first < 0 || origin === undefined) return null;
  const touched = placed.slice(first).filter(({ start }, index) => index === 0 || start < to);
  const parts = touched.map(
    ({ id, start, end: stop }): ReplacedPart => ({
      nodeId: id,
      from: Math.max(start, from) - start,
      to: Math.max(Math.min(stop, to), Math.max(start, from)) - start,
    }),
  );
  return {
    originId: origin.id,
    parts,
    before: text.slice(0, from),
    replaced: text.slice(from, to),
    after: text.slice(to),
  };
}

/** Stores an answer as main does. @returns its versions and its text as it is shown; null if there is none */
function offer(world: TreeWorld, asked: Asked, raw: string) {
  const reader = new ReplacementReader({ ...asked, isChat: true });
  const text = reader.read(raw) + reader.end();
  if (text === '') return null;
  const { tree, path, idsAndClock, responses } = world;
  const response = {
    nodeId: idsAndClock.newId() as NodeId,
    responseId: idsAndClock.newId() as ResponseId,
    responseHash: sha256(raw),
    choiceIndex: 0,
    seam: reader.seam,
    finishReason: 'stop',
  } as const;
  responses.set(response.responseId, response.responseHash);
  const overlay = new Overlay(tree, path);
  const answer = { text, seam: reader.seam };
  const versions = offerReplacement(overlay, asked, answer, author('m'), response, idsAndClock);
  world.add(overlay.change());
  return { versions, text };
}

function select(world: TreeWorld, versions: readonly NodeId[]): void {
  for (const version of versions) world.move(selectVersion(world.tree, world.path, version));
}

const shownBy = (world: TreeWorld) => ({
  text: world.text(),
  spans: spansOnPath(world),
  path: world.printPath(),
});

/**
 * The texts of the alternatives at forks after the only part that is replaced, with an answer in its place; empty if
 * there are several parts.
 */
function alternativesWith({ tree, path }: TreeWorld, { parts }: Asked, answer: string) {
  const [part] = parts;
  const own = part === undefined ? undefined : tree.findNode(part.nodeId)?.positionId;
  const family = own === undefined ? null : familyOf(tree, own);
  if (part === undefined || own === undefined || family === null || parts.length > 1) return [];
  const textAt = (at: PositionId) => textOf(tree.getContent(versionAt(tree, path, at).id).content);
  return [family.base, ...family.splits]
    .filter((member) => member !== own && part.to < commonPrefixLength(textAt(own), textAt(member)))
    .map((member) => ({
      member,
      text: textAt(member).slice(0, part.from) + answer + textAt(member).slice(part.to),
    }));
}

test('a text that is inserted before a fork and repeats what is there is offered in every alternative', () => {
  const world = treeOf(`
    0 h"Ran. Slept."
    1 h"Ran." split of 0
    path 1
  `);
  const asked = askFor(world, 0, 0);
  if (asked === null) expect.unreachable();
  offer(world, asked, 'Ran. Woke.');
  const texts = (label: string) =>
    world.tree.versionsAt(world.at(label)).map(({ id }) => textOf(world.tree.getContent(id).content));
  expect(texts('1').at(-1)).toBe('Ran. Woke. Ran.');
  expect(texts('0').at(-1)).toBe('Ran. Woke. Ran. Slept.');
});

describe('for any tree, range and answer', () => {
  test('offering moves no path, changes nothing that was there, and keeps every invariant', () => {
    fc.assert(
      fc.property(anyForkedSteps, fc.nat(), fc.nat(), anyAnswer, (steps, one, other, raw) => {
        const world = grown(steps);
        const asked = askFor(world, one, other);
        fc.pre(asked !== null);
        const before = shownBy(world);
        const [nodes, metadata, structure] = [nodesWithEdges(world), metadataOf(world), structureOf(world)];
        offer(world, asked, raw);
        world.check();
        expect(shownBy(world)).toEqual(before);
        expect(structureOf(world)).toEqual(structure);
        const [nodesNow, metadataNow] = [nodesWithEdges(world), metadataOf(world)];
        for (const [id, node] of nodes) expect(nodesNow.get(id)).toEqual(node);
        for (const [id, data] of metadata) expect(metadataNow.get(id)).toEqual(data);
        for (const { id, offered } of world.tree.nodes()) if (!nodes.has(id)) expect(offered).toBe(true);
      }),
    );
  });

  test('choosing its versions shows exactly the answer in its place, and choosing those before is the identity', () => {
    fc.assert(
      fc.property(anyPlainSteps, fc.nat(), fc.nat(), anyAnswer, (steps, one, other, raw) => {
        const world = grown(steps);
        const asked = askFor(world, one, other);
        fc.pre(asked !== null);
        const before = shownBy(world);
        const idsBefore = resolvePath(world.tree, world.path);
        const made = offer(world, asked, raw);
        fc.pre(made !== null);
        select(world, made.versions);
        expect(world.text()).toBe(asked.before + made.text + asked.after);
        // Everything else on the path is shared.
        const replaced = new Set(made.versions.map((id) => world.tree.findNode(id)?.positionId));
        const idsNow = resolvePath(world.tree, world.path);
        expect(idsNow.map(({ positionId }) => positionId)).toEqual(
          idsBefore.map(({ positionId }) => positionId),
        );
        for (const [index, { id, positionId }] of idsBefore.entries())
          if (!replaced.has(positionId)) expect(idsNow[index]?.id).toBe(id);
        world.check();
        select(
          world,
          asked.parts.map(({ nodeId }) => nodeId),
        );
        expect(shownBy(world)).toEqual(before);
      }),
    );
  });

  test('in a text with forks too, and what is before a fork is offered in all its alternatives', () => {
    fc.assert(
      fc.property(anyForkedSteps, fc.nat(), fc.nat(), anyAnswer, (steps, one, other, raw) => {
        const world = grown(steps);
        const asked = askFor(world, one, other);
        fc.pre(asked !== null);
        const before = shownBy(world);
        const made = offer(world, asked, raw);
        fc.pre(made !== null);
        for (const { member, text } of alternativesWith(world, asked, made.text))
          expect(
            world.tree.versionsAt(member).map(({ id }) => textOf(world.tree.getContent(id).content)),
          ).toContain(text);
        select(world, made.versions);
        expect(world.text()).toBe(asked.before + made.text + asked.after);
        world.check();
        select(
          world,
          asked.parts.map(({ nodeId }) => nodeId),
        );
        expect(shownBy(world)).toEqual(before);
      }),
    );
  });
});
