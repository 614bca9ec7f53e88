/**
 * A new folder for what a test makes and throws away: in memory where there is room, because a database is made there forty times as
 * fast as on a slow disk.
 */
export function scratchFolder(prefix: string): string;
