import fs from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Photo, CustomerMessage } from './line.ts';

/** Returns the photo of a message, or a sample picture. */
export const photoOf = ({ photo }: CustomerMessage): Photo => photo ?? { mime: 'image/png', bytes: SAMPLE };

export const STICKER: Photo = {
  mime: 'image/webp',
  bytes: fs.readFileSync(new URL('../../assets/sticker.webp', import.meta.url)),
};

/** A voice note in which somebody hums. */
export const VOICE_NOTE: Photo = {
  mime: 'audio/ogg',
  bytes: fs.readFileSync(new URL('../../assets/voice.ogg', import.meta.url)),
};

/** A contact card of somebody at an office. */
export const CONTACT_CARD: Photo = {
  mime: 'text/vcard',
  bytes: Buffer.from(
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Sari, office\r\nTEL;TYPE=WORK:+622150900000\r\nEND:VCARD\r\n',
  ),
};

/** The advertisement by which some customers come. */
export const ADVERTISEMENT = {
  id: '120226305854810726',
  url: 'https://fb.me/3cr4Wqqkv',
  title: 'A grinder for your kitchen',
  words: 'Freshly ground, every day.',
};

/** A public place, so that nobody's home is shown. */
export const LOCATION = {
  latitude: -6.1754,
  longitude: 106.8272,
  name: 'Monas',
  address: 'Gambir, Jakarta Pusat',
};

const WIDTH = 320;
const HEIGHT = 240;
type Colour = readonly [number, number, number];
const TABLE: Colour = [181, 142, 104];
const SAUCER: Colour = [242, 239, 233];
const CUP: Colour = [214, 226, 228];
const COFFEE: Colour = [74, 46, 31];

/** A cup of coffee from above, as a PNG. */
const SAMPLE = pngOf((x, y) => {
  const away = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2);
  if (away < 52) return COFFEE;
  if (away < 62) return CUP;
  if (away < 100) return SAUCER;
  return TABLE;
});

function pngOf(colourAt: (x: number, y: number) => Colour): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_row, y) => [
    0, // no filter
    ...Array.from({ length: WIDTH }, (_column, x) => colourAt(x, y)).flat(),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2], 8); // eight bits each of red, green and blue
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', pixels),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bytes.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
