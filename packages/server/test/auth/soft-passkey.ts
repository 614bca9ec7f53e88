import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Site = { id: string; origin: string };
type Flags = { isVerified?: boolean };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** Encodes as CBOR what a passkey needs: whole numbers, bytes, text and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]),
  ]);
}

/** An authenticator in software that creates one passkey and signs with it. */
export function softPasskey({ id, origin }: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let counter = 0;
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function authData(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(id), Buffer.from([flags]), count]);
  }
  const flagsOf = ({ isVerified = true }: Flags) => (isVerified ? 0x05 : 0x01);
  const named = { id: credentialId.toString('base64url'), rawId: credentialId.toString('base64url') };

  return {
    /** What `navigator.credentials.create` gives. */
    make({ challenge }: { challenge: string }, flags: Flags = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = new Map<string, string | Buffer | Map<string, unknown>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, unknown>()],
        ['authData', Buffer.concat([authData(flagsOf(flags) | 0x40), attested])],
      ]);
      return {
        ...named,
        type: 'public-key',
        response: {
          clientDataJSON: client('webauthn.create', challenge).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },

    /** What `navigator.credentials.get` gives. */
    use({ challenge }: { challenge: string }, flags: Flags = {}) {
      counter += 1;
      const data = authData(flagsOf(flags));
      const clientData = client('webauthn.get', challenge);
      const signed = Buffer.concat([data, sha256(clientData)]);
      return {
        ...named,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}
