import { AGENT_COLOURS, isUnderlined } from '../../../core/tree/agent.ts';
import type { MapInk } from './draw-map.ts';

/** Reads the current theme's colours; a canvas cannot use CSS variables. */
export function readInk(probe: HTMLElement): MapInk {
  const read = (name: string) => {
    probe.style.setProperty('color', `var(${name})`);
    return getComputedStyle(probe).color;
  };
  return {
    paper: read('--paper-side'),
    ink: read('--ink'),
    soft: read('--ink-soft'),
    line: read('--rule-strong'),
    accent: read('--accent'),
    authors: new Map(AGENT_COLOURS.map((token) => [token, read(`--author-${token}`)])),
    underlined: new Set(AGENT_COLOURS.filter(isUnderlined)),
    font: `12px ${getComputedStyle(probe).fontFamily}`,
  };
}
