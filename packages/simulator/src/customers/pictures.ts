import { createHash } from 'node:crypto';
import type { Photo } from '../lines/line.ts';

/** How many pictures the page keeps; older ones disappear from the page, but not from the desk. */
const MOST = 200;
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** The pictures of the page, by random names. */
export function createPictures() {
  const kept = new Map<string, Photo>();
  return {
    keep(photo: Photo): string {
      const name = createHash('sha256').update(photo.bytes).digest('hex').slice(0, 24);
      kept.delete(name);
      kept.set(name, photo);
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
      return name;
    },
    /** Returns nothing for files that are not images. */
    find(name: string): Photo | undefined {
      const photo = kept.get(name);
      return photo && SHOWN.has(photo.mime) ? photo : undefined;
    },
  };
}
