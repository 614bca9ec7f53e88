/** Why the gateway refused. `other`: a reason on which no decision depends. */
export type GatewayRefusal =
  | 'no_permission'
  | 'no_endpoint'
  | 'no_file'
  | 'file_exists'
  | 'not_writable'
  | 'other';

/**
 * The meaning of a refusal's `Message`. AMI has no codes for refusals, so its texts are all there is; they are the same in
 * every language, and only this function reads them. From Asterisk 22: manager.c and manager_configuration.c ("Config file not
 * found", "Save of config failed", "File requires escalated priveledges", and the system's texts for a file that cannot be
 * created), pjsip_configuration.c ("Unable to retrieve endpoint 101"). Pure.
 */
export function refusalOf(message: string): GatewayRefusal {
  return MEANINGS.find(([words]) => words.test(message))?.[1] ?? 'other';
}

const MEANINGS: readonly [RegExp, GatewayRefusal][] = [
  [/^unable to retrieve/i, 'no_endpoint'],
  [/permission/i, 'no_permission'],
  [/not found/i, 'no_file'],
  [/exists/i, 'file_exists'],
  [/save|write|escalated|file/i, 'not_writable'],
];
