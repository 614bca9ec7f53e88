/** Derives readable colours from the one that the customer has chosen. Pure. */
type Rgb = readonly [number, number, number];
export type Shades = {
  /** Fill of the launcher, the visitor's messages and buttons. */
  fill: string;
  /** Text and icons on that fill: black or white. */
  onFill: string;
  /** Text and outlines in that colour on the page's surface. */
  text: string;
};

/** Least contrast of text, icons and outlines (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
/** Least contrast of a fill, which only must not disappear, because its text identifies it; so a yellow brand stays yellow. */
const FILL = 1.3;

export function shadesFor(colour: string, surface: string): Shades {
  const wanted = parse(colour) ?? parse('#0b6a79')!;
  const ground = parse(surface)!;
  const fill = shadeUntil(wanted, ground, FILL);
  const white = contrast(fill, [255, 255, 255]);
  // White is preferred, and black is used only where white has too little contrast.
  const onFill = white >= TEXT ? '#ffffff' : '#000000';
  return { fill: toHex(fill), onFill, text: toHex(shadeUntil(wanted, ground, TEXT)) };
}

/** Returns the contrast of two hex colours, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)];
  return one && other ? contrast(one, other) : 1;
}

/** Moves a colour away from the background, step by step, until the contrast is sufficient. */
function shadeUntil(colour: Rgb, ground: Rgb, wanted: number): Rgb {
  const goal: Rgb = luminance(ground) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(colour, goal, share);
    if (contrast(mixed, ground) >= wanted) return mixed;
  }
  return goal;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function parse(hex: string): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return digits ? (digits.slice(1).map((pair) => Number.parseInt(pair, 16)) as unknown as Rgb) : null;
}

const toHex = (rgb: Rgb): string => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
