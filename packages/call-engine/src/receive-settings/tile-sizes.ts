/** Up to this height in screen points, the lowest layer, or the middle one, is as sharp as the tile. */
const LOW_UNTIL = 200;
const MEDIUM_UNTIL = 400;

/** The layer that a tile of this height makes use of; undefined when nobody knows the tile. */
export function layerForHeight(height: number | undefined): number | undefined {
  if (height === undefined) return undefined;
  if (height <= LOW_UNTIL) return 0;
  return height <= MEDIUM_UNTIL ? 1 : 2;
}

/**
 * How high every picture is shown on this page, by the track's id: the largest, where it is shown twice. The application
 * puts tracks into its own elements, so this looks for them.
 */
export function heightsOnPage(page: Document, pixelRatio: number): Map<string, number> {
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

/** A tile that is as large as its picture says nothing: a smaller picture would only make it smaller. */
function hasSizeOfPicture({ clientHeight, videoHeight }: HTMLVideoElement): boolean {
  return videoHeight === 0 || clientHeight === videoHeight;
}
