import { LIMITS } from '@trunkline/contract';

export type Length = { now: number; max: number };

/** How long a text is as it is sent: of a mail its HTML. Nothing of it is ever left out: what is too long does not go. */
export const lengthOf = (sent: string, isByEmail: boolean): Length => ({
  now: sent.length,
  max: isByEmail ? LIMITS.mailHtml : LIMITS.body,
});

const NEAR = 0.9;
export const isNearLimit = ({ now, max }: Length): boolean => now >= max * NEAR;
export const isTooLong = ({ now, max }: Length): boolean => now > max;
