/** What the gateway refused. `other` is everything on which nothing is decided. */
export type Refusal = 'no_permission' | 'no_endpoint' | 'no_file' | 'file_exists' | 'not_writable' | 'other';

/**
 * What the `Message` of a refusal means. AMI gives a refusal no code, so its words are all there is to decide on; they are the same in
 * every language, and this is the only place that reads them. From Asterisk 22: manager.c and manager_configuration.c ("Config file
 * not found", "Save of config failed", "File requires escalated priveledges", and the system's words for a file that cannot be
 * made), pjsip_configuration.c ("Unable to retrieve endpoint 101"). Pure.
 */
export function refusalOf(message: string): Refusal {
  return MEANINGS.find(([words]) => words.test(message))?.[1] ?? 'other';
}

const MEANINGS: readonly [RegExp, Refusal][] = [
  [/^unable to retrieve/i, 'no_endpoint'],
  [/permission/i, 'no_permission'],
  [/not found/i, 'no_file'],
  [/exists/i, 'file_exists'],
  [/save|write|escalated|file/i, 'not_writable'],
];
