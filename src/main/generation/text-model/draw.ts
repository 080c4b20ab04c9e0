import type { Random } from './random.ts';

/** Sampling options. */
export interface Drawing {
  readonly temperature: number;
  readonly topP: number;
  readonly random: Random;
}

/**
 * Draws a token: the likeliest at temperature 0; else by share, among the likeliest tokens that make up
 * `topP`.
 */
export function draw(shares: Float64Array, { temperature, topP, random }: Drawing): number {
  let best = 0;
  for (let token = 1; token < shares.length; token += 1) {
    if ((shares[token] ?? 0) > (shares[best] ?? 0)) best = token;
  }
  if (temperature <= 0) return best;
  const floor = topP >= 1 ? 0 : nucleusFloor(shares, topP);
  const top = shares[best] ?? 1;
  const weights = new Float64Array(shares.length);
  let total = 0;
  for (let token = 0; token < shares.length; token += 1) {
    const share = shares[token] ?? 0;
    if (share === 0 || share < floor) continue;
    const weight = (share / top) ** (1 / temperature);
    weights[token] = weight;
    total += weight;
  }
  let point = random() * total;
  for (let token = 0; token < weights.length; token += 1) {
    point -= weights[token] ?? 0;
    if (point < 0) return token;
  }
  return best;
}

/** The smallest share among the likeliest tokens that together make up `topP`. */
function nucleusFloor(shares: Float64Array, topP: number): number {
  const sorted = shares.filter((share) => share > 0).sort();
  let sum = 0;
  for (let i = sorted.length - 1; i >= 0; i -= 1) {
    const share = sorted[i] ?? 0;
    sum += share;
    if (sum >= topP) return share;
  }
  return 0;
}
