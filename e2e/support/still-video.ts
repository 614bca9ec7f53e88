import fs from 'node:fs/promises';

const WIDTH = 320;
const HEIGHT = 180;
const SQUARE = 16;

/**
 * Writes a video of a chequered wall for `--use-file-for-fake-video-capture`: it contains no person and never changes,
 * while the sharpness of Chromium's own test picture varies.
 */
export async function writeStillVideo(file: string): Promise<void> {
  const light = Buffer.alloc(WIDTH * HEIGHT);
  for (let at = 0; at < light.length; at += 1) {
    const [x, y] = [Math.floor((at % WIDTH) / SQUARE), Math.floor(at / WIDTH / SQUARE)];
    light[at] = (x + y) % 2 ? 235 : 16;
  }
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colours]);
  await fs.writeFile(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
}
