/** Tiles up to this height in screen pixels look as sharp with the lowest or the middle layer. */
const LOW_UNTIL = 200;
const MEDIUM_UNTIL = 400;

/** Returns the layer that suffices for a tile of this height; undefined where the height is not known. */
export function layerForHeight(height: number | undefined): number | undefined {
  if (height === undefined) return undefined;
  if (height <= LOW_UNTIL) return 0;
  return height <= MEDIUM_UNTIL ? 1 : 2;
}

/**
 * Returns the height at which each video is shown on this page, by track id; the largest where it is shown twice. The
 * application puts tracks into elements of its own, so all elements are searched.
 */
export function shownVideoHeights(page: Document, pixelRatio: number): Map<string, number> {
  const heights = new Map<string, number>();
  for (const element of page.querySelectorAll('video')) {
    const stream = element.srcObject;
    if (!(stream instanceof MediaStream) || hasSizeOfPicture(element)) continue;
    for (const { id } of stream.getVideoTracks()) {
      heights.set(id, Math.max(heights.get(id) ?? 0, element.clientHeight * pixelRatio));
    }
  }
  return heights;
}

/** A tile with the height of its video takes its size from it, so choosing a smaller layer would shrink the tile. */
function hasSizeOfPicture({ clientHeight, videoHeight }: HTMLVideoElement): boolean {
  return videoHeight === 0 || clientHeight === videoHeight;
}
