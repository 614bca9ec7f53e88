import { ContentInfo, id_envelopedData, id_signedData } from '@peculiar/asn1-cms';
import { AsnConvert, type IAsnConvertible } from '@peculiar/asn1-schema';

/** S/MIME with the content in a container (RFC 8551, 3.5.2): signed content can be read by anybody. Pure. */

/** `signed`: the mail inside. `encrypted`: only the recipient's key opens it. */
export type OpenedContainer = { kind: 'signed'; content: Buffer } | { kind: 'encrypted' };

export const SMIME_CONTAINER_TYPE = /^application\/(x-)?pkcs7-mime$/;
/** Larger containers are kept as files. */
export const CONTAINER_MAX = 16 * 1024 * 1024;
/** Max. depth of nested containers: signed, encrypted and signed again is the deepest that is common. */
export const CONTAINERS_MAX = 3;

const AUTH_ENVELOPED_DATA = '1.2.840.113549.1.9.16.1.23';
const ENCRYPTED = new Set([id_envelopedData, AUTH_ENVELOPED_DATA]);

/** The content of a container; null if it is not a readable one. */
export function openContainer(bytes: Uint8Array): OpenedContainer | null {
  try {
    const { contentType, content } = AsnConvert.parse(bytes, ContentInfo);
    if (ENCRYPTED.has(contentType)) return { kind: 'encrypted' };
    if (contentType !== id_signedData) return null;
    const inner = AsnConvert.parse(content, SignedWords).words;
    return inner && { kind: 'signed', content: inner };
  } catch {
    return null;
  }
}

type Node = {
  valueBlock?: { value?: Node[] | undefined; valueHexView?: Uint8Array; isConstructed?: boolean };
};
const partsOf = (node: Node | undefined): Node[] => node?.valueBlock?.value ?? [];

/** Reads the mail in `SignedData`. The library's own class drops content in several pieces, as streaming programs write it. */
class SignedWords implements IAsnConvertible {
  words: Buffer | null = null;

  fromASN(signedData: unknown): this {
    const [, , encapsulated] = partsOf(signedData as Node);
    const [, explicit] = partsOf(encapsulated);
    const [octets] = partsOf(explicit);
    this.words = octets ? Buffer.concat(piecesOf(octets, PIECES_DEPTH_MAX)) : null;
    return this;
  }

  toASN(): never {
    throw new Error('only read');
  }

  toSchema(): never {
    throw new Error('only read');
  }
}

const PIECES_DEPTH_MAX = 3;

function piecesOf(octets: Node, depth: number): Uint8Array[] {
  const { isConstructed = false, valueHexView } = octets.valueBlock ?? {};
  if (!isConstructed) return valueHexView ? [valueHexView] : [];
  if (depth === 0) throw new Error('pieces within pieces');
  return partsOf(octets).flatMap((one) => piecesOf(one, depth - 1));
}
