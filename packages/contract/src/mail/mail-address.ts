import { z } from 'zod';
import { LIMITS } from '../kit/limits.ts';

/**
 * An address as mail allows it (RFC 5322, 3.2.3 and 3.2.4; RFC 6531), with words in quotation marks before the @, and as some
 * providers give it out, with dots next to each other: what came in can be answered. Nothing in it begins another address or
 * header.
 */
const MAIL_ADDRESS =
  /^(?:[^\s@<>()[\]\\,;:"\p{Cc}]{1,128}|"(?! )(?:[^\s@<>[\]\\,;:"\p{Cc}]| (?![ "])){1,62}")@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62})\.){1,20}[\p{L}\p{M}\p{N}-]{2,63}$/u;

export const emailAddress = z.email({ pattern: MAIL_ADDRESS }).max(LIMITS.identity);
