import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

/** The key of every signature; `testZone` answers with it for the selectors `s1` and, as a key under test, `testing`. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;

export function testZone(name: string): Promise<string[][]> {
  if (name.startsWith('testing._domainkey.')) return Promise.resolve([[`t=y; ${RECORD}`]]);
  if (/^s1\._domainkey\.[\w.-]+\.(example|co\.uk)$/.test(name)) return Promise.resolve([[RECORD]]);
  return Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }));
}

type Signing = {
  domain?: string;
  selector?: string;
  algorithm?: string;
  headers?: string;
  maxBodyLength?: number;
};

/** The mail with a DKIM signature of the domain above it, as its sender's server would add it. */
export async function withDkimSignature(
  mail: string,
  {
    domain = 'mail.example',
    selector = 's1',
    algorithm = 'rsa-sha256',
    headers,
    maxBodyLength,
  }: Signing = {},
): Promise<string> {
  const { signatures } = await dkimSign(mail, {
    canonicalization: 'relaxed/relaxed',
    algorithm,
    signTime: new Date('2026-11-20T08:00:00Z'),
    signatureData: [
      { signingDomain: domain, selector, privateKey, ...(maxBodyLength !== undefined && { maxBodyLength }) },
    ],
    ...(headers && { headerList: headers }),
  } as never);
  return signatures + mail;
}
