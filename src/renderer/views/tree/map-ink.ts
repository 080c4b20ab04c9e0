import type { MapInk } from './draw-map.ts';

const AUTHORS = ['blue', 'rust', 'green', 'violet', 'ochre', 'teal', 'rose', 'slate'] as const;

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
    authors: new Map(AUTHORS.map((token) => [token, read(`--author-${token}`)])),
    font: `12px ${getComputedStyle(probe).fontFamily}`,
  };
}
