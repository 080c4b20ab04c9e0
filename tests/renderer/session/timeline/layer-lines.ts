import { LAYER_REASONS, type LayerReason } from '../../../../src/core/history/layer-reason.ts';
import type { AgentId } from '../../../../src/core/ids.ts';
import { LayerLine } from '../../../../src/renderer/session/timeline/layer-line.ts';

export const ADA = 'ada' as AgentId;
export const MUSE = 'muse' as AgentId;

export interface Layer {
  /** Minutes since the first. */
  readonly at: number;
  readonly seq?: number;
  readonly reason?: LayerReason;
  readonly words?: number;
  readonly by?: AgentId;
  readonly label?: string;
}

/** A line of layers; by default their numbers are 1, 2, 3 …, and nothing is counted. */
export function lineOf(layers: readonly Layer[]): LayerLine {
  const seqOf = (layer: Layer, index: number) => layer.seq ?? index + 1;
  const agents = [ADA, MUSE];
  return new LayerLine({
    chain: 0,
    chains: [{ chain: 0, agentId: ADA, isMerged: false, count: layers.length }],
    seqs: Int32Array.from(layers, seqOf),
    times: Float64Array.from(layers, ({ at }) => at * 60_000),
    reasons: Uint8Array.from(layers, ({ reason }) => LAYER_REASONS.indexOf(reason ?? 'commit')),
    added: Int32Array.from(layers, ({ words }) => words ?? -1),
    removed: Int32Array.from(layers, ({ words }) => (words === undefined ? -1 : 0)),
    authors: Int32Array.from(layers, ({ by }) => (by === undefined ? -1 : agents.indexOf(by))),
    agents,
    labels: layers.flatMap((layer, index) =>
      layer.label === undefined ? [] : [{ seq: seqOf(layer, index), label: layer.label }],
    ),
  });
}
