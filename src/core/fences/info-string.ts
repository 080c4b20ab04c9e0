import type { FenceFault } from './fence-fault.ts';

/** The most results that one run of a fence asks for, as many as a bar steps through. */
export const MAX_RESULTS = 5;

/** What the info string of a prompt fence says: `prompt name=storm agent="Old Muse" n=2`. */
export interface FenceInfo {
  /** Null for a fence that other fences cannot name. */
  readonly name: string | null;
  /** The name of an agent; null for the one that is chosen. */
  readonly agent: string | null;
  /** How many results are asked for. */
  readonly count: number;
}

const FIRST_WORD = /^prompt(?=\s|$)/;
const ATTRIBUTE = /^([^\s=]+)=(?:"([^"]*)"|“([^”]*)”|([^\s"“]+))(?=\s|$)/u;
const NAME = /^[\p{L}\p{N}_-]+$/u;

/** Whether a fence with this info string is a prompt: whether its first word is `prompt`. */
export function isPromptInfo(info: string): boolean {
  return FIRST_WORD.test(info.trim());
}

/** Reads the info string of a prompt fence; what is wrong with it is added to `faults`. */
export function readInfo(info: string, faults: FenceFault[]): FenceInfo {
  let rest = info.trim().replace(FIRST_WORD, '').trim();
  let [name, agent, count]: [string | null, string | null, number] = [null, null, 1];
  while (rest !== '') {
    const match = ATTRIBUTE.exec(rest);
    const [whole, key, ...values] = match ?? [];
    if (whole === undefined) {
      faults.push({ kind: 'attribute', text: /^\S+/.exec(rest)?.[0] ?? rest });
      break;
    }
    const value = values.find((one) => one !== undefined) ?? '';
    if (key === 'name') {
      name = value;
      if (!NAME.test(value)) faults.push({ kind: 'name', text: value });
    } else if (key === 'agent') agent = value;
    else if (key === 'n') {
      count = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      if (count < 1 || count > MAX_RESULTS) faults.push({ kind: 'count', text: value });
    } else faults.push({ kind: 'attribute', text: whole });
    rest = rest.slice(whole.length).trim();
  }
  return { name, agent, count };
}
