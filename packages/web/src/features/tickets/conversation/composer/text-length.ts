import { LIMITS } from '@trunkline/contract';

export type Length = { now: number; max: number };

/** Returns the length of a text as it is sent; for an e-mail that of its HTML. Texts that are too long are refused and never cut. */
export const lengthOf = (sent: string, isByEmail: boolean): Length => ({
  now: sent.length,
  max: isByEmail ? LIMITS.mailHtml : LIMITS.body,
});

const NEAR = 0.9;
export const isNearLimit = ({ now, max }: Length): boolean => now >= max * NEAR;
export const isTooLong = ({ now, max }: Length): boolean => now > max;
