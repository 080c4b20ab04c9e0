import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commitPolicy, divideDraft } from '../../../../src/core/buffer/commit-policy.ts';
import type { Draft } from '../../../../src/core/buffer/draft.ts';
import { planCommit } from '../../../../src/core/buffer/plan-commit.ts';
import { prune } from '../../../../src/core/tree/metadata.ts';
import { branchEdit } from '../../../../src/core/tree/operations.ts';
import { goToParent, isHidden, resolvePath } from '../../../../src/core/tree/path.ts';
import { type NodeContent, textOf } from '../../../../src/core/tree/tree-node.ts';
import { anyContent, anySteps, applySteps } from '../../../helpers/random-tree.ts';
import { author, emptyTree, type TreeWorld, typed } from '../../../helpers/tree.ts';

const H = author('h');

/** Sends a composer after the head, as *Send* does. */
function send(world: TreeWorld, { content, spans }: NodeContent) {
  const { tree, path, idsAndClock } = world;
  const draft: Draft = { head: path.head, buffer: { text: textOf(content), spans }, edits: [] };
  const { committed, kept } = divideDraft(draft, commitPolicy('dialogue', 'save'), null);
  const plan = planCommit(tree, path, committed, H, idsAndClock, { discardBlank: false });
  world.apply(plan.change);
  return { ...plan, kept };
}

describe('in a conversation after any steps', () => {
  test('a sent message follows the head; sent again from there, it is the same node, also if it was pruned', () => {
    fc.assert(
      fc.property(anySteps, anyContent, fc.boolean(), (steps, content, isPruned) => {
        const world = emptyTree('dialogue');
        applySteps(world, steps);
        const { tree, path } = world;
        const above = path.head;
        const sent = send(world, content);
        if (textOf(content.content).trim() === '') {
          expect([sent.parts, path.head, sent.kept.buffer.text]).toEqual([
            [],
            above,
            textOf(content.content),
          ]);
          return;
        }
        expect(tree.parentOf(path.head)).toBe(above);
        const shown = resolvePath(tree, path).at(-1);
        expect(tree.getContent(shown?.id ?? ('' as never))).toMatchObject(content);
        expect(sent.parts).toEqual([{ was: null, nodeId: shown?.id, positionId: path.head }]);

        const head = path.head;
        if (isPruned) world.apply(prune(tree, path, head));
        else world.move(goToParent(tree, path));
        expect(path.head).toBe(above);
        const again = send(world, content);
        expect([again.change.nodes, again.parts, path.head]).toEqual([[], sent.parts, head]);
        expect(isHidden(tree, path.head)).toBe(false);
      }),
    );
  });

  test('an edit saved as a branch becomes the head, also if an equal branch was pruned', () => {
    fc.assert(
      fc.property(anySteps, anyContent, (steps, content) => {
        const world = emptyTree('dialogue');
        applySteps(world, steps);
        const { tree, path, idsAndClock } = world;
        const edited = resolvePath(tree, path).at(-1);
        if (edited === undefined || edited.positionId === world.root) return;
        const save = () => branchEdit(tree, path, edited.id, content, H, idsAndClock);
        world.apply(save());
        const { head } = path;
        if (head === edited.positionId) return;
        world.apply(prune(tree, path, head));
        const again = save();
        expect(again.nodes).toEqual([]);
        world.apply(again);
        expect([path.head, isHidden(tree, path.head)]).toEqual([head, false]);
      }),
    );
  });
});

test('the words of another are not the writer’s, even if they are the same', () => {
  const world = emptyTree('dialogue');
  send(world, { content: { type: 'text', text: 'Hi' }, spans: typed('h"Hi"').spans });
  const { tree, path, idsAndClock } = world;
  const own = path.head;
  const asked = resolvePath(tree, path).at(-1)?.id ?? ('' as never);
  world.move(goToParent(tree, path));
  // The writer’s edit of a model’s message is still what the model says.
  const model = author('m');
  const draft = { head: path.head, buffer: typed('m"Hello"'), edits: [] };
  world.apply(planCommit(tree, path, draft, model, idsAndClock, { discardBlank: false }).change);
  const reply = resolvePath(tree, path).at(-1)?.id ?? ('' as never);
  const edited = { content: { type: 'text', text: 'Hi!' }, spans: typed('h"Hi!"').spans } as const;
  world.apply(branchEdit(tree, path, reply, edited, H, idsAndClock));
  world.move(goToParent(tree, path));
  expect(send(world, edited).change.nodes).toHaveLength(1);
  // And of their own it is theirs.
  world.apply(
    branchEdit(
      tree,
      path,
      asked,
      { ...edited, spans: typed('h"Hi?"').spans, content: { type: 'text', text: 'Hi?' } },
      H,
      idsAndClock,
    ),
  );
  const branch = path.head;
  world.move(goToParent(tree, path));
  expect(
    send(world, { content: { type: 'text', text: 'Hi?' }, spans: typed('h"Hi?"').spans }).change.nodes,
  ).toEqual([]);
  expect([path.head, path.head === own]).toEqual([branch, false]);
});
