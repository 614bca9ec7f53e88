import { LIMITS } from '@trunkline/contract';

export type Length = { now: number; max: number };

/** The length of a text as it is sent; of an e-mail, of its HTML. Too long texts are not sent, never cut. */
export const lengthOf = (sent: string, isByEmail: boolean): Length => ({
  now: sent.length,
  max: isByEmail ? LIMITS.mailHtml : LIMITS.body,
});

const NEAR = 0.9;
export const isNearLimit = ({ now, max }: Length): boolean => now >= max * NEAR;
export const isTooLong = ({ now, max }: Length): boolean => now > max;
