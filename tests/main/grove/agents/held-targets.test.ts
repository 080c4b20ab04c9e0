/** Targets held by turns, in a tree of letters: each position is below those that its name begins with. */
import { expect, test } from 'vitest';
import type { PositionId, TreeId, TurnId } from '../../../../src/core/ids.ts';
import { CommandRefusal } from '../../../../src/main/grove/agents/command-refusal.ts';
import { HeldTargets, type Target } from '../../../../src/main/grove/agents/held-targets.ts';

const TREE = 'tree' as TreeId;
const [ONE, TWO] = ['one' as TurnId, 'two' as TurnId];

const at = (position: string): Target => ({ position: position as PositionId, under: null });
const newAt = (position: string): Target => ({
  position: position as PositionId,
  under: position.slice(0, -1) as PositionId,
});

function hold(...targets: readonly Target[]) {
  const held = new HeldTargets((_, position, through) => position.startsWith(through));
  held.of(ONE).take(TREE, targets);
  const isFree = (target: Target, turn = TWO, tree = TREE) => {
    try {
      held.of(turn).require(tree, [target]);
      return true;
    } catch (error) {
      if (error instanceof CommandRefusal && error.error.code === 'CONFLICT') return false;
      throw error;
    }
  };
  return { held, isFree };
}

test('a target takes what is above and below it, for other turns and in its tree', () => {
  const { isFree } = hold(at('abc'));
  expect(['a', 'ab', 'abc', 'abcd'].map((position) => isFree(at(position)))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([at('abx'), at('x'), newAt('abx')].map((target) => isFree(target))).toEqual([true, true, true]);
  expect(isFree(newAt('abcd'))).toBe(false);
  expect(isFree(at('abc'), ONE)).toBe(true);
  expect(isFree(at('abc'), TWO, 'other' as TreeId)).toBe(true);
});

test('a new position takes itself and what is above, and leaves its siblings free', () => {
  const { isFree } = hold(newAt('abc'));
  expect(isFree(newAt('abx'))).toBe(true);
  expect(isFree(newAt('abcd'))).toBe(false);
  expect([at('abc'), at('ab'), at('a')].map((target) => isFree(target))).toEqual([false, false, false]);
  expect(isFree(at('abx'))).toBe(true);
});

test('a turn that waits or has ended holds nothing; one that goes on leaves what others have taken', () => {
  const { held, isFree } = hold(at('abc'), at('x'));
  held.pause(ONE);
  expect(isFree(at('ab'))).toBe(true);
  held.of(TWO).take(TREE, [at('ab')]);
  held.resume(ONE);
  expect(isFree(at('x'))).toBe(false);
  expect(isFree(at('abc'), ONE)).toBe(false);
  held.release(TWO);
  expect(isFree(at('abc'), TWO)).toBe(true);
  held.release(ONE);
  expect(isFree(at('x'))).toBe(true);
});
