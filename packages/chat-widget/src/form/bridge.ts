/** Messages between a form in its frame and the script on the site's page, sent by `postMessage`. */
export type ToForm = { trunkline: 'page'; url: string };
export type FromForm =
  /** The form listens. */
  | { trunkline: 'ready' }
  /** The height of its content. */
  | { trunkline: 'height'; height: number }
  /** The form was sent, and its confirmation is to be scrolled into view. */
  | { trunkline: 'sent' };
