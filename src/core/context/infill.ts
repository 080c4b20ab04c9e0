/** Ways in which agents fill in a text (`edits.md`, *Rewrites and bridges*). */
import { type Agent, type Infill, type InfillMarkers, isOffline } from '../tree/agent.ts';

/**
 * An agent's way of filling in: as set, or else `suffix` if it continues texts and `chat` if it is instructed. The
 * offline agent knows only `suffix`.
 */
export function infillOf(agent: Pick<Agent, 'modelRef' | 'configuration'>): Infill {
  if (isOffline(agent)) return { kind: 'suffix' };
  return agent.configuration.infill ?? usualInfill(agent);
}

/** An agent's default way of filling in. */
export function usualInfill({
  configuration: { completionStyle = 'completion' },
}: Pick<Agent, 'configuration'>): Infill {
  return { kind: completionStyle === 'completion' ? 'suffix' : 'chat' };
}

/** Returns true if an agent is sent the replaced text and the writer's instruction; any other sees only both sides. */
export function readsInstruction(agent: Pick<Agent, 'modelRef' | 'configuration'>): boolean {
  return infillOf(agent).kind === 'chat';
}

/** Families of models whose markers are known. */
export const MARKER_FAMILIES = ['codeLlama', 'starCoder', 'qwenCoder', 'deepSeekCoder', 'codestral'] as const;

export type MarkerFamily = (typeof MARKER_FAMILIES)[number];

/** The markers of each family, as its makers document them. */
export const MARKERS: Readonly<Record<MarkerFamily, InfillMarkers>> = {
  codeLlama: { prefix: '<PRE> ', suffix: ' <SUF>', middle: ' <MID>' },
  starCoder: { prefix: '<fim_prefix>', suffix: '<fim_suffix>', middle: '<fim_middle>' },
  qwenCoder: { prefix: '<|fim_prefix|>', suffix: '<|fim_suffix|>', middle: '<|fim_middle|>' },
  deepSeekCoder: { prefix: '<｜fim▁begin｜>', suffix: '<｜fim▁hole｜>', middle: '<｜fim▁end｜>' },
  codestral: { prefix: '[PREFIX]', suffix: '[SUFFIX]', middle: '', order: 'spm' },
};

/** The family that has exactly these markers; null if none has. */
export function familyOfMarkers({
  prefix,
  suffix,
  middle,
  order = 'psm',
}: InfillMarkers): MarkerFamily | null {
  const isSame = (family: MarkerFamily) => {
    const known = MARKERS[family];
    return (
      known.prefix === prefix &&
      known.suffix === suffix &&
      known.middle === middle &&
      (known.order ?? 'psm') === order
    );
  };
  return MARKER_FAMILIES.find(isSame) ?? null;
}
