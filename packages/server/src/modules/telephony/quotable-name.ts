/** Gateways limit the length of a line, and the name is the only part that can be long. */
const NAME_MAX = 60;

/** A name as it may be written between quotation marks before a number. */
export const quotableName = (name: string): string => name.replaceAll(/["\\<>]/g, '').slice(0, NAME_MAX);
