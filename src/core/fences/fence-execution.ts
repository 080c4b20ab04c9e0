import type { AgentId, Sha256 } from '../ids.ts';
import { coordinateOf, type FenceRun } from './fence-hashes.ts';
import type { FenceInText } from './levels.ts';

/** The run of a prompt fence that results are asked for by; plain data (`layers.md`, *Prompt fences*). */
export interface FenceExecution {
  readonly run: FenceRun;
  /** The agent that runs it: the result is a layer of its executions. */
  readonly requestedBy: AgentId;
  readonly fence: FenceInText;
  readonly templateHash: Sha256;
  readonly inputHash: Sha256;
  /** The steps whose results are asked for, from 1; the first to arrive takes the first. */
  readonly steps: readonly number[];
}

/** The step of the next result, with its coordinate; null if there are more results than steps. */
export function nextStep(
  { run, steps }: FenceExecution,
  isRecorded: (coordinate: string) => boolean,
): { readonly step: number; readonly coordinate: string } | null {
  for (const step of steps) {
    const coordinate = coordinateOf(run, step);
    if (!isRecorded(coordinate)) return { step, coordinate };
  }
  return null;
}
