/** Perception of colours: contrast (WCAG 2), colour blindness, and CIEDE2000 differences. */

type Triple = readonly [number, number, number];

/** The linear light of `#rrggbb`, 0 to 1. */
function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export type Sight = 'all colours' | 'no red' | 'no green';

/** Protanopia and deuteranopia, after Machado, Oliveira and Fernandes (2009), in linear light. */
const SIGHTS: Readonly<Record<Sight, readonly [Triple, Triple, Triple]>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function times([x, y, z]: Triple, [a, b, c]: Triple): number {
  return Math.min(1, Math.max(0, x * a + y * b + z * c));
}

/** The CIELAB coordinates of a colour as seen with this vision. */
export function seenBy(sight: Sight, hex: string): Triple {
  const light = linear(hex);
  const [toRed, toGreen, toBlue] = SIGHTS[sight];
  const seen: Triple = [times(toRed, light), times(toGreen, light), times(toBlue, light)];
  const root = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = root(times([0.4124564, 0.3575761, 0.1804375], seen) / 0.95047);
  const y = root(times([0.2126729, 0.7151522, 0.072175], seen));
  const z = root((0.0193339 * seen[0] + 0.119192 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const degrees = (angle: number) => (angle * Math.PI) / 180;
const hueOf = (a: number, b: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

/** The CIEDE2000 difference of two CIELAB colours (Sharma, Wu and Dalal 2005). */
export function difference(one: Triple, other: Triple): number {
  const chroma = (Math.hypot(one[1], one[2]) + Math.hypot(other[1], other[2])) / 2;
  const grey = 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const [a1, a2] = [one[1] * (1 + grey), other[1] * (1 + grey)];
  const [c1, c2] = [Math.hypot(a1, one[2]), Math.hypot(a2, other[2])];
  const [h1, h2] = [hueOf(a1, one[2]), hueOf(a2, other[2])];
  const turn = Math.abs(h2 - h1) <= 180 ? h2 - h1 : h2 - h1 - 360 * Math.sign(h2 - h1);
  const deltaHue = 2 * Math.sqrt(c1 * c2) * Math.sin(degrees(turn / 2));
  const lightness = (one[0] + other[0]) / 2;
  const meanChroma = (c1 + c2) / 2;
  const hue = h1 + turn / 2;
  const t =
    1 -
    0.17 * Math.cos(degrees(hue - 30)) +
    0.24 * Math.cos(degrees(2 * hue)) +
    0.32 * Math.cos(degrees(3 * hue + 6)) -
    0.2 * Math.cos(degrees(4 * hue - 63));
  const byLightness =
    (other[0] - one[0]) / (1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2));
  const byChroma = (c2 - c1) / (1 + 0.045 * meanChroma);
  const byHue = deltaHue / (1 + 0.015 * meanChroma * t);
  const around = (((hue + 360) % 360) - 275) / 25;
  const rotation =
    -2 *
    Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)) *
    Math.sin(degrees(60 * Math.exp(-(around ** 2))));
  return Math.sqrt(byLightness ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}
