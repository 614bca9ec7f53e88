/** What a form in its frame and the script on the site's page tell each other by `postMessage`. */
export type ToForm = { trunkline: 'page'; url: string };
export type FromForm =
  /** The form listens. */
  | { trunkline: 'ready' }
  /** As high as its content. */
  | { trunkline: 'height'; height: number }
  /** It was sent: what stands there now begins at the top. */
  | { trunkline: 'sent' };
