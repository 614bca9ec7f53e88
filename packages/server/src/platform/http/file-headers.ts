const NAME_MAX = 200;

/** The file name for storing and showing: on one line, without a path, and its end if it is long. */
export function cleanFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what has to go
  const clean = name.replace(/[\u0000-\u001f\u007f/\\]/g, '_');
  // Cut by characters, because half a character is not allowed in a header.
  return [...clean].slice(-NAME_MAX).join('') || 'file';
}

export const cleanMime = (mime: string): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime.toLowerCase().slice(0, 100) : 'application/octet-stream';

/** Types that a browser may show; everything else is downloaded, so that an uploaded page never runs under our address. */
const SHOWN_INLINE = /^(image\/(png|jpeg|gif|webp)|audio\/(mpeg|ogg|wav|webm|mp4)|video\/(mp4|webm))$/;

export function fileHeaders({
  name,
  mime,
  size,
}: {
  name: string;
  mime: string;
  size: number;
}): Record<string, string> {
  const inline = SHOWN_INLINE.test(mime);
  return {
    'content-type': inline ? mime : 'application/octet-stream',
    'content-length': String(size),
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400, immutable',
  };
}
