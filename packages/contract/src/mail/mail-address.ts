import { z } from 'zod';
import { LIMITS } from '../kit/limits.ts';

/**
 * An address as RFC 5322 (3.2.3 and 3.2.4) and RFC 6531 allow it, also with a quoted part before the @, and with consecutive
 * dots, which some providers give out: every sender can be replied to. It cannot contain another address or header.
 */
const MAIL_ADDRESS =
  /^(?:[^\s@<>()[\]\\,;:"\p{Cc}]{1,128}|"(?! )(?:[^\s@<>[\]\\,;:"\p{Cc}]| (?![ "])){1,62}")@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62})\.){1,20}[\p{L}\p{M}\p{N}-]{2,63}$/u;

export const emailAddress = z.email({ pattern: MAIL_ADDRESS }).max(LIMITS.identity);
