import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Encrypts what is stored, and signs what is sent out. The key is outside the database. */
export type Secrets = {
  /** AES-256-GCM; the result differs for each call. */
  encrypt(text: string): string;
  /** Throws when the text was changed or written with another key. */
  decrypt(sealed: string): string;
  /** A short signature of `text`; with another `purpose` it is not valid. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
  /** A random token that can be recognised as ours by its form; see `isIssued`. */
  issueToken(): string;
  /** Whether a token was issued by us, whether it is still known or not. Nobody else can make one. */
  isIssued(token: string): boolean;
};

/** The operator's key, or one that is created on the first start and kept in the data folder, readable by its owner only. */
export function readKey(given: string | undefined, dataDir: string): string {
  if (given) return given;
  const file = path.join(dataDir, 'secret.key');
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

// Together 32 bytes, 43 characters in base64url.
const ISSUED_RANDOM_BYTES = 24;
const ISSUED_MARK_BYTES = 8;
const ISSUED_LENGTH = 43;

export function createSecrets(key: string): Secrets {
  const encryptionKey = createHash('sha256').update(`encrypt:${key}`).digest();
  const signingKey = createHash('sha256').update(`sign:${key}`).digest();

  function sign(purpose: string, text: string): string {
    return createHmac('sha256', signingKey).update(`${purpose}\n${text}`).digest('base64url');
  }

  const markOf = (random: Buffer) =>
    createHmac('sha256', signingKey).update('token\n').update(random).digest().subarray(0, ISSUED_MARK_BYTES);

  return {
    encrypt(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },

    sign,

    issueToken() {
      const random = randomBytes(ISSUED_RANDOM_BYTES);
      return Buffer.concat([random, markOf(random)]).toString('base64url');
    },

    isIssued(token) {
      const bytes = Buffer.from(token.slice(-ISSUED_LENGTH), 'base64url');
      const mark = markOf(bytes.subarray(0, ISSUED_RANDOM_BYTES));
      const given = bytes.subarray(ISSUED_RANDOM_BYTES);
      return given.length === mark.length && timingSafeEqual(given, mark);
    },

    isSigned(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** A random token, safe in addresses. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The hash by which a token is stored. Tokens have 192 random bits or more, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
