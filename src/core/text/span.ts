import type { AgentId } from '../ids.ts';

/** A run of characters that one agent wrote (`domain.md`, *Authorship*). */
export interface Span {
  readonly agent: AgentId;
  /** UTF-16 code units; more than 0 in normal form. */
  readonly length: number;
  /** True where a diff decided, since no tracking was possible. */
  readonly inferred?: true;
}

/** Spans in text order; in normal form no run is empty and neighbours differ. */
export type Spans = readonly Span[];
