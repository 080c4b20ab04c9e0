import { sha256 } from '#sha256';
import type { AgentId, Sha256 } from '../ids.ts';
import { canonicalJson, type JsonValue } from '../provenance/canonical-json.ts';
import type { Agent } from '../tree/agent.ts';
import type { FenceInText } from './levels.ts';
import type { PromptFence } from './prompt-fence.ts';

/** The name of a fence that has none, in coordinates. */
const UNNAMED = 'fence';

/**
 * Covers the template and the info string without `name`, which only labels the list of results, and without `n`, their
 * number: another result of the same prompt needs no other first one.
 */
export function templateHash({ template, agent }: Pick<PromptFence, 'template' | 'agent'>): Sha256 {
  return sha256(canonicalJson(['aspen-fence-template-1', agent, template.text]));
}

/** A hole as it is written, and its value. */
export interface FilledHole {
  readonly hole: string;
  readonly text: string;
}

/**
 * Covers the filled holes, and the agent's model, configuration and seed.
 * @param maxTokens the most that a result may have
 */
export function inputHash(
  holes: readonly FilledHole[],
  { modelRef, configuration }: Pick<Agent, 'modelRef' | 'configuration'>,
  maxTokens: number,
): Sha256 {
  const { seed = null, caps: _caps, infill: _infill, contextLength: _length, ...sent } = configuration;
  return sha256(
    canonicalJson([
      'aspen-fence-input-1',
      holes.map(({ hole, text }) => [hole, text]),
      modelRef,
      // Plain data, as it is stored.
      JSON.parse(JSON.stringify({ ...sent, maxTokens })) as JsonValue,
      seed,
    ]),
  );
}

export function outputHash(output: string): Sha256 {
  return sha256(canonicalJson(['aspen-fence-output-1', output]));
}

/** The number of a fence's run, from 1. `version` counts its templates, `execution` the runs of this one. */
export interface FenceRun {
  readonly slug: string;
  readonly fence: string;
  readonly version: number;
  readonly execution: number;
}

/** `slug:fence.version.execution.step`. @param step which one of its results, from 1 */
function coordinateOf({ slug, fence, version, execution }: FenceRun, step: number): string {
  return `${slug}:${fence}.${version}.${execution}.${step}`;
}

const COORDINATE = /^([^:]*):([^.]+)\.(\d+)\.(\d+)\.(\d+)$/u;

/** Null if it is no coordinate. */
function readCoordinate(coordinate: string): (FenceRun & { readonly step: number }) | null {
  const [whole, slug = '', fence = '', version, execution, step] = COORDINATE.exec(coordinate) ?? [];
  if (whole === undefined) return null;
  return { slug, fence, version: Number(version), execution: Number(execution), step: Number(step) };
}

/** A fence's name in coordinates. */
export function nameInCoordinates({ name }: Pick<PromptFence, 'name'>): string {
  return name ?? UNNAMED;
}

/** Length of a slug, in UTF-16 code units. */
const MAX_SLUG = 60;

/** A title in coordinates: lower case, words joined with hyphens. */
export function slugOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = words
    .join('-')
    .slice(0, MAX_SLUG)
    .toWellFormed()
    .replace(/[-\ufffd]+$/u, '');
  return slug === '' ? 'untitled' : slug;
}

/** The record of an earlier run. */
export interface KnownRun {
  readonly coordinate: string;
  readonly templateHash: Sha256;
}

/**
 * The next run of a fence: a template that has not run yet is its next version, and otherwise this is the next execution of
 * that version.
 * @param known all runs of the tree
 */
export function nextRun(known: readonly KnownRun[], slug: string, fence: string, template: Sha256): FenceRun {
  const own = known.flatMap(({ coordinate, templateHash: hash }) => {
    const read = readCoordinate(coordinate);
    return read === null || read.fence !== fence ? [] : [{ ...read, hash }];
  });
  const same = own.filter(({ hash }) => hash === template);
  const largest = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other), 0);
  const version = same[0]?.version ?? largest(own.map((run) => run.version)) + 1;
  return { slug, fence, version, execution: largest(same.map((run) => run.execution)) + 1 };
}

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
