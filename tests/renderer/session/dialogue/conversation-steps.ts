/** The steps of a random conversation. `pick` counts around what there is to pick from. */
import fc from 'fast-check';
import type { ErrorCode } from '../../../../src/core/errors.ts';
import { type PauseStep, pauseStep } from '../random-steps.ts';

const MOVES = [
  'nextAlternative',
  'previousAlternative',
  'nextVersion',
  'endHere',
  'child',
  'prune',
  'restoreAll',
  'parent',
  'bookmark',
  'regenerate',
  'reply',
  'branchActive',
] as const;

export type MoveName = (typeof MOVES)[number];

export type Step =
  /** `pick` 0 is the composer, other numbers are open edits; `at` 999 is the end of the text. */
  | {
      readonly do: 'type';
      readonly pick: number;
      readonly at: number;
      readonly length: number;
      readonly how: 'type' | 'paste' | 'delete' | 'compose';
    }
  | { readonly do: 'edit' | 'cancel' | 'focus'; readonly pick: number }
  | {
      readonly do: 'save';
      readonly pick: number;
      readonly how: 'branch' | 'inPlace';
      readonly waits: boolean;
    }
  | { readonly do: 'split'; readonly pick: number; readonly at: number; readonly waits: boolean }
  | { readonly do: 'send'; readonly agents: number; readonly waits: boolean }
  | { readonly do: 'move'; readonly move: MoveName; readonly pick: number; readonly waits: boolean }
  /** Goes on with a reply that can be continued. */
  | { readonly do: 'continue'; readonly pick: number; readonly waits: boolean }
  | { readonly do: 'undo' | 'redo'; readonly pick: number }
  | { readonly do: 'arrive' | 'settle' | 'reload' | 'kill' | 'leave' | 'release' }
  | { readonly do: 'scroll'; readonly away: boolean }
  | { readonly do: 'outside'; readonly pick: number }
  | { readonly do: 'refuse'; readonly times: number; readonly code: ErrorCode; readonly reads: boolean }
  | { readonly do: 'lose'; readonly times: number }
  | { readonly do: 'hold'; readonly when: 'before' | 'after' }
  | PauseStep;

const pick = fc.nat(5);
const at = fc.oneof(fc.constant(999), fc.nat(12));
const waits = fc.boolean();
const times = fc.integer({ min: 1, max: 3 });
const CODES: readonly ErrorCode[] = ['CONFLICT', 'IO_ERROR', 'DISK_FULL', 'INVALID_ARGUMENT'];

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      pick: fc.oneof(fc.constant(0), pick),
      at,
      length: fc.oneof(fc.constant(0), fc.nat(3)),
      how: fc.constantFrom(
        'type' as const,
        'type' as const,
        'type' as const,
        'paste' as const,
        'delete' as const,
        'compose' as const,
      ),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'edit' as const,
        'edit' as const,
        'edit' as const,
        'cancel' as const,
        'focus' as const,
      ),
      pick,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      pick,
      how: fc.constantFrom('branch' as const, 'inPlace' as const),
      waits,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('split' as const), pick, at, waits }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), agents: fc.nat(2), waits }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('move' as const), move: fc.constantFrom(...MOVES), pick, waits }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('continue' as const), pick, waits }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const),
      pick,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'arrive' as const,
        'arrive' as const,
        'arrive' as const,
        'settle' as const,
        'settle' as const,
        'reload' as const,
        'kill' as const,
        'leave' as const,
        'release' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('scroll' as const), away: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outside' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      times,
      code: fc.constantFrom(...CODES),
      reads: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), times }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 4, arbitrary: pauseStep },
);
