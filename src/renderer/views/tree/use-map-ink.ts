import { type RefObject, useEffect, useState } from 'react';
import { AGENT_COLOURS, isUnderlined } from '../../../core/tree/agent.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { MapInk } from './draw-map.ts';

/** The colours of the current theme, read from `probe`; null until they are read. */
export function useMapInk(probe: RefObject<HTMLElement | null>): MapInk | null {
  const { theme } = useStore(useAppSession().preferences);
  const [ink, setInk] = useState<MapInk | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is not read here, but the colours depend on it
  useEffect(() => {
    const read = () => setInk(probe.current === null ? null : readInk(probe.current));
    // The page applies the theme after its components have been notified.
    const soon = requestAnimationFrame(read);
    const onChange = () => requestAnimationFrame(read);
    const queries = [
      '(prefers-color-scheme: dark)',
      '(prefers-contrast: more)',
      '(forced-colors: active)',
    ].map((text) => window.matchMedia(text));
    for (const query of queries) query.addEventListener('change', onChange);
    return () => {
      cancelAnimationFrame(soon);
      for (const query of queries) query.removeEventListener('change', onChange);
    };
  }, [theme]);
  return ink;
}

/** Reads the current theme's colours; a canvas cannot use CSS variables. */
function readInk(probe: HTMLElement): MapInk {
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
