const HEX = /^#[0-9a-f]{6}$/i;

/** Whether a text is a colour in the form that widgets take. */
export function isHexColor(color: string): boolean {
  return HEX.test(color);
}

/** Returns the contrast of white text on a colour, 1 to 21; small text needs 4.5. */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(share: number): number {
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
