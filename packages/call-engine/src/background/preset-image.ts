const WIDTH = 1280;
const HEIGHT = 720;
const COLOURS = 10;

/** Draws a background image, a gradient in one of ten colours, and returns its address, so that no image files are needed. */
export function drawPreset(number: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  const hue = ((number - 1) % COLOURS) * (360 / COLOURS);
  const light = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  light.addColorStop(0, `hsl(${hue} 35% 78%)`);
  light.addColorStop(1, `hsl(${hue + 20} 40% 42%)`);
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return canvas.toDataURL('image/jpeg', 0.9);
}
