/** How agents fill in a text (`edits.md`, *Rewrites and bridges*). */
import { type Agent, type Infill, type InfillMarkers, isOffline } from '../tree/agent.ts';

/**
 * How an agent fills in: as it is set, or else `suffix` if it continues texts, and `chat` if it is told what to do. The
 * offline agent only knows `suffix`.
 */
export function infillOf(agent: Pick<Agent, 'modelRef' | 'configuration'>): Infill {
  if (isOffline(agent)) return { kind: 'suffix' };
  return agent.configuration.infill ?? usualInfill(agent);
}

/** What an agent does that is not set to anything else. */
export function usualInfill({
  configuration: { completionStyle = 'completion' },
}: Pick<Agent, 'configuration'>): Infill {
  return { kind: completionStyle === 'completion' ? 'suffix' : 'chat' };
}

/** Whether an agent is sent the text that is replaced and what the writer asks for; any other sees only both sides. */
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
