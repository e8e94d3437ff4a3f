/** How far apart two colours look, and to whom. Used by tests and by whoever changes the palette. */

type Triple = [number, number, number];

/** Machado, Oliveira and Fernandes (2009), complete deficiency, on linear sRGB. */
export const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

export type Vision = keyof typeof VISIONS;

const XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];

function times(matrix: readonly (readonly number[])[], v: Triple): Triple {
  return matrix.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as Triple;
}

function linear(hex: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

/** CIELAB, as seen with that kind of sight. */
export function lab(hex: string, vision: Vision = "normal"): Triple {
  const seen = times(VISIONS[vision], linear(hex)).map((part) => Math.min(1, Math.max(0, part))) as Triple;
  const [x, y, z] = times(XYZ, seen).map((part, i) => {
    const share = part / WHITE[i];
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rad = (degrees: number) => (degrees * Math.PI) / 180;
const hue = (a: number, b: number) => ((((Math.atan2(b, a) * 180) / Math.PI) % 360) + 360) % 360;

/** CIEDE2000 (Sharma, Wu and Dalal 2005): 1 is just noticeable, 10 plain at a glance. */
export function distance([l1, a, b1]: Triple, [l2, c, b2]: Triple): number {
  const seventh = ((Math.hypot(a, b1) + Math.hypot(c, b2)) / 2) ** 7;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(seventh / (seventh + 25 ** 7)));
  const a1 = a * stretch;
  const a2 = c * stretch;
  const chroma1 = Math.hypot(a1, b1);
  const chroma2 = Math.hypot(a2, b2);
  const h1 = hue(a1, b1);
  const h2 = hue(a2, b2);
  let turn = chroma1 * chroma2 === 0 ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const dHue = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin(rad(turn / 2));
  const light = (l1 + l2) / 2;
  const chroma = (chroma1 + chroma2) / 2;
  let mid = h1 + h2;
  if (chroma1 * chroma2 !== 0) {
    if (Math.abs(h1 - h2) <= 180) mid /= 2;
    else mid = mid < 360 ? (mid + 360) / 2 : (mid - 360) / 2;
  }
  const t =
    1 -
    0.17 * Math.cos(rad(mid - 30)) +
    0.24 * Math.cos(rad(2 * mid)) +
    0.32 * Math.cos(rad(3 * mid + 6)) -
    0.2 * Math.cos(rad(4 * mid - 63));
  const turned =
    2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * Math.sin(rad(60 * Math.exp(-(((mid - 275) / 25) ** 2))));
  const dL = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const dC = (chroma2 - chroma1) / (1 + 0.045 * chroma);
  const dH = dHue / (1 + 0.015 * chroma * t);
  return Math.sqrt(dL ** 2 + dC ** 2 + dH ** 2 - turned * dC * dH);
}

/** The contrast of WCAG 2: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [dark, bright] = [one, other].map((hex) => times(XYZ, linear(hex))[1]).sort((p, q) => p - q);
  return (bright + 0.05) / (dark + 0.05);
}
